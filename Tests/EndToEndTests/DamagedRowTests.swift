import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Rows with invalid values end no program: they are named, and repaired
/// (docs/store.md#damaged-rows).
@Suite(.serialized)
struct DamagedRowTests {
  private let home = Scratch()
  private let environment: [String: String]
  private let store: String

  init() throws {
    environment = Support.environment(home: home.path)
    store = home(Desk.storePath)
    for words in [
      ["config", "set", "Store.backups", "0"],
      ["mark", "2026-01-01", "2026-01-03"],
      ["mark", "2026-01-04"], ["note", "2026-01-03", "chapter 3"], ["rest", "2026-01-02"],
    ] { try #require(try environment.haru(words).status == 0) }
    try execute(
      """
      INSERT INTO log_file (name, is_read)
        VALUES ('2026-01-00000000000000000000000000000000.jsonl', 1);
      """, on: store)
  }

  private var days: [String] {
    get throws { try Store(path: store, for: .reading).markedDays().map(\.description) }
  }

  @Test(arguments: [
    (
      "UPDATE entry SET at = 9223372036854775807, utc_offset = 3600", "row 1 of entry",
      ["undo", "--list"]
    ),
    ("UPDATE entry SET batch = -1 WHERE id = 2", "row 2 of entry", ["undo", "--list"]),
    ("UPDATE entry SET value = 'x' WHERE id = 1", "row 1 of entry", ["undo", "--list"]),
    ("UPDATE entry SET machine = 'another' WHERE id = 3", "row 3 of entry", ["undo", "--list"]),
    ("UPDATE this_machine SET name = 'A B'", "row 1 of this_machine", ["sync", "status"]),
    (
      "UPDATE entry SET at = -9223372036854775808 WHERE kind = 'study'", "row 1 of entry",
      ["export", "--format", "json"]
    ),
    (
      "UPDATE entry SET utc_offset = 93600 WHERE kind = 'study'", "row 1 of entry",
      ["export", "--format", "json"]
    ),
    ("UPDATE entry SET counts = 0 WHERE id = 2", "row 2 of entry", ["status"]),
    (
      "UPDATE entry SET value = CAST(zeroblob(2000000) AS TEXT) WHERE kind = 'rest'",
      "row 5 of entry", ["status"]
    ),
  ])
  func aDamagedRowIsNamedAndRepaired(sql: String, row: String, command: [String]) throws {
    try execute("PRAGMA ignore_check_constraints = ON; " + sql, on: store)
    let reading = try environment.haru(command)
    #expect([0, 65].contains(reading.status), "\(reading)")
    let check = try environment.haru("store", "check")
    #expect(check.status == 65)
    #expect(check.output.contains("invalid values in \(row)\n"))
    #expect(
      check.errors == "haru: damaged: \(store); to repair it: haru store check --repair\n")
    if reading.status == 65 { #expect(reading.errors == check.errors) }
    let damaged = home("damaged.sqlite")
    #expect(try environment.haru("store", "backup", damaged).status == 65)
    #expect(!FileManager.default.fileExists(atPath: damaged))

    let repair = try environment.haru("store", "check", "--repair")
    #expect(repair.status == 0, "\(repair.errors)")
    #expect(try environment.haru("store", "check").output == "no problems found: \(store)\n")
    #expect(try days == ["2026-01-04", "2026-01-03", "2026-01-01"])
    #expect(try environment.haru(command).status == 0)
    // The former contents are kept as they were.
    let kept = try #require(
      try FileManager.default.contentsOfDirectory(atPath: home(".local/share/haru"))
        .first { $0.hasPrefix("haru.sqlite.before-repair-") })
    let problems = try Store(path: home(".local/share/haru/" + kept), for: .reading).problems()
    let rows = problems.compactMap { problem in
      if case .row(let number, let table) = problem { "row \(number) of \(table)" } else { nil }
    }
    #expect(rows.contains(row))
    // A damaged store is no backup.
    let restore = try environment.haru("store", "restore", home(".local/share/haru/" + kept))
    #expect(restore.status == 65)
    #expect(try days.count == 3)
  }

  /// A view or an index that another program has taken away, or put another in its place.
  @Test(arguments: [
    ("DROP INDEX entry_studied", "entry_studied"),
    ("DROP VIEW mark; CREATE TABLE mark (day TEXT)", "mark"),
    ("DROP VIEW mark; CREATE VIEW mark AS SELECT '2026-01-09' AS day", "mark"),
    ("DROP VIEW rest", "rest"), ("DROP INDEX entry_counts", "entry_counts"),
    ("DROP INDEX entry_register; CREATE INDEX entry_register ON entry (zone)", "entry_register"),
  ])
  func whatTheTablesLackIsNamedAndMadeAgain(sql: String, name: String) throws {
    let backup = home("backup.sqlite")
    #expect(try environment.haru("store", "backup", backup).status == 0)
    let before = try environment.haru("export", "--format", "json").output
    try execute(sql, on: store)
    let check = try environment.haru("store", "check")
    #expect(check.status == 65, "\(check)")
    #expect(check.output.contains("\(name) is missing or changed\n"))
    #expect(check.errors.contains("to repair it: haru store check --repair\n"))
    #expect(try environment.haru("store", "backup", home("other.sqlite")).status == 65)
    let copy = home("copy.sqlite")
    try FileManager.default.copyItem(atPath: store, toPath: copy)

    #expect(try environment.haru("store", "check", "--repair").status == 0)
    #expect(try environment.haru("store", "check").output == "no problems found: \(store)\n")
    #expect(try environment.haru("export", "--format", "json").output == before)

    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.copyItem(atPath: copy, toPath: store)
    let restore = try environment.haru("store", "restore", backup)
    #expect(restore.status == 0, "\(restore.errors)")
    #expect(try environment.haru("export", "--format", "json").output == before)
  }

  /// Without the index two entries of a day can count, which the index made again refuses.
  @Test func anIndexIsMadeAgainOverEntriesThatBothCount() throws {
    #expect(try environment.haru("note", "2026-01-03", "chapter 4").status == 0)
    try execute(
      "DROP INDEX entry_counts; UPDATE entry SET counts = 1 WHERE kind = 'note'", on: store)
    #expect(try environment.haru("store", "check").status == 65)
    let repair = try environment.haru("store", "check", "--repair")
    #expect(repair.status == 0, "\(repair.errors)")
    #expect(try environment.haru("store", "check").status == 0)
    #expect(try environment.haru("note", "2026-01-03").output == "chapter 4\n")
  }

  /// Three changes of one day, of which the last is damaged and in no backup: what it says of the day is said again,
  /// though not when it was made.
  @Test(arguments: [
    "value = 'x'", "batch = -1", "source = 'nobody'", "at = 1", "name = zeroblob(16)",
  ])
  func aDamagedEntryTakesNoDayWithIt(damage: String) throws {
    for words in [["unmark", "2026-01-04"], ["mark", "2026-01-04"]] {
      #expect(try environment.haru(words).status == 0)
    }
    try execute(
      "UPDATE entry SET \(damage) WHERE id = (SELECT max(id) FROM entry)", on: store)
    #expect(try environment.haru("store", "check", "--repair").status == 0)
    #expect(try days == ["2026-01-04", "2026-01-03", "2026-01-01"])
    #expect(try environment.haru("store", "check").status == 0)
  }

  /// Of which day it was, or that it was of one, nobody can read; the newest good backup has it.
  @Test(
    arguments: [
      "kind = kind || 'x'", "key = '2026-02-30'", "value = CAST(x'ff41' AS TEXT)",
    ],
    ["2026-01-03", "2026-01-04"])
  func anEntryThatSaysNothingComesFromTheBackup(damage: String, day: String) throws {
    _ = try environment.haru("config", "set", "Store.backups", "7")
    #expect(try environment.haru("store", "backup", "--daily").status == 0)
    try execute("UPDATE entry SET \(damage) WHERE key = '\(day)'", on: store)
    #expect(try environment.haru("store", "check", "--repair").status == 0)
    #expect(try environment.haru("note", "2026-01-03").output == "chapter 3\n")
    #expect(try days == ["2026-01-04", "2026-01-03", "2026-01-01"])
  }

  /// The first entry of a batch was lost: undo goes on beyond it.
  @Test func afterARepairUndoComesToTheBeginning() throws {
    try execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE entry SET at = 1 WHERE id = 1", on: store)
    #expect(try environment.haru("store", "check", "--repair").status == 0)
    var steps = 0
    while steps < 20, try environment.haru("undo").status == 0 { steps += 1 }
    #expect(steps < 20)
    #expect(try days == [])
  }

  /// What can be read of it stays, and notes stay here if it is not known whether they may leave.
  @Test(arguments: [
    "UPDATE this_machine SET name = 'A B'", "UPDATE this_machine SET settled = -5",
    "UPDATE this_machine SET leaves_out_notes = 7",
  ])
  func afterARepairDaysAreExchangedAsBefore(damage: String) throws {
    let folder = try home.makeFolder("folder")
    #expect(try environment.haru("sync", "on", "--no-notes", folder).status == 0)
    try execute("PRAGMA ignore_check_constraints = ON; \(damage)", on: store)
    #expect(try environment.haru("store", "check").output.contains("row 1 of this_machine"))
    #expect(try environment.haru("store", "check", "--repair").status == 0)
    let status = try environment.haru("sync", "status")
    #expect(status.status == 0 && status.output.contains(folder), "\(status)")
    #expect(status.output.contains("Notes"))
  }

  @Test func aMachineThatIsGoneIsMadeAnew() throws {
    try execute("DELETE FROM this_machine", on: store)
    #expect(try environment.haru("store", "check").output.contains("row 1 of this_machine"))
    #expect(try environment.haru("store", "check", "--repair").status == 0)
    #expect(try environment.haru("mark", "2026-01-07").status == 0)
    #expect(try days.contains("2026-01-07"))
  }

  /// A damaged entry keeps no click from being saved.
  @Test func besideADamagedEntryDaysAreMarked() throws {
    try execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE entry SET zone = 'x' WHERE id = (SELECT max(id) FROM entry)",
      on: store)
    #expect(try environment.haru("mark", "2026-01-07").status == 0)
    #expect(try days.contains("2026-01-07"))
  }

  /// What the newest good backup knows of the history comes back, with what came after it.
  @Test func lostEntriesComeFromTheBackup() throws {
    _ = try environment.haru("config", "set", "Store.backups", "7")
    try environment.haru("store", "backup", "--daily").succeeded()
    for words in [["unmark", "2026-01-03"], ["mark", "2026-01-05"]] {
      #expect(try environment.haru(words).status == 0)
    }
    func history() throws -> [JournalEntry] {
      try Store(path: store, for: .reading).journal(of: .earliest ... .latest)
    }
    let before = try history()
    try execute("UPDATE entry SET at = -9223372036854775808 WHERE id < 5", on: store)
    #expect(try environment.haru("store", "check", "--repair").status == 0)
    #expect(try history() == before)
    #expect(try days == ["2026-01-05", "2026-01-04", "2026-01-01"])
  }

  /// SQLite cannot work with the file: a backup is offered, and nothing is changed.
  @Test func aDamagedFileIsNotRepaired() throws {
    let place = "SELECT rootpage FROM sqlite_schema WHERE name = 'entry'"
    let number = try Child.run("sqlite3", [store, place]).output.trimmingCharacters(in: .newlines)
    let page = try #require(UInt64(number))
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: store))
    try file.seek(toOffset: 4096 * (page - 1))
    try file.write(contentsOf: Data(repeating: 0xa5, count: 4096))
    let damaged = try Data(contentsOf: URL(fileURLWithPath: store))
    let repair = try environment.haru("store", "check", "--repair")
    #expect(repair.status == 65)
    #expect(repair.errors == "haru: damaged: \(store)\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == damaged)
  }

  /// One bit of the header, or a byte, says that the tables are those of no version.
  @Test(arguments: ["-2147483641", "-1", "0", "8"])
  func aDamagedVersionIsNamedByEveryCommand(version: String) throws {
    let backup = home("backup.sqlite")
    #expect(try environment.haru("store", "backup", backup).status == 0)
    try execute("PRAGMA user_version = \(version)", on: store)
    let damaged = "haru: damaged: \(store)\n"
    // Those that only read do not look at all tables.
    let isSeen = Int(version) ?? 1 <= 0
    for words in [["status"], ["store", "check"], ["mark"], ["undo"], ["store", "new"]] {
      let run = try environment.haru(words)
      if words == ["store", "new"] { #expect(run.status == 73); continue }
      if isSeen || ["mark", "undo"].contains(words[0]) {
        #expect(run.status == 65 && run.errors == damaged, "\(words): \(run)")
      }
    }
    if isSeen {
      #expect(try environment.haru("doctor").output.contains("✗ store: damaged: \(store)"))
      let bus = try PrivateBus()
      let agent = try Desk.startAgent(
        environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
      _ = try agent.line(from: .errors) { $0.contains("the store cannot be read: corrupt") }
      #expect(try agent.terminate() == .exited(0))
    }
    #expect(try environment.haru("store", "restore", backup).status == 0)
    #expect(try days.count == 3)
    #expect(try environment.haru("mark").status == 0)
  }

  /// The exchanges that the agent starts say what a person is told; no help page has them.
  @Test(arguments: [
    ("sync", "UPDATE entry SET at = 9223372036854775807, is_carried = 0"),
    ("tasks", "UPDATE task SET revision = -5"),
  ])
  func anExchangeNamesTheDamagedStore(kind: String, damage: String) throws {
    let folder = try home.makeFolder("folder")
    for words in [[kind, "on", folder], ["exchange", kind]] {
      #expect(try environment.haru(words).status == 0, "\(words)")
    }
    try execute("\(damage); UPDATE this_machine SET settled = 0", on: store)
    let run = try environment.haru("exchange", kind)
    let named = "haru: damaged: \(store); to repair it: haru store check --repair\n"
    #expect(run.status == 65 && run.errors == named, "\(run)")
  }

  /// What a repair makes again without a loss is not replaced by a backup.
  @Test(arguments: ["DROP INDEX entry_studied", "DROP VIEW mark"])
  func whatCanBeRepairedIsNotRestored(damage: String) throws {
    #expect(try environment.haru("mark").status == 0)
    #expect(try environment.haru("note", "today", "verbs").status == 0)
    try execute(damage, on: store)
    let named = "haru: damaged: \(store); to repair it: haru store check --repair\n"
    for words in [["streak"], ["status"], ["note", "2026-01-01", "nouns"]] {
      let run = try environment.haru(words)
      #expect(run.status == 0 || run.status == 65 && run.errors == named, "\(words): \(run)")
    }
    #expect(try environment.haru("streak").status == 65)
    #expect(try environment.haru("store", "check", "--repair").status == 0)
    #expect(try environment.haru("note", "today").output.contains("verbs"))
  }

  /// A repair makes no table again, and so the check does not advise it once more.
  @Test func aStoreWithoutATableIsNotSentInACircle() throws {
    try execute("DROP TABLE task", on: store)
    for words in [["store", "check"], ["store", "check", "--repair"]] {
      let run = try environment.haru(words)
      #expect(run.status == 65 && !run.errors.contains("--repair"), "\(words): \(run)")
    }
  }
}
