import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// The life of the store: backed up, damaged, restored, moved, and used by many processes at once.
@Suite(.serialized)
struct StoreLifeTests {
  // MARK: Moving

  /// An empty start, data in the old place, the move, its verification, and another start; with the
  /// agent running.
  @Test func aMoveKeepsEveryDayWhileTheAgentRuns() throws {
    let desk = try Desk()
    let old = desk.home(Desk.storePath)
    let new = desk.home("new/haru.sqlite")
    try FileManager.default.createDirectory(
      atPath: desk.home("new"), withIntermediateDirectories: false)
    // An empty start.
    let fresh = try desk.console.shown()
    #expect(fresh.body == "Press Study when you have studied today.")

    // Data in the old place, from a command and a click.
    #expect(try desk.haru("mark", "-1").status == 0)
    let open = try desk.console.shown { $0.body.hasPrefix("1-day streak, today is open") }
    try desk.console.click(open.id, try open.key(of: "Study"))
    let studied = try desk.console.shown { $0.summary.hasPrefix("Studied:") }
    let before = try journal(at: old)

    let move = try desk.haru("store", "move", desk.home("new"))
    #expect(move.status == 0, "\(move.errors)")

    // The new place has everything, and the old file is kept.
    #expect(try journal(at: new) == before)
    #expect(try desk.haru("store", "path").output == new + "\n")
    #expect(try desk.haru("store", "check").output == "no problems found: \(new)\n")
    let kept = try #require(
      try names(in: desk.home(".local/share/haru")).first { $0.contains(".moved-") })
    #expect(try journal(at: desk.home(".local/share/haru/" + kept)) == before)
    // The agent uses the new place: a click is written there only.
    try desk.console.waitForDoubleClick()
    try desk.console.click(studied.id, try studied.key(of: "Undo"))
    let undone = try desk.console.shown { $0.labels.contains("Study") }
    #expect(undone.body.hasPrefix("1-day streak, today is open"))
    #expect(try journal(at: new).count == before.count + 1)
    #expect(try journal(at: desk.home(".local/share/haru/" + kept)) == before)

    // Another start shows the same, and moves nothing.
    try desk.agent.terminate()
    try desk.startAgent()
    #expect(try desk.console.shown { $0.id != undone.id }.body == undone.body)
    #expect(try desk.haru("mark").status == 0)
    #expect(try journal(at: new).count == before.count + 2)
  }

  /// The system calls before which the process is killed.
  ///
  /// SQLite writes page by page; not every page is tried.
  private static let steps: [(call: String, every: Int)] = [
    ("flock", 1), ("mkdir", 3), ("ftruncate", 2), ("write", 1), ("pwrite64", 7), ("fsync", 1),
    ("fdatasync", 2), ("rename", 1), ("unlink", 1), ("link", 1), ("symlink", 1),
  ]

  /// Runs `haru` and kills it before the nth call of a kind.
  ///
  /// - Returns: Whether it made that call.
  private func kill(
    before call: String, _ number: Int, _ arguments: [String], _ environment: [String: String]
  ) throws -> Bool {
    try runKilled(before: call, number, arguments, environment).ending == .killed(SIGKILL)
  }

  @Test func aMoveKilledAtAnyStepLosesNothing() throws {
    let home = try Scratch()
    let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
    func haru(_ arguments: String...) throws -> Child.Outcome {
      try Child.run(Built.product("haru"), arguments, environment: environment)
    }
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(
        atPath: home(name), withIntermediateDirectories: false)
    }
    _ = try haru("mark", "-1", "-2", "-5")
    var place = home(Desk.storePath)
    var marks = 3
    var (killed, undone) = (0, 0)
    for (call, every) in StoreLifeTests.steps {
      var number = 1
      while true {
        let target = home(place.hasPrefix(home("a")) ? "b" : "a") + "/haru.sqlite"
        let before = try haru("status", "--json").output
        let wasKilled = try kill(
          before: call, number,
          ["store", "move", (target as NSString).deletingLastPathComponent], environment)
        let what: Comment = "killed before \(call) \(number)"

        // The next command finds the store, in one place.
        #expect(try haru("status", "--json").output == before, what)
        let now = try haru("store", "path").output.dropLast()
        #expect(now == place || now == target, what)
        #expect(now == target || wasKilled, what)
        // The copy of a killed move may be there, which the next one replaces.
        #expect(try Set(stores(in: home)).isSubset(of: [place, target]), what)
        // A mark is written there.
        #expect(try haru("toggle", "-\(10 + marks)").status == 0, what)
        marks += 1
        let store = try Store(path: String(now), for: .reading)
        #expect(try store.markedDays().count == marks, what)
        #expect(try store.problems() == [], what)
        // And the move works.
        if now == place {
          undone += 1
          #expect(
            try haru("store", "move", (target as NSString).deletingLastPathComponent).status
              == 0, what)
        }
        #expect(try stores(in: home) == [target], what)
        #expect(try unfinished(in: home) == [], what)
        place = target
        guard wasKilled else { break }
        killed += 1
        number += every
      }
    }
    print("killed \(killed) moves: \(undone) undone, \(killed - undone) finished")
    #expect(killed >= 20)
    #expect(undone >= 10)
    #expect(killed - undone >= 2)
  }

  /// A call that fails at any moment leaves the store in one of the two places, with every day.
  @Test(arguments: [("newfstatat", "EIO"), ("fsync", "ENOSPC"), ("rename", "EIO")])
  func aMoveWhoseCallsFailLosesNothing(call: String, error: String) throws {
    var failed = 0
    for number in 1..<200 {
      let home = try Scratch()
      let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
      let haru = Built.product("haru")
      #expect(try Child.run(haru, ["mark", "-3..-1"], environment: environment).status == 0)
      try FileManager.default.createDirectory(
        atPath: home("new"), withIntermediateDirectories: false)
      let move = try Child.run(
        "strace",
        [
          "-f", "-qq", "-o", home("calls"), "-P", home(Desk.storePath), "-P",
          home("new/haru.sqlite"), "-P", home("new"), "-P",
          home("new/.haru.sqlite.haru-part"), "-e", "trace=" + call, "-e",
          "inject=\(call):error=\(error):when=\(number)", haru, "store", "move", home("new"),
        ], environment: environment)
      let marks = try Store(path: home(Desk.storePath), for: .reading).markedDays().count
      #expect(marks == 3, "\(call) \(number): \(move)")
      if move.status != 0 { failed += 1 }
      guard try home.read("calls").contains("INJECTED") else { break }
    }
    #expect(failed > 0)
  }

  /// A move is killed after the switch, while the agent runs: a click is written to the new place.
  @Test func theAgentFollowsAKilledMove() throws {
    let desk = try Desk(marks: [1]) { _ in }
    let (old, new) = (desk.home(Desk.storePath), desk.home("new/haru.sqlite"))
    func isLink() -> Bool {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: old)) != nil
    }
    try FileManager.default.createDirectory(
      atPath: desk.home("new"), withIntermediateDirectories: false)
    let open = try desk.console.shown()
    var number = 1
    while !isLink() {
      let arguments = ["store", "move", desk.home("new")]
      try #require(try kill(before: "fsync", number, arguments, desk.environment))
      number += 1
    }
    try desk.console.click(open.id, try open.key(of: "Study"))
    _ = try desk.console.shown { $0.summary.hasPrefix("Studied:") }
    #expect(try marks(at: new).count == 2)
    #expect(try desk.haru("status", "--format", "line").output.hasPrefix("2-day streak"))
  }

  /// A killed restore leaves the old or the new contents, a killed backup a whole file or none.
  @Test func aKilledRestoreOrBackupIsWholeOrUndone() throws {
    let home = try Scratch()
    let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
    func haru(_ arguments: String...) throws -> Child.Outcome {
      try Child.run(Built.product("haru"), arguments, environment: environment)
    }
    let (store, file, copy) = (home(Desk.storePath), home("backup.sqlite"), home("copy.sqlite"))
    _ = try haru("mark", "-1", "-2")
    _ = try haru("store", "backup", file)
    _ = try haru("mark", "-3", "-4")
    let (old, new) = (try marks(at: file), try marks(at: store))
    var outcomes: Set<Int> = []
    var (killedRestores, killedBackups) = (0, 0)
    for (call, every) in [("pwrite64", 5), ("rename", 1), ("fsync", 1), ("fdatasync", 2)] {
      var number = 1
      while try kill(before: call, number, ["store", "restore", file], environment) {
        let now = try marks(at: store)
        #expect(now == old || now == new, "killed before \(call) \(number)")
        outcomes.insert(now.count)
        #expect(try Store(path: store, for: .writing).problems() == [])
        number += every
        killedRestores += 1
      }
      // The last run was not killed, and the former contents are kept.
      #expect(try marks(at: store) == old)
      let kept = try names(in: home(".local/share/haru")).filter { $0.contains(".before-restore-") }
      #expect(
        try kept.contains { try marks(at: home(".local/share/haru/" + $0)) == new })
      _ = try haru("mark", "-3", "-4")
      for name in kept {
        try FileManager.default.removeItem(atPath: home(".local/share/haru/" + name))
      }
      try #require(try marks(at: store) == new)

      number = 1
      while try kill(before: call, number, ["store", "backup", copy], environment) {
        let made = FileManager.default.fileExists(atPath: copy)
        #expect(try !made || Store(path: copy, for: .reading).problems() == [])
        number += every
        killedBackups += 1
      }
      #expect(try journal(at: copy) == journal(at: store))
      try FileManager.default.removeItem(atPath: copy)
    }
    print("killed \(killedRestores) restores and \(killedBackups) backups")
    #expect(killedRestores >= 10)
    #expect(killedBackups >= 5)
    #expect(outcomes == [2, 4])
  }

  // MARK: Damage

  /// A damaged store stays damaged or is restored, and never counts as unused.
  @Test(arguments: [true, false])
  func aKilledRestoreOverADamagedStoreIsDoneOrNot(hasJournal: Bool) throws {
    let home = try Scratch()
    let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
    func haru(_ arguments: String...) throws -> Child.Outcome {
      try Child.run(Built.product("haru"), arguments, environment: environment)
    }
    let (store, file) = (home(Desk.storePath), home("backup.sqlite"))
    _ = try haru("mark", "-300..-1")
    _ = try haru("store", "backup", file)
    let folder = (store as NSString).deletingLastPathComponent
    let journal = hasJournal ? try Data(contentsOf: URL(fileURLWithPath: file)) : nil
    var (killed, restored) = (0, 0)
    for (call, every) in StoreLifeTests.steps {
      var number = 1
      while true {
        for name in try names(in: folder) where !name.hasPrefix("backups") {
          try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
        let damaged = Data(repeating: 0xa5, count: 40_000)
        try damaged.write(to: URL(fileURLWithPath: store))
        try journal?.write(to: URL(fileURLWithPath: store + "-journal"))
        let wasKilled = try kill(
          before: call, number, ["store", "restore", file], environment)
        let what: Comment = "killed before \(call) \(number)"
        let status = try haru("status")
        if status.status == 65 {
          #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == damaged, what)
          #expect(try haru("mark").status == 65, what)
          #expect(try haru("store", "restore", file).status == 0, what)
        } else {
          restored += 1
        }
        #expect(try marks(at: store).count == 300, what)
        #expect(try haru("store", "check").status == 0, what)
        let kept = try names(in: folder).filter {
          $0.contains(".before-restore-") && !$0.hasSuffix("-journal")
        }
        #expect(!kept.isEmpty, what)
        for name in kept {
          #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)) == damaged, what)
        }
        guard wasKilled else { break }
        killed += 1
        number += every
      }
    }
    print("killed \(killed) restores over a damaged store, of which \(restored) were done")
    #expect(killed >= 15)
  }

  @Test(arguments: ["pages", "header", "cut"])
  func aDamagedStoreIsKeptAndTheNewestGoodBackupNamed(damage: String) throws {
    let desk = try Desk(marks: Array(1...1500)) { _ in }
    let store = desk.home(Desk.storePath)
    let backups = Backups(besideUsualStore: store)
    for ago in [2, 1, 0] {
      let day = try #require(desk.today.advanced(by: -ago))
      // A change on each day.
      try Desk.mark([try #require(desk.today.advanced(by: -3000 - ago))], in: desk.home)
      try backups.makeDaily(of: store, on: day, keeping: 7)
    }
    let newest = desk.home(".local/share/haru/backups/haru-\(desk.today).sqlite")
    let good = desk.home(
      ".local/share/haru/backups/haru-\(try #require(desk.today.advanced(by: -1))).sqlite")
    try Data("not any more".utf8).write(to: URL(fileURLWithPath: newest))
    let open = try desk.console.shown()
    #expect(open.body.hasPrefix("1500-day streak"))

    try desk.agent.terminate()
    let bytes = try FileHandle(forUpdating: URL(fileURLWithPath: store))
    switch damage {
    case "pages":
      try bytes.seek(toOffset: 4096 * 8)
      try bytes.write(contentsOf: Data(repeating: 0xa5, count: 4096 * 30))
    case "header": try bytes.write(contentsOf: Data(repeating: 0xa5, count: 100))
    default: try bytes.truncate(atOffset: 4096 * 8)
    }
    let damaged = try Data(contentsOf: URL(fileURLWithPath: store))
    try desk.startAgent()

    let blind = try desk.console.shown { $0.summary.hasPrefix("Cannot read your days:") }
    let reason =
      damage == "header"
      ? "The store is damaged, or it is not a Haru store."
      : "The store is damaged."
    let remedy = "To restore the newest good backup:\nharu store restore \(good)"
    #expect(blind.body == reason + "\n" + remedy)
    let line =
      (damage == "header" ? "not a Haru store: " : "damaged: ") + store
      + "; to restore the newest good backup: haru store restore \(good)"
    for words in [["status"], ["mark"], ["store", "check"]] {
      let run = try Child.run(Built.product("haru"), words, environment: desk.environment)
      #expect(run.status == 65, "\(words)")
      #expect(run.errors == "haru: \(line)\n", "\(words)")
    }
    #expect(try desk.haru("doctor").output.contains("✗ store: \(line)\n"))
    // A click reports that it was not saved, and the file is not changed.
    try desk.console.click(blind.id, try blind.key(of: "Study"))
    _ = try desk.console.shown { $0.summary.hasPrefix("Not saved:") }
    #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == damaged)

    let restore = try desk.haru("store", "restore", good)
    #expect(restore.status == 0, "\(restore.errors)")
    // The click that was not saved is in the store that has come back.
    let back = try desk.console.shown { $0.summary.hasPrefix("Studied:") }
    #expect(back.body.hasPrefix("1501-day streak"))
    #expect(try desk.isStudied)
    let kept = try #require(
      try names(in: desk.home(".local/share/haru")).first { $0.contains(".before-restore-") })
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: desk.home(".local/share/haru/" + kept)))
        == damaged)
  }

  // MARK: Each day

  @Test func theAgentHasABackupMadeEachDay() throws {
    let desk = try Desk(marks: [1]) { _ in }
    let done = { (line: String) in line.contains("the day's backup is looked after") }
    _ = try desk.agent.line(from: .errors, where: done)
    let name = "haru-\(desk.today).sqlite"
    #expect(try names(in: desk.home(".local/share/haru/backups")) == [name])
    // Once a day; later changes are in the backup of the next day.
    #expect(try desk.haru("mark").status == 0)
    #expect(try names(in: desk.home(".local/share/haru/backups")) == [name])
    #expect(try desk.haru("config", "set", "Store.backups", "0").status == 0)
    try FileManager.default.removeItem(atPath: desk.home(".local/share/haru/backups"))
    #expect(try desk.haru("unmark").status == 0)
    #expect(!FileManager.default.fileExists(atPath: desk.home(".local/share/haru/backups")))
  }

  @Test func withoutHaruTheAgentRunsWithoutBackups() throws {
    let desk = try Desk(marks: [1]) { _ in }
    let first = try desk.console.shown()
    try desk.agent.terminate()
    let alone = try desk.home.copy(Built.product("haru-agent"), to: "bin/haru-agent")
    let agent = try Child(
      alone, ["--gapplication-service", "--verbose"], environment: desk.environment)
    let open = try desk.console.shown { $0.id != first.id }
    _ = try agent.line(from: .errors) { $0.contains("warning: no backup was made") }
    try desk.console.click(open.id, try open.key(of: "Study"))
    _ = try desk.console.shown { $0.summary.hasPrefix("Studied:") }
    #expect(try agent.terminate() == .exited(0))
  }

  /// A failed backup is a warning, and the mark is kept.
  @Test func aBackupThatCannotBeMadeIsAWarning() throws {
    let home = try Scratch()
    let environment = Support.environment(home: home.path)
    try home.write("a file", to: ".local/share/haru/backups")
    let run = try Child.run(Built.product("haru"), ["mark"], environment: environment)
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("Marked: ") == true)
    #expect(lines.last?.hasPrefix("haru: warning: no backup was made: ") == true)
  }

  // MARK: Several processes

  // Each process is given values of its own, which Swift 6.3 brought.
  #if compiler(>=6.3)
    @Test func fourProcessesAndClicksLoseNoMark() async throws {
      nonisolated(unsafe) let desk = try Desk(["--after-action", "keep"])
      let store = desk.home(Desk.storePath)
      let (each, typed) = (2475, 25)
      let haru = try (0..<4).map { worker in
        try Child(
          "sh",
          [
            "-c",
            "for i in $(seq \(typed)); do \"$0\" mark --force -$((9900 + i * 4 + \(worker))) || exit; done",
            Built.product("haru"),
          ], environment: desk.environment)
      }
      let clicks = await withTaskGroup { group in
        for worker in 0..<4 {
          group.addTask {
            await #expect(processExitsWith: .success) {
              [
                store = store as String, worker = worker as Int, each = each as Int,
                today = desk.today.description as String
              ] in
              let provenance = Provenance(
                at: Instant(0), in: HaruCore.Zone(name: "test") { _ in 0 }, source: .command)
              let today = try #require(Day(today))
              // On a busy machine some of eight that write without a pause wait for long.
              let file = try Store(path: store, for: .writing, busyMilliseconds: 60_000)
              for step in 0..<each {
                let day = try #require(today.advanced(by: -(1 + step * 4 + worker)))
                try file.setStudied([day], true, today: today, by: provenance)
                // Commands do not write without a pause either, and starve beside what does: each starts first.
                _ = try Child.run("true")
              }
            }
            return 0
          }
        }
        group.addTask { (try? click(desk)) ?? -1 }
        return await group.reduce(0, +)
      }
      for child in haru {
        let said = try child.rest(of: .errors, within: .seconds(60))
        #expect(try child.wait() == .exited(0), "\(said)")
        #expect(said.count == typed)
        #expect(!said.contains { $0.contains("lock") || $0.contains("another program") })
      }
      // No mark is lost or duplicated.
      let file = try Store(path: store, for: .reading)
      #expect(clicks > 0)
      #expect(try file.markedDays().count == 10_000 + 1)
      #expect(try Set(file.markedDays()).count == 10_000 + 1)
      #expect(try journal(at: store).count == 10_000 + clicks)
      #expect(try file.problems() == [])
      print("marks of four processes: 10,000, and \(clicks) clicks")
      // No notification reported a lock.
      #expect(
        !desk.console.history.contains {
          if case .notify(let shown) = $0 { shown.summary.hasSuffix("not saved") } else { false }
        })
    }

    /// Clicks Study and Undo in turn, and ends with Study.
    private func click(_ desk: Desk) throws -> Int {
      var (clicks, clicked) = (0, UInt32(0))
      for _ in 0..<6 {
        // What was shown again before the click was handled has the id of before.
        let open = try desk.console.shown(within: .seconds(30)) {
          $0.labels.contains("Study") && $0.id > clicked
        }
        try desk.console.click(open.id, try open.key(of: "Study"))
        let studied = try desk.console.shown(within: .seconds(30)) {
          $0.summary.hasPrefix("Studied:") && $0.id > open.id
        }
        clicks += 1
        if clicks == 11 { break }
        try desk.console.waitForDoubleClick()
        try desk.console.click(studied.id, try studied.key(of: "Undo"))
        clicked = studied.id
        clicks += 1
      }
      return clicks
    }
  #endif

  // MARK: Texts

  @Test(arguments: TestLanguage.tried)
  func storeCommands(language: TestLanguage) throws {
    let session = try Transcript(language: language)
    let home = session.home
    try FileManager.default.createDirectory(
      atPath: home("new"), withIntermediateDirectories: false)
    let file = home("backup.sqlite")
    for words in [
      ["store", "backup", file], ["store", "move", home("new")], ["mark", "yesterday..today"],
      ["store", "backup", file], ["store", "backup"], ["store", "backup", ""],
      ["store", "backup", "--daily", file], ["store", "backup", home("nowhere/file")],
      ["store", "backup", home("new")], ["store", "backup", home(Desk.storePath)],
      ["store", "backup", home(Desk.storePath + ".moved")],
      ["export", "--format", "json", "-o", home(Desk.storePath + ".moved")],
      ["unmark"], ["store", "backup", "--daily"], ["store", "restore"],
      ["store", "restore", home("nowhere")], ["store", "restore", home("new")],
      ["store", "restore", home(".config/haru/haru.conf")],
      ["store", "restore", home(Desk.storePath)], ["store", "restore", file],
      ["store", "move"], ["store", "move", ""], ["store", "move", home("nowhere")],
      ["store", "move", home(".local/share/haru")], ["store", "move", home("new")],
      ["store", "move", home("new")], ["store", "path"], ["config", "get", "Store.path"],
      ["status", "--format", "line"], ["store", "move", home(".local/share/haru")],
      ["store", "path"], ["store", "check"],
    ] { try session.type("haru", words) }
    session.note("$ ls ~/.local/share/haru ~/.local/share/haru/backups ~/new\n")
    for folder in [".local/share/haru", ".local/share/haru/backups", "new"] {
      session.note(try names(in: home(folder)).joined(separator: "  ") + "\n")
    }
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: home(Desk.storePath)))
    for words in [
      ["status"], ["store", "check"], ["store", "backup", file], ["store", "move", home("new")],
      ["store", "restore", file], ["status", "--format", "line"],
    ] { try session.type("haru", words) }
    for words in [["backup", "--help"], ["restore", "--help"], ["move", "--help"]] {
      try session.type("haru", ["store"] + words)
    }
    try session.expectGolden("store-life")
  }

  private func journal(at path: String) throws -> [JournalEntry] {
    try Store(path: path, for: .reading).journal(of: .earliest ... .latest)
  }

  private func marks(at path: String) throws -> [Day] {
    try Store(path: path, for: .reading).markedDays()
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// The unfinished files in a home, but for a link, which the next one replaces.
  private func unfinished(in home: Scratch) throws -> [String] {
    let all = FileManager.default.enumerator(atPath: home.path)?.allObjects as? [String] ?? []
    return all.filter { $0.hasSuffix(".haru-part") && !$0.hasSuffix(".link.haru-part") }
  }

  /// The stores in a home, except kept ones; not the links to one.
  private func stores(in home: Scratch) throws -> [String] {
    let all = FileManager.default.enumerator(atPath: home.path)?.allObjects as? [String] ?? []
    return all.filter { $0.hasSuffix("/haru.sqlite") }.map { home($0) }
      .filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: $0)) == nil }
  }
}
