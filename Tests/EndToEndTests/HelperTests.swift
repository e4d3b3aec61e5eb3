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

  /// One that does not start, and one that starts and ends at once with an error.
  @Test(arguments: [
    "#!/usr/bin/nonexistent\n", "#!/bin/sh\nexit 1\n", "#!/bin/sh\nkill -SEGV $$\n",
  ])
  func doctorCallsNoHelperWellThatFails(script: String) throws {
    let home = Scratch()
    let names = ["haru-draw", "haru-edit"]
    for name in names { try home.write(program: script, to: "programs/" + name) }
    try home.copy(Built.product("haru"), to: "programs/haru")
    let findings = try Child.run(
      home("programs/haru"), ["doctor"], environment: Support.environment(home: home.path)
    ).output.split(separator: "\n")
    for name in names {
      let path = home("programs/" + name)
      let found = findings.filter { $0.contains(path) }
      #expect(found.count == 1, "\(name): \(findings)")
      #expect(found.allSatisfy { $0.hasPrefix("✗ cannot run \(path): ") }, "\(found)")
    }
  }
}
