import Foundation

/// The default application for pictures or addresses; it reports to the test what it was started with.
package final class PictureViewer {
  /// Variables of a desktop that hide the applications of the system.
  package static let environment = ["XDG_DATA_DIRS": "/nowhere", "DISPLAY": ":nowhere"]

  private let pipe: NamedPipe

  /// Makes it the default application for a type in a home.
  ///
  /// `type` is what it opens, files of a type or addresses of a scheme, `more` are lines of its desktop file, `afterwards` is what it does when it has told.
  package init(
    in home: Scratch, id: String = "test.viewer", for type: String = "image/png",
    _ more: String = "", afterwards: String = ""
  ) throws {
    let applications = ".local/share/applications/"
    try home.write(
      "[Default Applications]\n\(type)=\(id).desktop\n", to: applications + "mimeapps.list")
    let script = try home.write(
      program: """
        #!/bin/sh
        echo "$$ $(cut -d' ' -f6 /proc/$$/stat) $*" >'\(home("pipe"))'
        \(afterwards)

        """, to: "viewer")
    try home.write(
      """
      [Desktop Entry]
      Type=Application
      Name=Test Viewer
      Exec=\(script) \(type.hasPrefix("x-scheme-handler/") ? "%u" : "%f")
      MimeType=\(type);
      \(more)
      """, to: applications + "\(id).desktop")
    pipe = try NamedPipe(at: home("pipe"))
  }

  /// How a viewer was started.
  package struct Start {
    package let process: Int32
    package let session: Int32
    package let file: String
  }

  /// Waits for the next start.
  package func opened(within limit: Duration = .seconds(10)) throws -> Start {
    let words = try pipe.line(within: limit).split(separator: " ", maxSplits: 2)
    guard words.count == 3, let process = Int32(words[0]), let session = Int32(words[1]) else {
      throw Failure.unexpected("the viewer was started with \(words)")
    }
    return Start(process: process, session: session, file: String(words[2]))
  }

  /// Whether it is not started again.
  package func isLeftAlone(for time: Duration = .milliseconds(300)) throws -> Bool {
    do {
      _ = try opened(within: time)
      return false
    } catch Failure.late {
      return true
    }
  }
}

/// The size of a picture in pixels, from the header of the file; `nil` if it is no PNG.
package func sizeOfPNG(_ path: String) -> [Int]? {
  guard let data = FileManager.default.contents(atPath: path), data.count > 24,
    data.prefix(8).elementsEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  else { return nil }
  return [16, 20].map { start in data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
}
