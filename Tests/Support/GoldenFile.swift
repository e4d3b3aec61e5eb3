internal import Foundation

/// A file that keeps what a person has read and approved.
public struct GoldenFile {
  private let path: String

  /// Names a file.
  ///
  /// - Parameter path: Its path below the root of the source tree.
  public init(_ path: String) {
    self.path = path
  }

  /// Compares the file with a text; if it is missing it is written, which is a difference too.
  ///
  /// - Parameter text: What there is now.
  /// - Returns: The first lines that differ, with their numbers; `-` before those of the file.
  /// - Throws: If the file cannot be written.
  public func differences(from text: String) throws -> [String] {
    guard let golden = try? SourceTree.read(path) else {
      let file = SourceTree.root.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return ["recorded, to be read: \(path)"]
    }
    let lines = [golden, text].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    return lines[1].difference(from: lines[0]).prefix(12).map { change in
      switch change {
      case .remove(let place, let line, _): "-\(place + 1): \(line)"
      case .insert(let place, let line, _): "+\(place + 1): \(line)"
      }
    }
  }
}
