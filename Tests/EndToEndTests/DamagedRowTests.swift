import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Rows with invalid values end no program: they are named, and repaired
/// (docs/store.md#damaged-rows).
@Suite(.serialized)
struct DamagedRowTests {
  private let home: Scratch
  private let environment: [String: String]
  private let store: String

  init() throws {
    home = try Scratch()
    environment = Support.environment(home: home.path)
    store = home(Desk.storePath)
    for words in [
      ["config", "set", "Store.backups", "0"],
      // Nothing answers there.
      ["config", "set", "Repositories.api", "http://127.0.0.1:9"],
      ["mark", "2026-01-01", "2026-01-03"],
      ["mark", "2026-01-04"], ["note", "2026-01-03", "chapter 3"], ["rest", "2026-01-02"],
      ["repo", "add", "a/b"],
    ] { try #require(try haru(words).status == 0) }
    // What GitHub answers, which is not asked here.
    try execute(
      """
      INSERT INTO snapshot (watch_id, fetched_at, stars, contributors, asked_as)
        VALUES (1, 1767225600, 5, 'known', '');
      INSERT INTO contributor VALUES (1, 1, 'someone', 3, NULL);
      INSERT INTO news VALUES (1, 1, 1767225600, 'gone', '', NULL);
      INSERT INTO pause VALUES ('http://127.0.0.1:9', '', 1767225600, 1, 'offline', '');
      INSERT INTO log_file (name, is_read)
        VALUES ('2026-01-00000000000000000000000000000000.jsonl', 1);
      """, on: store)
  }

  private func haru(_ words: [String]) throws -> Child.Outcome {
    try Child.run(Built.product("haru"), words, environment: environment)
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
    (
      "UPDATE snapshot SET fetched_at = -9223372036854775808", "row 1 of snapshot",
      ["repo", "show", "a/b"]
    ),
    ("UPDATE snapshot SET stars = -5", "row 1 of snapshot", ["repo", "list"]),
    (
      "UPDATE contributor SET contributions = -1", "row 1 of contributor",
      ["repo", "show", "a/b", "--contributors"]
    ),
    (
      "UPDATE watch SET failures = -9223372036854775808", "row 1 of watch", ["repo", "list"]
    ),
    ("UPDATE news SET at = 9223372036854775807", "row 1 of news", ["repo", "list"]),
    ("UPDATE news SET told_at = 9223372036854775807", "row 1 of news", ["repo", "news"]),
    ("UPDATE pause SET until = 9223372036854775807", "row 1 of pause", ["repo", "list"]),
  ])
  func aDamagedRowIsNamedAndRepaired(sql: String, row: String, command: [String]) throws {
    try execute("PRAGMA ignore_check_constraints = ON; " + sql, on: store)
    let reading = try haru(command)
    #expect([0, 65].contains(reading.status), "\(reading)")
    let check = try haru(["store", "check"])
    #expect(check.status == 65)
    #expect(check.output.contains("invalid values in \(row)\n"))
    #expect(
      check.errors == "haru: damaged: \(store); to repair it: haru store check --repair\n")
    if reading.status == 65 { #expect(reading.errors == check.errors) }
    let damaged = home("damaged.sqlite")
    #expect(try haru(["store", "backup", damaged]).status == 65)
    #expect(!FileManager.default.fileExists(atPath: damaged))

    let repair = try haru(["store", "check", "--repair"])
    #expect(repair.status == 0, "\(repair.errors)")
    #expect(try haru(["store", "check"]).output == "no problems found: \(store)\n")
    #expect(try days == ["2026-01-04", "2026-01-03", "2026-01-01"])
    #expect(try haru(command).status == 0)
    #expect(try haru(["repo", "list"]).output.contains("a/b"))
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
    let restore = try haru(["store", "restore", home(".local/share/haru/" + kept)])
    #expect(restore.status == 65)
    #expect(try days.count == 3)
  }

  /// What can still be read of a watch stays: here, that it is muted.
  @Test func aRepairedWatchStaysMuted() throws {
    try Store(path: store, for: .writing).setQuiet(true, [#require(RepositoryName("a/b"))])
    try execute(
      """
      PRAGMA ignore_check_constraints = ON;
      UPDATE watch SET failures = -9223372036854775808;
      """, on: store)
    #expect(try haru(["store", "check", "--repair"]).status == 0)
    #expect(try haru(["repo", "list"]).output.contains("muted"))
  }

  /// Three changes of one day, of which the last is damaged and in no backup: what it says of the day is said again,
  /// though not when it was made.
  @Test(arguments: [
    "value = 'x'", "batch = -1", "source = 'nobody'", "at = 1", "name = zeroblob(16)",
  ])
  func aDamagedEntryTakesNoDayWithIt(damage: String) throws {
    for words in [["unmark", "2026-01-04"], ["mark", "2026-01-04"]] {
      #expect(try haru(words).status == 0)
    }
    try execute(
      "UPDATE entry SET \(damage) WHERE id = (SELECT max(id) FROM entry)", on: store)
    #expect(try haru(["store", "check", "--repair"]).status == 0)
    #expect(try days == ["2026-01-04", "2026-01-03", "2026-01-01"])
    #expect(try haru(["store", "check"]).status == 0)
  }

  /// Of which day it was, or that it was of one, nobody can read; the newest good backup has it.
  @Test(
    arguments: [
      "kind = kind || 'x'", "key = '2026-02-30'", "value = CAST(x'ff41' AS TEXT)",
    ],
    ["2026-01-03", "2026-01-04"])
  func anEntryThatSaysNothingComesFromTheBackup(damage: String, day: String) throws {
    _ = try haru(["config", "set", "Store.backups", "7"])
    #expect(try haru(["store", "backup", "--daily"]).status == 0)
    try execute("UPDATE entry SET \(damage) WHERE key = '\(day)'", on: store)
    #expect(try haru(["store", "check", "--repair"]).status == 0)
    #expect(try haru(["note", "2026-01-03"]).output == "chapter 3\n")
    #expect(try days == ["2026-01-04", "2026-01-03", "2026-01-01"])
  }

  /// The first entry of a batch was lost: undo goes on beyond it.
  @Test func afterARepairUndoComesToTheBeginning() throws {
    try execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE entry SET at = 1 WHERE id = 1", on: store)
    #expect(try haru(["store", "check", "--repair"]).status == 0)
    var steps = 0
    while steps < 20, try haru(["undo"]).status == 0 { steps += 1 }
    #expect(steps < 20)
    #expect(try days == [])
  }

  /// What can be read of it stays, and notes stay here if it is not known whether they may leave.
  @Test(arguments: [
    "UPDATE this_machine SET name = 'A B'", "UPDATE this_machine SET settled = -5",
    "UPDATE this_machine SET leaves_out_notes = 7",
  ])
  func afterARepairDaysAreExchangedAsBefore(damage: String) throws {
    let folder = home("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(try haru(["sync", "on", "--no-notes", folder]).status == 0)
    try execute("PRAGMA ignore_check_constraints = ON; \(damage)", on: store)
    #expect(try haru(["store", "check"]).output.contains("row 1 of this_machine"))
    #expect(try haru(["store", "check", "--repair"]).status == 0)
    let status = try haru(["sync", "status"])
    #expect(status.status == 0 && status.output.contains(folder), "\(status)")
    #expect(status.output.contains("Notes"))
  }

  @Test func aMachineThatIsGoneIsMadeAnew() throws {
    try execute("DELETE FROM this_machine", on: store)
    #expect(try haru(["store", "check"]).output.contains("row 1 of this_machine"))
    #expect(try haru(["store", "check", "--repair"]).status == 0)
    #expect(try haru(["mark", "2026-01-07"]).status == 0)
    #expect(try days.contains("2026-01-07"))
  }

  /// A damaged entry keeps no click from being saved.
  @Test func besideADamagedEntryDaysAreMarked() throws {
    try execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE entry SET zone = 'x' WHERE id = (SELECT max(id) FROM entry)",
      on: store)
    #expect(try haru(["mark", "2026-01-07"]).status == 0)
    #expect(try days.contains("2026-01-07"))
  }

  /// What the newest good backup knows of the history comes back, with what came after it.
  @Test func lostEntriesComeFromTheBackup() throws {
    _ = try haru(["config", "set", "Store.backups", "7"])
    let daily = try haru(["store", "backup", "--daily"])
    #expect(daily.status == 0, "\(daily.errors)")
    for words in [["unmark", "2026-01-03"], ["mark", "2026-01-05"]] {
      #expect(try haru(words).status == 0)
    }
    func history() throws -> [JournalEntry] {
      try Store(path: store, for: .reading).journal(of: .earliest ... .latest)
    }
    let before = try history()
    try execute("UPDATE entry SET at = -9223372036854775808 WHERE id < 5", on: store)
    #expect(try haru(["store", "check", "--repair"]).status == 0)
    #expect(try history() == before)
    #expect(try days == ["2026-01-05", "2026-01-04", "2026-01-01"])
  }

  /// SQLite cannot work with the file: a backup is offered, and nothing is changed.
  @Test func aDamagedFileIsNotRepaired() throws {
    try execute("DELETE FROM watch; VACUUM", on: store)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: store))
    try file.seek(toOffset: 4096 * 2)
    try file.write(contentsOf: Data(repeating: 0xa5, count: 4096))
    let damaged = try Data(contentsOf: URL(fileURLWithPath: store))
    let repair = try haru(["store", "check", "--repair"])
    #expect(repair.status == 65)
    #expect(repair.errors == "haru: damaged: \(store)\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == damaged)
  }

  /// One bit of the header, or a byte, says that the tables are those of no version.
  @Test(arguments: ["-2147483641", "-1", "0", "8"])
  func aDamagedVersionIsNamedByEveryCommand(version: String) throws {
    let backup = home("backup.sqlite")
    #expect(try haru(["store", "backup", backup]).status == 0)
    try execute("PRAGMA user_version = \(version)", on: store)
    let damaged = "haru: damaged: \(store)\n"
    // Those that only read do not look at all tables.
    let isSeen = Int(version) ?? 1 <= 0
    for words in [["status"], ["store", "check"], ["mark"], ["undo"], ["store", "new"]] {
      let run = try haru(words)
      if words == ["store", "new"] { #expect(run.status == 73); continue }
      if isSeen || ["mark", "undo"].contains(words[0]) {
        #expect(run.status == 65 && run.errors == damaged, "\(words): \(run)")
      }
    }
    if isSeen {
      #expect(try haru(["doctor"]).output.contains("✗ store: damaged: \(store)"))
      let bus = try PrivateBus()
      let agent = try Desk.startAgent(
        environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
      _ = try agent.line(from: .errors) { $0.contains("the store cannot be read: corrupt") }
      #expect(try agent.terminate() == .exited(0))
    }
    #expect(try haru(["store", "restore", backup]).status == 0)
    #expect(try days.count == 3)
    #expect(try haru(["mark"]).status == 0)
  }

  /// The exchanges that the agent starts say what a person is told; no help page has them.
  @Test(arguments: [
    ("sync", "UPDATE entry SET at = 9223372036854775807, is_carried = 0"),
    ("tasks", "UPDATE task SET revision = -5"),
  ])
  func anExchangeNamesTheDamagedStore(kind: String, damage: String) throws {
    let folder = home("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for words in [[kind, "on", folder], ["exchange", kind]] {
      #expect(try haru(words).status == 0, "\(words)")
    }
    try execute("\(damage); UPDATE this_machine SET settled = 0", on: store)
    let run = try haru(["exchange", kind])
    let named = "haru: damaged: \(store); to repair it: haru store check --repair\n"
    #expect(run.status == 65 && run.errors == named, "\(run)")
  }

  // MARK: Random rows

  /// `HARU_TEST_ROWS` sets how many rows are tried.
  private static let rows =
    ProcessInfo.processInfo.environment["HARU_TEST_ROWS"].flatMap { Int($0) } ?? 200

  private static let commands = [
    ["status"], ["status", "--json"], ["calendar"], ["calendar", "2026-01"], ["streak"],
    ["explain", "2026-01-01"], ["explain"], ["undo", "--list"], ["note", "2026-01-03"],
    ["repo", "list"], ["repo", "list", "--json"], ["repo", "show", "a/b"],
    ["repo", "show", "a/b", "--json", "--contributors"], ["export", "--format", "json"],
    ["export", "--format", "csv"], ["export", "--format", "ics"], ["doctor"],
  ]

  private static let columns = [
    "mark": ["day", "marked_at", "utc_offset", "zone", "source"],
    "entry": [
      "id", "name", "kind", "key", "value", "at", "utc_offset", "zone", "source", "machine",
      "first",
      "undoes", "replaces", "batch", "is_carried",
    ],
    "this_machine": [
      "name", "number", "folder", "leaves_out_notes", "settled", "problem",
    ],
    "rest": ["day", "reason"], "rest_rule": ["weekday", "from_day", "to_day"],
    "note": ["day", "text"], "log_file": ["name", "is_read"],
    "watch": [
      "id", "owner", "name", "position", "added_at", "due_at", "tried_at", "failures", "problem",
      "problem_detail", "is_quiet", "is_gone", "contributors_wanted_at", "milestone", "looked_at",
      "looked_stars", "looked_forks", "looked_open_issues",
    ],
    "snapshot": [
      "watch_id", "fetched_at", "summary", "stars", "forks", "open_issues", "has_issues",
      "watchers", "default_branch", "pushed_at", "is_archived", "avatar", "contributors",
      "asked_as", "etag", "contributors_etag",
    ],
    "contributor": ["watch_id", "rank", "login", "contributions", "avatar"],
    "news": ["id", "watch_id", "at", "kind", "detail", "told_at"],
    "pause": ["site", "asked_as", "until", "failures", "problem", "problem_detail"],
  ]

  private static func value(using generator: inout Seeded) -> String {
    let numbers: [Int64] = [
      .min, .min + 1, -1 << 53, -62_135_596_801, -62_135_596_800, -1, 0, 1, 59, 1 << 31, 1 << 53,
      253_402_300_799, 253_402_300_800, .max - 1, .max,
    ]
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return "\(numbers.randomElement(using: &generator) ?? 0)"
    case 1:
      let bits = Int64.random(in: .min ... .max, using: &generator)
      return "\(bits >> Int64.random(in: 0..<63, using: &generator))"
    case 2:
      let texts = [
        "''", "'studied'", "'known'", "'0001-01-01'", "'9999-12-31'", "'2026-02-30'", "NULL",
        "char(65, 0, 66)", "CAST(x'c0afe28ffff4' AS TEXT)", "CAST(zeroblob(1048577) AS TEXT)",
        "replace(hex(zeroblob(600000)), '0', 'y')", "char(8238, 27, 91, 50, 74)",
        "'9223372036854775807'", "'-1'", "'../../etc/passwd'",
      ]
      return texts.randomElement(using: &generator) ?? "NULL"
    default:
      let bytes = (0..<Int.random(in: 0..<24, using: &generator)).map { _ in
        let byte = String(UInt8.random(in: 0...255, using: &generator), radix: 16)
        return byte.count == 1 ? "0" + byte : byte
      }
      return "CAST(x'\(bytes.joined())' AS TEXT)"
    }
  }

  /// Whether a program was ended by a signal, as a trap does.
  private func wasKilled(_ outcome: Child.Outcome) -> Bool {
    if case .killed = outcome.ending { true } else { false }
  }

  @Test func noRowEndsAProgram() throws {
    var generator = Seeded()
    let base = home("base.sqlite")
    try execute("VACUUM INTO '\(base)'", on: store)
    let bus = try PrivateBus()
    let session = Support.environment(home: home.path, bus: bus.address)
    var (damaged, repaired) = (0, 0)
    for number in 0..<DamagedRowTests.rows {
      // A process that the agent started may still look for the store.
      let fresh = home("fresh.sqlite")
      try FileManager.default.copyItem(atPath: base, toPath: fresh)
      try #require(rename(fresh, store) == 0)
      let tables = DamagedRowTests.columns.keys.sorted()
      let table = tables.randomElement(using: &generator) ?? "mark"
      let column = DamagedRowTests.columns[table]?.randomElement(using: &generator) ?? "day"
      let value = DamagedRowTests.value(using: &generator)
      let sql = "UPDATE OR IGNORE \(table) SET \(column) = \(value)"
      // A strict table takes no text for a number.
      guard
        (try? execute("PRAGMA ignore_check_constraints = ON; \(sql)", on: store)) != nil
      else { continue }

      for _ in 0..<3 {
        let command = DamagedRowTests.commands.randomElement(using: &generator) ?? []
        let outcome = try haru(command)
        #expect(!wasKilled(outcome), "\(command) after \(sql)")
      }
      let check = try haru(["store", "check"])
      #expect(!wasKilled(check), "store check after \(sql)")
      if check.status == 65 {
        damaged += 1
        let repair = try haru(["store", "check", "--repair"])
        #expect(repair.status == 0, "repair after \(sql): \(repair.errors)")
        if repair.status == 0 { repaired += 1 }
        #expect(try haru(["store", "check"]).status == 0, "after \(sql)")
      }
      if number.isMultiple(of: 50) {
        if check.status == 65 {
          try execute("PRAGMA ignore_check_constraints = ON; \(sql)", on: store)
        }
        let agent = try Desk.startAgent(session)
        _ = try agent.line(from: .errors) { $0.contains("event: ") }
        #expect(try agent.terminate() == .exited(0), "the agent after \(sql)")
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: home(".local/share/haru"))
      where name.contains(".before-repair-") {
        try FileManager.default.removeItem(atPath: home(".local/share/haru/" + name))
      }
    }
    print("\(DamagedRowTests.rows) rows: \(damaged) damaged, \(repaired) repaired")
    #expect(damaged >= DamagedRowTests.rows / 10)
  }
}
