import Foundation
import Support
import Testing

/// Helper programs of which a package is only recommended, and so may be missing.
struct HelperTests {
  /// As after an installation without Pango and curl: the loader finds another library of the same length.
  @Test func doctorNamesAMissingLibrary() throws {
    let home = try Scratch()
    let programs = home("programs/")
    for (name, library) in [
      ("haru-draw", "libpango-1.0"), ("haru-edit", "libncursesw.so"), ("haru-fetch", "libcurl.so"),
    ] {
      try lose(library, from: Built.product(name), to: home(name))
      try home.copy(home(name), to: "programs/" + name)
    }
    try home.copy(Built.product("haru"), to: "programs/haru")
    func haru(_ words: String...) throws -> Child.Outcome {
      try Child.run(
        programs + "haru", words, environment: Support.environment(home: home.path))
    }
    #expect(try haru("repo", "add", "a/b").status == 0)
    let findings = try haru("doctor").output
    #expect(
      findings.contains("• cards: haru-draw does not start without Pango: \(programs)haru-draw\n"))
    #expect(findings.contains("haru-edit does not start without ncurses: \(programs)haru-edit\n"))
    #expect(
      findings.contains(
        "• watches: haru-fetch does not start without libcurl: \(programs)haru-fetch\n"))
  }

  private func lose(_ library: String, from program: String, to path: String) throws {
    var file = try Data(contentsOf: URL(fileURLWithPath: program))
    while let place = file.range(of: Data(library.utf8)) {
      file[place.lowerBound] = UInt8(ascii: "x")
    }
    try file.write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }
}
