import Foundation
import HaruCore
import HaruLog
import OwnProcess
import Support
import Testing

@testable import HaruStore

/// The file of the store (docs/store.md).
@Suite struct StoreFileTests {
  let bench = StoreBench()

  // MARK: Making

  @Test func isPrivateToItsOwner() throws {
    try bench.open().set("2026-11-20")
    #expect(try mode(of: bench.path) == "600")
    #expect(try mode(of: bench.scratch("haru")) == "700")
  }

  /// The file is private with every mask of the user.
  @Test(arguments: [mode_t(0), 0o077, 0o027])
  func isPrivateWithEveryUmask(mask: mode_t) async throws {
    await inOwnProcess(given: mask, bench.scratch("a/b/haru.sqlite")) {
      let (mask, path) = try Given.value(of: mode_t.self, String.self)
      umask(mask)
      let store = try Store(path: path, for: .writing)
      try store.set("2026-11-20")
      #expect(try mode(of: path) == "600")
      #expect(try mode(of: (path as NSString).deletingLastPathComponent) == "700")
    }
    #expect(try mode(of: bench.scratch("a")) == "700")
  }

  @Test func leavesExistingDirectoriesAsTheyAre() throws {
    try FileManager.default.createDirectory(
      atPath: bench.scratch("haru"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    _ = try bench.open()
    #expect(try mode(of: bench.scratch("haru")) == "755")
  }

  @Test func canHaveARelativePath() async throws {
    await inOwnProcess(given: bench.scratch.path) {
      let folder = try Given.value(of: String.self)
      chdir(folder)
      try Store(path: "below/here/haru.sqlite", for: .writing).set("2026-11-20")
      #expect(access("below/here/haru.sqlite", F_OK) == 0)
    }
  }

  @Test(arguments: [
    "with space", "per%20cent", "question?mark#hash", "하루", "quo'te\"s", "a//b/./c",
  ])
  func canBeInADirectoryOfAnyName(name: String) throws {
    let path = bench.scratch(name + "/haru.sqlite")
    let store = try Store(path: path, for: .writing)
    try store.set("2026-11-20")
    #expect(try Store(path: path, for: .reading).marks() == ["2026-11-20"])
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func reportsWhyItCannotBeCreated() throws {
    try bench.scratch.write("a file", to: "haru")
    #expect(throws: StoreError.unavailable(String(cString: strerror(ENOTDIR)))) {
      try bench.open()
    }
    #expect(try bench.scratch.read("haru") == "a file")
  }

  @Test func aDirectoryIsRefused() throws {
    try FileManager.default.createDirectory(atPath: bench.path, withIntermediateDirectories: true)
    for purpose in [Store.Purpose.writing, .reading] {
      #expect(throws: StoreError.self) { try bench.open(purpose) }
    }
  }

  // MARK: The schema

  @Test func hasTheDocumentedTables() throws {
    let store = try bench.open()
    #expect(try bench.rows("PRAGMA application_id") == [String(0x4841_5255)])
    #expect(try bench.rows("PRAGMA user_version") == ["\(Schema.present.version)"])
    #expect(try bench.rows("PRAGMA journal_mode") == ["delete"])
    #expect(
      try bench.rows(
        "SELECT name, strict FROM pragma_table_list "
          + "WHERE schema = 'main' AND name NOT LIKE 'sqlite%' ORDER BY name")
        == [
          "entry|1", "log_file|1", "mark|0", "note|0", "rest|0", "task|1", "task_list|1",
          "this_machine|1", "unknown_entry|1",
        ])
    #expect(try store.problems() == [])
  }

  /// The header contains HARU, by which other programs recognize the file.
  @Test func hasAnApplicationID() throws {
    try bench.open().set("2026-11-20")
    let header = try #require(try bench.contents()["haru.sqlite"])
    #expect(header.starts(with: Data("SQLite format 3\0".utf8)))
    #expect(header[68..<72] == Data("HARU".utf8))
  }

  @Test(arguments: [
    "'0000-01-01'", "'0000-12-31'", "'-001-01-01'", "'2026-1-1'", "'2026-11-20 '",
    "'2026-11-20 00:00'", "'20261120'", "'now'",
    "'today'", "''", "NULL", "20261120", "2461365", "x'323032362d31312d3230'", "'10000-01-01'",
    "'２０２６-11-20'", "'2026-11-2０'",
  ])
  func refusesInvalidDays(day: String) throws {
    _ = try bench.open()
    let insert = "INSERT INTO task VALUES (\(day), 0, 0, NULL)"
    let outcome = try Child.run("sqlite3", ["-batch", bench.path, insert])
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("constraint") || outcome.errors.contains("cannot store"))
    #expect(try bench.rows("SELECT count(*) FROM task") == ["0"])
  }

  /// SQLite 3.40 computes another day for `0300-03-01`.
  @Test(arguments: ["0001-01-01", "0300-03-01", "2024-02-29", "2000-02-29", "9999-12-31"])
  func holdsEveryDay(day: String) throws {
    let store = try bench.open()
    try store.set(day, today: .latest)
    try store.setRest([date(day)], reason: "", by: StoreBench.provenance)
    try store.setNote("x", on: date(day), by: StoreBench.provenance)
    try store.setRestRules(
      [.weekdays([.monday])], from: date(day), today: .latest, by: StoreBench.provenance)
    try store.setTaskList(TaskList(folder: "/tasks", keepsWeek: false))
    _ = try store.setTask(
      TaskDay.Known(isDone: true, revision: 1), of: date(day), saying: nil,
      by: StoreBench.provenance)
    #expect(try store.marks() == [day] && store.problems() == [])
  }

  /// The tables take every day that Haru has, whatever a date function makes of it.
  @Test func theTablesTakeTheEndsOfEveryMonth() throws {
    _ = try bench.open()
    var script = "BEGIN;"
    for year in 1...9999 {
      for month in 1...12 {
        guard let days = Day(year: year, month: month, day: 1)?.month.days else { continue }
        for day in [days.lowerBound, days.upperBound] {
          script += "INSERT INTO task VALUES ('\(day)', 0, 0, NULL);\n"
        }
      }
    }
    try bench.scratch.write(script + "COMMIT;", to: "days.sql")
    _ = try bench.rows(".read \(bench.scratch("days.sql"))")
    #expect(try bench.rows("SELECT count(*) FROM task") == ["239976"])
  }

  /// The steps begin with the tables that version 0.4 made.
  @Test func theBaseIsThatOfVersion04() throws {
    _ = try Store(path: bench.path, for: .writing, with: Schema(migrations: []))
    #expect(try bench.rows("PRAGMA user_version") == ["8"])
    #expect(try bench.rows("SELECT number, folder FROM this_machine") == ["\(MachineName.number)|"])
    let release = StoreBench()
    try release.write(try Release.file(of: 8))
    // Those for others than days are handed over.
    _ = try release.rows(
      "DROP TABLE contributor; DROP TABLE snapshot; DROP TABLE news; DROP TABLE watch; DROP TABLE pause"
    )
    #expect(try Release.tables(in: bench) == Release.tables(in: release))
  }

  /// What version 0.4 has written, each table among it, is as it was.
  @Test func aFileOfVersion04KeepsEverything() throws {
    try bench.write(try Release.file(of: 8))
    let columns = try Release.columns(in: bench)
    #expect(columns.count == 14)
    let before = try bench.rows(columns)
    for table in before { #expect(!table.isEmpty) }
    #expect(try Release(bench.open(.reading)) == Release(bench.open()))
    #expect(try bench.rows("PRAGMA user_version") == ["\(Schema.present.version)"])
    #expect(try bench.rows(columns) == before)
    let store = try bench.open()
    #expect(try store.problems() == [])
    #expect(try store.marks().count == 11 && store.countOfUnknownEntries() == 1)
    // The newest change was taken back already.
    #expect(try store.redo() == [DayChange(.rest, date("2026-11-27"), from: nil, to: "")])
    try store.undo()
    #expect(try store.undo() == [DayChange(.note, date("2026-11-20"), from: "chapter 3", to: nil)])
    try store.set("2026-11-18")
    try store.backUp(to: bench.scratch("backup.sqlite"))
  }

  /// The step after the newest leaves what is in a file of any release as it is.
  @Test(arguments: Release.schemas)
  func theNextStepOpensFilesOfEveryRelease(schema: Int) throws {
    let next = Schema(
      migrations: Schema.present.migrations + [
        Schema.Migration(
          """
          ALTER TABLE entry ADD COLUMN mood TEXT;
          ALTER TABLE this_machine ADD COLUMN mood TEXT;
          """)
      ])
    try bench.write(try Release.file(of: schema))
    let before = try Release(bench.open(.reading))
    let file = try bench.contents()
    #expect(try Release(Store(path: bench.path, for: .reading, with: next)) == before)
    #expect(try bench.contents() == file)
    #expect(try Release(Store(path: bench.path, for: .writing, with: next)) == before)
    #expect(try bench.rows("PRAGMA user_version") == ["\(next.version)"])
    let store = try Store(path: bench.path, for: .writing, with: next)
    #expect(try store.problems() == [])
    #expect(try !store.undo(by: StoreBench.provenance).isEmpty)
    try store.set("2026-11-18")
    #expect(try store.isStudied(date("2026-11-18")) && store.problems() == [])
  }

  /// A program of this version has a file open that the next one takes.
  @Test func theNextStepIsSeenByWhoHasTheFileOpen() throws {
    try bench.write(try Release.file(of: 8))
    let store = try bench.open()
    let next = Schema(
      migrations: Schema.present.migrations + [
        Schema.Migration("ALTER TABLE task ADD COLUMN language TEXT")
      ])
    _ = try Store(path: bench.path, for: .writing, with: next)
    #expect(throws: StoreError.newerSchema(Int(next.version))) { try store.set("2026-11-18") }
  }

  /// Another program has given the file a log.
  @Test func aLogGoesIntoTheFile() throws {
    try bench.open().set("2026-11-19")
    #expect(try bench.rows("PRAGMA journal_mode = WAL") == ["wal"])
    try bench.open().set("2026-11-20")
    #expect(try bench.rows("PRAGMA journal_mode") == ["delete"])
    #expect(try bench.contents().count == 1)
    #expect(try bench.open(.reading).marks() == ["2026-11-20", "2026-11-19"])
  }

  // MARK: Files that are left alone

  @Test(arguments: [Int(Schema.present.version) + 1, 99, Int(Int32.max)])
  func aNewerSchemaIsRefusedByName(version: Int) throws {
    try bench.open().set("2026-11-20")
    _ = try bench.rows("PRAGMA user_version = \(version)")
    let before = try bench.contents()
    for purpose in [Store.Purpose.writing, .reading] {
      #expect(throws: StoreError.newerSchema(version)) { try bench.open(purpose) }
    }
    #expect(try bench.contents() == before)
  }

  /// A process stops writing when a newer program migrates the file.
  @Test func aProcessStopsWritingWhenTheSchemaBecomesNewer() throws {
    let store = try bench.store(marking: "2026-11-19")
    let newer = Int(Schema.present.version) + 1
    _ = try bench.rows("PRAGMA user_version = \(newer)")
    #expect(throws: StoreError.newerSchema(newer)) { try store.checkSchema() }
    #expect(throws: StoreError.newerSchema(newer)) { try store.set("2026-11-20") }
    #expect(throws: StoreError.newerSchema(newer)) {
      try store.toggle(date("2026-11-19"), today: StoreBench.today, by: StoreBench.provenance)
    }
    #expect(throws: StoreError.newerSchema(newer)) { try store.undo() }
    #expect(try bench.rows("SELECT day FROM mark") == ["2026-11-19"])
  }

  @Test(arguments: [
    "CREATE TABLE other (a)", "PRAGMA application_id = 7", "PRAGMA user_version = 4",
    "PRAGMA application_id = 7; PRAGMA journal_mode = WAL; CREATE TABLE mark (day)",
    "CREATE VIEW v AS SELECT 1",
  ])
  func aDatabaseOfAnotherProgramIsRefused(sql: String) throws {
    try bench.write(Data())
    _ = try bench.rows(sql + "; VACUUM")
    let before = try bench.contents()
    for purpose in [Store.Purpose.writing, .reading] {
      #expect(throws: StoreError.notAStore) { try bench.open(purpose) }
    }
    #expect(try bench.contents() == before)
  }

  private static let garbage = [
    Data("Dear diary, today I have studied.\n".utf8), Data(repeating: 0, count: 4096),
    Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }), Data("hi".utf8),
    Data("SQLite format 2\0".utf8) + Data(repeating: 7, count: 4080),
  ]

  @Test(arguments: garbage)
  func garbageIsRefusedAndKept(garbage: Data) throws {
    try bench.write(garbage)
    let before = try bench.contents()
    for purpose in [Store.Purpose.writing, .reading] {
      #expect(throws: StoreError.notAStore) { try bench.open(purpose) }
    }
    #expect(try bench.contents() == before)
  }

  /// A truncated file is reported as damaged.
  @Test func aTruncatedFileIsDamaged() throws {
    let store = try bench.open()
    try store.setStudied(
      (-2000...0).compactMap(StoreBench.today.advanced(by:)), true, today: StoreBench.today,
      by: StoreBench.provenance)
    let whole = try #require(FileManager.default.contents(atPath: bench.path))
    for share in [2, 5, 20] {
      let cut = StoreBench()
      try cut.write(whole.prefix(whole.count / share))
      #expect(throws: StoreError.corrupt) { try cut.open(.reading).markedDays() }
      #expect(throws: StoreError.corrupt) { try cut.open().set("2026-11-20", studied: false) }
    }
    withExtendedLifetime(store) {}
  }

  /// Days of no calendar and other values that another program wrote are damage, never a day.
  @Test(arguments: [
    "2026-02-30", "2026-02-29", "2026-13-01", "2026-00-01", "2026-11-31", "2026-11-00",
    "2026-11-3x", "2026-11-1:", "2026-11-1", "2026-11-101", "", "2026", "2026-11/01", "２０２６",
  ])
  func anInvalidDayIsDamage(text: String) throws {
    let store = try bench.store(marking: "2026-11-01", "2026-11-02")
    try execute(
      "UPDATE entry SET key = '\(text)' WHERE key = '2026-11-02'", on: bench.path)
    #expect(throws: StoreError.damagedRows) { try store.markedDays() }
    // The second failure is the same as the first.
    #expect(throws: StoreError.damagedRows) { try store.markedDays() }
    #expect(try store.problems() == [.row(2, table: "entry")])
    try execute("DELETE FROM entry WHERE key <> '2026-11-01'", on: bench.path)
    #expect(try store.marks() == ["2026-11-01"])
  }

  @Test func anEmptyFileBecomesAStore() throws {
    try bench.write(Data())
    #expect(throws: StoreError.missing) { try bench.open(.reading) }
    #expect(try bench.contents() == ["haru.sqlite": Data()])
    try bench.open().set("2026-11-20")
    #expect(try bench.open(.reading).marks() == ["2026-11-20"])
  }

  // MARK: Reading

  @Test func readingCreatesNoFile() throws {
    #expect(throws: StoreError.missing) { try bench.open(.reading) }
    #expect(try names(in: bench.scratch.path) == [])
  }

  @Test func readingChangesNothing() throws {
    try bench.open().set("2026-11-20")
    let before = try bench.contents()
    do {
      let store = try bench.open(.reading)
      #expect(try store.marks() == ["2026-11-20"])
      #expect(throws: StoreError.readOnly) { try store.set("2026-11-19") }
      #expect(throws: StoreError.readOnly) { try store.undo() }
      #expect(try store.problems() == [])
    }
    #expect(try bench.contents() == before)
  }

  @Test func aReaderSeesTheWritesOfOthers() throws {
    let writer = try bench.open()
    let reader = try bench.open(.reading)
    for day in ["2026-11-18", "2026-11-19", "2026-11-20"] {
      try writer.set(day)
      #expect(try reader.marks().first == day)
    }
  }

  @Test func tamperingIsFound() throws {
    let store = try bench.store(marking: "2026-11-18", "2026-11-19")
    try store.set("2026-11-19", studied: false)
    #expect(try store.problems() == [])
    _ = try bench.rows(
      """
      UPDATE entry SET counts = 1 WHERE id = 2;
      UPDATE entry SET counts = 0 WHERE key = '2026-11-18'
      """)
    #expect(try store.problems() == (1...2).map { .row($0, table: "entry") })
  }

  /// The days are what the log says, and nothing else.
  @Test(arguments: ["mark", "rest", "note"])
  func noDayIsChangedBesideTheLog(view: String) throws {
    let store = try bench.store(marking: "2026-11-18")
    let outcome = try Child.run("sqlite3", ["-batch", bench.path, "DELETE FROM \(view)"])
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("cannot modify \(view) because it is a view"))
    #expect(try store.marks() == ["2026-11-18"] && store.problems() == [])
  }

  /// A hundred years of days are not read row by row.
  @Test func theDaysAreReadFromTheIndexAlone() throws {
    _ = try bench.open()
    let plan = try bench.rows("EXPLAIN QUERY PLAN SELECT day FROM mark")
    #expect(plan.joined().contains("SCAN entry USING COVERING INDEX"), "\(plan)")
  }

  /// What clears a day says nothing of it.
  @Test func whatClearsADayDoesNotCount() throws {
    let store = try bench.store(marking: "2026-11-18")
    try store.set("2026-11-18", studied: false)
    #expect(try bench.rows("SELECT count(*) FROM entry WHERE counts = 1") == ["0"])
    try store.undo(by: StoreBench.provenance)
    #expect(try bench.rows("SELECT id FROM entry WHERE counts = 1") == ["3"])
  }

  /// Two entries never count in one register, of whatever kind.
  @Test(arguments: ["study", "note"]) func oneEntryCounts(kind: String) throws {
    let store = try bench.store(marking: "2026-11-18")
    try store.set("2026-11-18", studied: false)
    for text in ["first", "second"] {
      try store.setNote(text, on: date("2026-11-18"), by: StoreBench.provenance)
    }
    let outcome = try Child.run(
      "sqlite3", ["-batch", bench.path, "UPDATE entry SET counts = 1 WHERE kind = '\(kind)'"])
    #expect(outcome.status != 0 && outcome.errors.contains("UNIQUE constraint failed"))
    #expect(try store.problems() == [])
  }
}

/// A file of a release, and what can be read of it.
struct Release: Hashable {
  /// The released schemas that are read.
  static let schemas = [8]

  static func file(of schema: Int) throws -> Data {
    try Data(contentsOf: file("schema-\(schema).sqlite"))
  }

  /// A file as a release has left it.
  static func file(_ name: String) -> URL {
    SourceTree.root.appendingPathComponent("Tests/HaruStoreTests/Fixtures/" + name)
  }

  /// What makes the tables and indexes, without comments and blanks.
  static func tables(in bench: StoreBench) throws -> [String] {
    let lines = try bench.rows(
      """
      SELECT type, name, tbl_name, replace(coalesce(sql, ''), char(10), '↵') FROM sqlite_schema
        WHERE name <> 'sqlite_sequence' ORDER BY type, name
      """)
    return lines.map { line in
      line.replacing(#/--[^↵]*↵/#, with: "").filter { !$0.isWhitespace && $0 != "↵" }
    }
  }

  /// A query of each table, with the columns that it has now: rules of rest weekdays, what was read of versions
  /// before 0.4, and what settings have said of rest days, have none any more.
  static func columns(in bench: StoreBench) throws -> [String] {
    let tables = try bench.rows(
      """
      SELECT name FROM sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'rest_rule'
      """)
    return try tables.map { table in
      let names = try bench.rows(
        """
        SELECT name FROM pragma_table_info('\(table)')
          WHERE name NOT IN ('former', 'weekdays', 'free')
        """)
      let texts = names.map { "quote(\($0))" }.joined(separator: ", ")
      return "SELECT \(texts) FROM \(table) ORDER BY 1, 2"
    }
  }

  let contents: [AnyHashable]
  let history: [JournalEntry]
  let batches: Int
  let machines: [String]
  let tasks: [AnyHashable]
  let folder: String?
  let unknown: Int

  init(_ store: Store) throws {
    let all = try store.contents()
    contents = [
      all.marks, all.rest, all.restRules, all.notes, all.freeFrom, Set(all.importedDays),
      all.journal,
    ]
    history = try store.journal(of: .earliest ... .latest)
    batches = try store.batches(limit: .max).count
    machines = try store.machines().map { "\($0)" }
    tasks = [try store.taskList(), try store.knownTasks()]
    folder = try store.thisMachine().folder
    unknown = try store.countOfUnknownEntries()
  }
}

extension StoreBench {
  /// The rows of several queries.
  fileprivate func rows(_ queries: [String]) throws -> [[String]] {
    try queries.map { try rows($0) }
  }
}
