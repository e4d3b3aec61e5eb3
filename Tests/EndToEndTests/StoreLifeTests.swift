import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// The life of the store: backed up, damaged, restored and moved.
@Suite(.serialized)
struct StoreLifeTests {
  // MARK: Moving

  /// An empty start, data in the old place, the move, its verification, and another start; with the
  /// agent running.
  @Test func aMoveKeepsEveryDayWhileTheAgentRuns() throws {
    let desk = try Desk()
    let old = desk.home(Desk.storePath)
    let new = desk.home("new/haru.sqlite")
    try desk.home.makeFolder("new")
    // An empty start.
    let fresh = try desk.console.shown()
    #expect(fresh.body == "Press Study when you have studied today.")

    // Data in the old place, from a command and a click.
    #expect(try desk.haru("mark", "-1").status == 0)
    let open = try desk.console.shown { $0.body.hasPrefix("1-day streak, today is open") }
    try desk.console.press("Study", on: open)
    let studied = try desk.console.shown { $0.summary.hasPrefix("Studied:") }
    let before = try journal(at: old)

    try desk.haru("store", "move", desk.home("new")).succeeded()

    // The new place has everything, and the old file is kept.
    #expect(try journal(at: new) == before)
    #expect(try desk.haru("store", "path").output == new + "\n")
    #expect(try desk.haru("store", "check").output == "no problems found: \(new)\n")
    let kept = try #require(
      try names(in: desk.home(".local/share/haru")).first { $0.contains(".moved-") })
    #expect(try journal(at: desk.home(".local/share/haru/" + kept)) == before)
    // The agent uses the new place: a click is written there only.
    try desk.console.waitForDoubleClick()
    try desk.console.press("Undo", on: studied)
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
    let home = Scratch()
    let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
    for name in ["a", "b"] {
      try home.makeFolder(name)
    }
    _ = try environment.haru("mark", "-1", "-2", "-5")
    var place = home(Desk.storePath)
    var marks = 3
    var (killed, undone) = (0, 0)
    for (call, every) in StoreLifeTests.steps {
      var number = 1
      while true {
        let target = home(place.hasPrefix(home("a")) ? "b" : "a") + "/haru.sqlite"
        let before = try environment.haru("status", "--json").output
        let wasKilled = try kill(
          before: call, number,
          ["store", "move", (target as NSString).deletingLastPathComponent], environment)
        let what: Comment = "killed before \(call) \(number)"

        // The next command finds the store, in one place.
        #expect(try environment.haru("status", "--json").output == before, what)
        let now = try environment.haru("store", "path").output.dropLast()
        #expect(now == place || now == target, what)
        #expect(now == target || wasKilled, what)
        // The copy of a killed move may be there, which the next one replaces.
        #expect(try Set(stores(in: home)).isSubset(of: [place, target]), what)
        // A mark is written there.
        #expect(try environment.haru("toggle", "-\(10 + marks)").status == 0, what)
        marks += 1
        let store = try Store(path: String(now), for: .reading)
        #expect(try store.markedDays().count == marks, what)
        #expect(try store.problems() == [], what)
        // And the move works.
        if now == place {
          undone += 1
          #expect(
            try environment.haru(
              "store", "move", (target as NSString).deletingLastPathComponent
            ).status == 0, what)
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

  // MARK: Damage

  /// A damaged store stays damaged or is restored, and never counts as unused.
  @Test(arguments: [true, false])
  func aKilledRestoreOverADamagedStoreIsDoneOrNot(hasJournal: Bool) throws {
    let home = Scratch()
    let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
    let (store, file) = (home(Desk.storePath), home("backup.sqlite"))
    _ = try environment.haru("mark", "-300..-1")
    _ = try environment.haru("store", "backup", file)
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
        let status = try environment.haru("status")
        if status.status == 65 {
          #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == damaged, what)
          #expect(try environment.haru("mark").status == 65, what)
          #expect(try environment.haru("store", "restore", file).status == 0, what)
        } else {
          restored += 1
        }
        #expect(try marks(at: store).count == 300, what)
        #expect(try environment.haru("store", "check").status == 0, what)
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
    let desk = try Desk(marks: Array(1...1500))
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
      let run = try desk.environment.haru(words)
      #expect(run.status == 65, "\(words)")
      #expect(run.errors == "haru: \(line)\n", "\(words)")
    }
    #expect(try desk.haru("doctor").output.contains("✗ store: \(line)\n"))
    // A click reports that it was not saved, and the file is not changed.
    try desk.console.press("Study", on: blind)
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
    let desk = try Desk(marks: [1])
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
    let desk = try Desk(marks: [1])
    let first = try desk.console.shown()
    try desk.agent.terminate()
    let alone = try desk.home.copy(Built.product("haru-agent"), to: "bin/haru-agent")
    let agent = try Child(
      alone, ["--gapplication-service", "--verbose"], environment: desk.environment)
    let open = try desk.console.shown { $0.id != first.id }
    _ = try agent.line(from: .errors) { $0.contains("warning: no backup was made") }
    try desk.console.press("Study", on: open)
    _ = try desk.console.shown { $0.summary.hasPrefix("Studied:") }
    #expect(try agent.terminate() == .exited(0))
  }

  /// A failed backup is a warning, and the mark is kept.
  @Test func aBackupThatCannotBeMadeIsAWarning() throws {
    let home = Scratch()
    let environment = Support.environment(home: home.path)
    try home.write("a file", to: ".local/share/haru/backups")
    let run = try environment.haru("mark")
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("Marked: ") == true)
    #expect(lines.last?.hasPrefix("haru: warning: no backup was made: ") == true)
  }

  // MARK: Texts

  @Test(arguments: TestLanguage.tried)
  func storeCommands(language: TestLanguage) throws {
    let session = Transcript(language: language)
    let home = session.home
    try home.makeFolder("new")
    let file = home("backup.sqlite")
    try session.type(each: [
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
    ])
    session.note("$ ls ~/.local/share/haru ~/.local/share/haru/backups ~/new\n")
    for folder in [".local/share/haru", ".local/share/haru/backups", "new"] {
      session.note(try names(in: home(folder)).joined(separator: "  ") + "\n")
    }
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: home(Desk.storePath)))
    try session.type(each: [
      ["status"], ["store", "check"], ["store", "backup", file], ["store", "move", home("new")],
      ["store", "restore", file], ["status", "--format", "line"],
    ])
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
