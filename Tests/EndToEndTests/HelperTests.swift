import Foundation
import Support
import Testing

/// Helper programs of which a package is only recommended, and so may be missing.
struct HelperTests {
  /// As after an installation without Pango and ncurses: the loader finds another library of the same length.
  @Test func doctorNamesAMissingLibrary() throws {
    let home = Scratch()
    let programs = home("programs/")
    for (name, library) in [
      ("haru-draw", "libpango-1.0"), ("haru-edit", "libncursesw.so"),
    ] {
      try home.copyOfHelper(name, without: library)
    }
    try home.copy(Built.product("haru"), to: "programs/haru")
    func haru(_ words: String...) throws -> Child.Outcome {
      try Child.run(
        programs + "haru", words, environment: Support.environment(home: home.path))
    }
    let findings = try haru("doctor").output
    #expect(
      findings.contains("• cards: haru-draw does not start without Pango: \(programs)haru-draw\n"))
    #expect(findings.contains("haru-edit does not start without ncurses: \(programs)haru-edit\n"))
  }
}
