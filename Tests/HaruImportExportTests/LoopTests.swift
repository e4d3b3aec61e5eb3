import Foundation
import HaruCore
import Support
import Testing

/// Importing backups and exports of Loop Habit Tracker.
struct LoopTests {
  private let bench = ImportBench()

  // MARK: The database

  /// The rows of a habit as `(day, value, notes)`, each at the midnight of UTC.
  private func repetitions(_ habit: Int, _ rows: [(String, String, String)]) -> String {
    let values = rows.map { day, value, notes in
      "(\(habit), unixepoch('\(day)') * 1000, \(value), '\(notes)')"
    }
    return "INSERT INTO Repetitions (habit, timestamp, value, notes) VALUES "
      + values.joined(separator: ", ") + ";\n"
  }

  private static let tables25 = """
    PRAGMA user_version = 25;
    CREATE TABLE Habits (id INTEGER PRIMARY KEY AUTOINCREMENT, archived INTEGER, color INTEGER,
      description TEXT, freq_den INTEGER, freq_num INTEGER, highlight INTEGER, name TEXT,
      position INTEGER, reminder_hour INTEGER, reminder_min INTEGER,
      reminder_days INTEGER NOT NULL DEFAULT 127, type INTEGER NOT NULL DEFAULT 0,
      target_type INTEGER NOT NULL DEFAULT 0, target_value REAL NOT NULL DEFAULT 0,
      unit TEXT NOT NULL DEFAULT "", question TEXT, uuid TEXT);
    CREATE TABLE Repetitions (id INTEGER PRIMARY KEY AUTOINCREMENT,
      habit INTEGER NOT NULL REFERENCES Habits (id), timestamp INTEGER NOT NULL,
      value INTEGER NOT NULL, notes TEXT);
    CREATE UNIQUE INDEX idx_repetitions_habit_timestamp ON Repetitions (habit, timestamp);
    CREATE TABLE android_metadata (locale TEXT);
    CREATE TABLE Events (id INTEGER PRIMARY KEY, timestamp INTEGER, message TEXT, server_id INTEGER);

    """

  private func backup() throws -> String {
    try bench.database(
      LoopTests.tables25 + """
        INSERT INTO Habits (name, uuid) VALUES ('Study', 'a1b2');
        INSERT INTO Habits (name, uuid, type, target_value) VALUES ('Read, "much"', 'c3d4', 1, 30);
        INSERT INTO Habits (name, uuid, type, target_type, target_value)
          VALUES ('커피', 'e5f6', 1, 1, 2);

        """
        + repetitions(
          1,
          [
            ("2026-11-01", "2", "first"), ("2026-11-02", "1", ""), ("2026-11-03", "0", "ill"),
            ("2026-11-04", "-1", ""), ("2026-11-05", "3", ""), ("2026-11-06", "2", ""),
            ("2026-11-07", "9", ""), ("2026-11-21", "2", ""),
          ])
        + repetitions(
          2,
          [
            ("2026-11-01", "30000", ""), ("2026-11-02", "29999", ""), ("2026-11-03", "3", ""),
            ("2026-11-04", "45500", ""), ("2026-11-05", "0", ""),
          ])
        + repetitions(
          3, [("2026-11-01", "2000", ""), ("2026-11-02", "0", ""), ("2026-11-03", "2001", "")]))
  }

  @Test func onlyDaysMarkedByHandAreStudied() throws {
    let found = try bench.read(backup(), habit: "Study")
    #expect(found.origin == "Loop Habit Tracker")
    #expect(found.sourceID == "loop:a1b2")
    #expect(found.habit == "Study")
    #expect(found.studied == [date("2026-11-01"), date("2026-11-06")])
    #expect(found.rest == [date("2026-11-05"): ""])
    #expect(found.notes == [date("2026-11-01"): "first", date("2026-11-03"): "ill"])
    #expect(
      found.skipped == [
        Import.Skipped(.row(7), .unknownValue("9")),
        Import.Skipped(.row(8), .afterToday(date("2026-11-21"))),
      ])
  }

  /// Loop writes a day as the midnight of UTC, which is the day before in local time west of
  /// Greenwich.
  @Test(arguments: ["Asia/Seoul", "America/Los_Angeles", "Pacific/Kiritimati"])
  func aDayIsTheSameInEveryZone(zone: String) throws {
    let found = try bench.read(backup(), zone: .named(zone), habit: "Study")
    #expect(found.studied == [date("2026-11-01"), date("2026-11-06")])
    #expect(found.notes.keys.sorted() == [date("2026-11-01"), date("2026-11-03")])
  }

  @Test func aQuantityCountsFromItsTarget() throws {
    let path = try backup()
    let read = try bench.read(path, habit: "Read, \"much\"")
    #expect(read.studied == [date("2026-11-01"), date("2026-11-04")])
    #expect(read.rest == [date("2026-11-03"): ""])
    let coffee = try bench.read(path, habit: "커피")
    #expect(coffee.studied == Set(days("2026-11-01", 2)))
    // Nothing is not enough, whatever the target.
    try execute("UPDATE Habits SET target_value = 0", on: path)
    let any = try bench.read(path, habit: "Read, \"much\"")
    #expect(any.studied == [date("2026-11-01"), date("2026-11-02"), date("2026-11-04")])
  }

  @Test func severalHabitsAreListedToChooseFrom() throws {
    let path = try backup()
    let names = ["Study", "Read, \"much\"", "커피"]
    #expect(throws: ImportError.severalHabits(names)) { try bench.read(path) }
    #expect(throws: ImportError.noSuchHabit("study", of: names)) {
      try bench.read(path, habit: "study")
    }
    try execute("UPDATE Habits SET name = 'Study'", on: path)
    #expect(throws: ImportError.sameName("Study", of: ["Study#1", "Study#2", "Study#3"])) {
      try bench.read(path, habit: "Study")
    }
    #expect(try bench.read(path, habit: "Study#2").sourceID == "loop:c3d4")
  }

  /// Before version 16: no values, column names in capitals, duplicate and empty rows.
  @Test func anOldDatabaseIsRead() throws {
    let path = try bench.database(
      """
      PRAGMA user_version = 14;
      CREATE TABLE Habits (Id INTEGER PRIMARY KEY AUTOINCREMENT, Name TEXT, Archived INTEGER);
      CREATE TABLE Repetitions (Id INTEGER PRIMARY KEY AUTOINCREMENT, Habit INTEGER,
        Timestamp INTEGER);
      INSERT INTO Habits (Name) VALUES ('Study');
      INSERT INTO Repetitions (Habit, Timestamp) SELECT 1, unixepoch(value) * 1000
        FROM json_each('["2026-11-01", "2026-11-02", "2026-11-02"]');
      INSERT INTO Repetitions (Habit, Timestamp) VALUES
        (NULL, unixepoch('2026-11-09') * 1000), (1, NULL), (1, 'x'), (1, -1);
      """)
    let found = try bench.read(path)
    #expect(found.sourceID == "loop:Study")
    #expect(found.studied == Set(days("2026-11-01", 2)))
    #expect(found.duplicates == 1)
    #expect(Set(found.skipped.map(\.reason)) == [.noDate, .notADate("x"), .notADate("-1")])
  }

  @Test func aNewerDatabaseIsRefused() throws {
    let path = try backup()
    try execute("PRAGMA user_version = 26", on: path)
    #expect(throws: ImportError.newer(26)) { try bench.read(path, habit: "Study") }
    #expect(try bench.read(path, habit: "Study", force: true).studied.count == 2)
  }

  // MARK: The CSV

  /// As file managers pack it.
  @Test func aZipArchiveMayHaveATopFolder() throws {
    try bench.scratch.write("Position,Name\n001,Study\n", to: "outer/export/Habits.csv")
    try bench.scratch.write(
      "Date,Value\n2026-11-01,2\n", to: "outer/export/001 Study/Checkmarks.csv")
    #expect(try bench.read(bench.zip("outer", to: "made.zip")).studied == [date("2026-11-01")])
  }

  /// A few bytes can become gigabytes.
  @Test func aMemberThatIsTooLargeIsRefused() throws {
    try export()
    let file = bench.scratch("loop/001 Study/Checkmarks.csv")
    try #require(truncate(file, (64 << 20) + 1) == 0)
    #expect(throws: ImportError.tooLarge(megabytes: 64)) {
      try bench.read(bench.zip("loop", to: "large.zip"), habit: "Study")
    }
  }

  private static let list = #"""
    Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,\#
    Target Type,Target Value,Archived?
    001,Study,YES_NO,"Did you, really?",,1,1,#D32F2F,,,,false
    002,공부,YES_NO,,,1,1,#D32F2F,,,,true
    003,"Read, ""much""",NUMERICAL,,,1,1,#D32F2F,pages,AT_LEAST,30.0,false

    """#

  private func export() throws {
    try bench.scratch.write(LoopTests.list, to: "loop/Habits.csv")
    try bench.scratch.write(
      #"""
      Date,Value,Notes
      2026-11-21,YES_MANUAL,
      2026-11-06,YES_MANUAL,"two
      lines, ""quoted"""
      2026-11-05,SKIP,
      2026-11-04,UNKNOWN,
      2026-11-03,NO,
      2026-11-02,YES_AUTO,
      2026-11-01,YES_MANUAL,
      2026-10-32,YES_MANUAL,
      2026-10-30,MAYBE,

      """#, to: "loop/001 Study/Checkmarks.csv")
    // No letter of the name may be part of a folder name; an older export has numbers and no notes.
    try bench.scratch.write(
      "Date,Value\n2026-11-03,2\n2026-11-02,3\n2026-11-01,1\n2026-10-31,-1\n",
      to: "loop/002/Checkmarks.csv")
    try bench.scratch.write(
      "Date,Value\n2026-11-03,30000\n2026-11-02,3\n2026-11-01,12000\n",
      to: "loop/003 Read much/Checkmarks.csv")
    try bench.scratch.write(
      "Date,Study,공부,Read, \"much\",\n2026-11-03,0,2,30000,\n", to: "loop/Checkmarks.csv")
  }

  @Test func aFolderAndAZipArchiveAreRead() throws {
    try export()
    for path in [bench.scratch("loop"), try bench.zip("loop", to: "loop.zip")] {
      let study = try bench.read(path, habit: "Study")
      #expect(study.sourceID == "loop:Study")
      #expect(study.studied == [date("2026-11-01"), date("2026-11-06")])
      #expect(study.rest == [date("2026-11-05"): ""])
      #expect(study.notes == [date("2026-11-06"): "two\nlines, \"quoted\""])
      #expect(
        study.skipped == [
          Import.Skipped(.line(2), .afterToday(date("2026-11-21"))),
          Import.Skipped(.line(10), .notADate("2026-10-32")),
          Import.Skipped(.line(11), .unknownValue("MAYBE")),
        ])
      let korean = try bench.read(path, habit: "공부")
      #expect(korean.studied == [date("2026-11-03")])
      #expect(korean.rest == [date("2026-11-02"): ""])
      let read = try bench.read(path, habit: "Read, \"much\"")
      #expect(read.studied == [date("2026-11-03")])
      #expect(throws: ImportError.severalHabits(["Study", "공부", "Read, \"much\""])) {
        try bench.read(path)
      }
    }
  }

  /// Nothing is damaged there: a file was not copied.
  @Test func aFolderWithoutItsHabitIsRefused() throws {
    try bench.scratch.write(LoopTests.list, to: "loop/Habits.csv")
    for path in [bench.scratch("loop"), try bench.zip("loop", to: "loop.zip")] {
      #expect(throws: ImportError.missingDays(of: "Study")) { try bench.read(path, habit: "Study") }
    }
  }
}
