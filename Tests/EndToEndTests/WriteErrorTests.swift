import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// From one of its writes on, the disk refuses a command everything.
@Suite(.serialized)
struct WriteErrorTests {
  /// Status 0 says saved, and every other status says not saved; `HARU_TORTURE` tries all commands.
  @Test(arguments: WriteErrorTests.commands)
  func whatIsSavedIsReportedAsSaved(words: [String]) throws {
    var (saved, notSaved, when) = (0, 0, 1)
    while true {
      let home = try Scratch()
      let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
      let haru = Built.product("haru")
      let marking = try Child.run(haru, ["mark", "-3", "-4"], environment: environment)
      #expect(marking.status == 0)
      let before = try journal(in: home)
      let run = try Child.run(
        "strace",
        [
          "-f", "-qq", "-o", home("calls"), "-e", "trace=pwrite64", "-e",
          "inject=pwrite64:error=EIO:when=\(when)+", haru,
        ] + words, environment: environment)
      let isSaved = try journal(in: home) != before
      #expect(
        isSaved == (run.status == 0), "\(words), write \(when): \(run.status) \(run.errors)")
      let check = try Child.run(haru, ["store", "check"], environment: environment)
      #expect(check.status == 0, "\(words), write \(when): \(check.output)\(check.errors)")
      if isSaved { saved += 1 } else { notSaved += 1 }
      guard try home.read("calls").contains("INJECTED") else { break }
      when += 1
    }
    print("\(words): \(notSaved) times not saved, \(saved) times saved")
    #expect(notSaved > 2 && saved > 2)
  }

  static var commands: [[String]] {
    let all = [
      ["mark", "-1"], ["unmark", "-3"], ["toggle", "-3"], ["note", "-3", "chapter 3"],
      ["rest", "-1"], ["undo"],
    ]
    return ProcessInfo.processInfo.environment["HARU_TORTURE"] == nil ? [all[0], all[5]] : all
  }

  private func journal(in home: Scratch) throws -> [JournalEntry] {
    try Store(path: home(Desk.storePath), for: .reading).contents().journal
  }
}
