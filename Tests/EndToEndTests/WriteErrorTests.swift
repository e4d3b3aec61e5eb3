import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// What a command says when the disk refuses its writes or its syncs.
@Suite(.serialized)
struct WriteErrorTests {
  /// Status 0 says saved, and every other status says not saved; `HARU_TORTURE` tries all commands.
  @Test(arguments: WriteErrorTests.commands, ["pwrite64", "newfstatat"])
  func whatIsSavedIsReportedAsSaved(words: [String], call: String) throws {
    var (saved, notSaved, when) = (0, 0, 1)
    while true {
      let home = Scratch()
      let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
      let haru = Built.product("haru")
      let marking = try Child.run(haru, ["mark", "-3", "-4"], environment: environment)
      #expect(marking.status == 0)
      let before = try journal(in: home)
      let run = try Child.run(
        "strace",
        [
          "-f", "-qq", "-o", home("calls"), "-e", "trace=" + call, "-e",
          "inject=\(call):error=EIO:when=\(when)+", haru,
        ] + words, environment: environment)
      let isSaved = try journal(in: home) != before
      #expect(
        isSaved == (run.status == 0), "\(words), \(call) \(when): \(run.status) \(run.errors)")
      let check = try Child.run(haru, ["store", "check"], environment: environment)
      #expect(check.status == 0, "\(words), \(call) \(when): \(check.output)\(check.errors)")
      if isSaved { saved += 1 } else { notSaved += 1 }
      guard try home.read("calls").contains("INJECTED") else { break }
      // A command looks at its files a hundred times and more.
      when += call == "newfstatat" ? 4 : 1
    }
    print("\(words), \(call): \(notSaved) times not saved, \(saved) times saved")
    #expect(notSaved > 2 && saved > 0)
  }

  /// A change whose sync fails may be whole in the file, beside the journal of a process that is killed.
  @Test func whatASyncThatFailedDidNotSaveIsNotFoundLater() throws {
    var notSaved = 0
    for when in (1...12).flatMap({ ["\($0)", "\($0)+"] }) {
      func run(_ more: String...) throws -> (status: Int32, isSaved: Bool) {
        let home = Scratch()
        let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
        let haru = Built.product("haru")
        #expect(try Child.run(haru, ["mark", "-3"], environment: environment).status == 0)
        let before = try journal(in: home)
        let run = try Child.run(
          "strace",
          [
            "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync,unlink", "-e",
            "inject=fdatasync:error=EIO:when=\(when)",
          ] + more + [haru, "mark", "-1"], environment: environment)
        return (run.status, try journal(in: home) != before)
      }
      guard try run().status != 0 else { continue }
      notSaved += 1
      #expect(try run("-e", "inject=unlink:signal=KILL").isSaved == false, "sync \(when)")
    }
    #expect(notSaved > 0)
  }

  /// SQLite goes on without a rollback journal that it cannot look at, and the next process rolls back
  /// what was written meanwhile.
  @Test func nothingIsWrittenBesideAJournalThatWasNotSeen() throws {
    var refused = 0
    for when in 1...20 {
      let home = Scratch()
      let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
      let haru = Built.product("haru")
      let journal = home(Desk.storePath) + "-journal"
      func trace(_ words: String..., mark day: String) throws -> Child.Outcome {
        try Child.run(
          "strace", ["-f", "-qq", "-o", home("calls")] + words + [haru, "mark", day],
          environment: environment)
      }
      _ = try trace("-e", "trace=unlink", "-e", "inject=unlink:signal=KILL", mark: "-3")
      try #require(FileManager.default.fileExists(atPath: journal))
      let run = try trace(
        "-P", journal, "-e", "trace=newfstatat", "-e", "inject=newfstatat:error=EIO:when=\(when)",
        mark: "-1")
      let export = try Child.run(haru, ["export", "--format", "csv"], environment: environment)
      let isSaved = export.output.contains(
        "\(MadeZone.morning.today.advanced(by: -1) ?? .earliest)")
      #expect(isSaved == (run.status == 0), "look \(when): \(run.status) \(run.errors)")
      if run.status != 0 { refused += 1 }
      guard try home.read("calls").contains("INJECTED") else { break }
    }
    #expect(refused > 0)
  }

  /// Once a file has its name everybody finds it, even if the directory cannot be synced after that.
  @Test(arguments: ["1", "2", "1+"])
  func aSettingThatIsThereIsReportedAsSaved(when: String) throws {
    let home = Scratch()
    // The first sync is that of the file then, and not of a folder that is made for it.
    try home.makeFolder(".config/haru")
    let run = try Child.run(
      "strace",
      [
        "-f", "-qq", "-o", home("calls"), "-e", "trace=fsync", "-e",
        "inject=fsync:error=ENOSPC:when=" + when, Built.product("haru"), "config", "set",
        "Notifications.later", "235",
      ], environment: Support.environment(home: home.path))
    #expect(try home.read("calls").contains("INJECTED"))
    let isSaved = (try? home.read(".config/haru/haru.conf").contains("235")) == true
    #expect(isSaved == (run.status == 0), "sync \(when): \(run.status) \(run.errors)")
    #expect(isSaved == (when == "2"))
  }

  @Test func anImportWhoseReportIsNotPrintedIsSaved() throws {
    let home = Scratch()
    let file = try home.write("date\n2026-01-02\n", to: "days.csv")
    let run = try Child.run(
      "sh", ["-c", "exec \"$0\" import \"$1\" >/dev/full", Built.product("haru"), file],
      environment: Support.environment(home: home.path))
    #expect(run.status == 0)
    #expect(
      run.errors == """
        haru: saved, but the report was not printed: cannot write standard output: No space left on \
        device

        """)
    #expect(try journal(in: home).count == 1)
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
