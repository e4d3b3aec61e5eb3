import Foundation
import HaruCore
import HaruExchange
import HaruStore
import Support
import Testing

/// Files with a few wrong bytes never crash a reader, and never leave half an import.
struct FuzzTests {
  private static let rounds = 4000
  /// One of this many readable files is also imported and undone.
  private static let stride = 25

  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  @Test(arguments: ImportFormats.names)
  func mutatedFilesNeverCrashAReader(format: String) throws {
    // Thousands of copies are faster in memory.
    let folder = getenv("TMPDIR").map { String(cString: $0) }
    if access("/dev/shm", W_OK) == 0 { setenv("TMPDIR", "/dev/shm", 1) }
    defer { if let folder { setenv("TMPDIR", folder, 1) } else { unsetenv("TMPDIR") } }
    let seed: UInt64 = 20_261_120
    var random = Seeded(seed)
    let sample = try Data(contentsOf: URL(fileURLWithPath: sample(of: format)))
    let store = try Store(path: bench.scratch("haru.sqlite"), for: .writing)
    let mine = Provenance(at: Instant(0), in: .seoul, source: .command)
    try store.setStudied([ImportBench.today], true, today: ImportBench.today, by: mine)
    var (recognized, read, written) = (0, 0, 0)
    let begin = ContinuousClock.now
    let options = ImportOptions(zone: .seoul, today: ImportBench.today)
    let path = bench.scratch("mutated")
    for _ in 0..<FuzzTests.rounds {
      write(Mutation.of([UInt8](sample), &random), to: path)
      guard let source = try? Source(path: path),
        ImportFormats.recognizes(source, as: format)
      else { continue }
      recognized += 1
      guard let found = try? ImportFormats.read(source, format: format, options) else { continue }
      read += 1
      if found.studied.contains(where: { $0 > options.today }) { Issue.record("after today") }
      if read % FuzzTests.stride == 0 {
        try expectWhole(found, in: store)
        written += 1
      }
    }
    print(
      "fuzz \(format), seed \(seed): \(recognized) of \(FuzzTests.rounds) recognized,",
      "\(read) read, \(written) written, \(ContinuousClock.now - begin)")
    #expect(recognized >= FuzzTests.rounds / 2, "\(recognized)")
    #expect(written > 0)
    #expect(try store.problems() == [])
  }

  /// A file that was cut anywhere says no day that the whole one does not say.
  @Test(arguments: ImportFormats.names)
  func cutFilesSayNoFalseDay(format: String) throws {
    let sample = try Data(contentsOf: URL(fileURLWithPath: sample(of: format)))
    let whole = try #require(try studied(sample, format))
    #expect(!whole.isEmpty)
    for cut in 0..<300 {
      let part = sample.prefix(sample.count * cut / 300)
      #expect(try studied(part, format)?.isSubset(of: whole) ?? true, "\(part.count) bytes")
    }
  }

  /// A flipped bit makes no day whose date is not written in the file.
  ///
  /// Tickmate's numbers of a year, a month and a day are whole whichever bit is flipped.
  @Test(arguments: ImportFormats.names.filter { $0 != "tickmate" })
  func flippedBitsSayNoFalseDay(format: String) throws {
    let sample = try Data(contentsOf: URL(fileURLWithPath: sample(of: format)))
    let whole = try #require(try studied(sample, format))
    var random = Seeded(20_261_122)
    for _ in 0..<300 {
      var damaged = sample
      damaged[Int.random(in: 0..<sample.count, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
      for day in try studied(damaged, format)?.subtracting(whole) ?? [] {
        let written = String(decoding: damaged, as: UTF8.self)
        #expect(forms(of: day).contains { written.contains($0) }, "\(day)")
      }
    }
  }

  private func studied(_ bytes: Data, _ format: String) throws -> Set<Day>? {
    let path = bench.scratch("damaged")
    try bytes.write(to: URL(fileURLWithPath: path))
    return try? bench.read(path, format: format).studied
  }

  /// How the samples write a day.
  private func forms(of day: Day) -> [String] {
    let since1970 = day.days(since: date("1970-01-01"))
    return [day.description, day.description.replacing("-", with: ""), "\(since1970)"]
  }

  /// An import is written whole, changes nothing the second time, and is undone whole.
  private func expectWhole(_ found: Import.Found, in store: Store) throws {
    let provenance = Provenance(at: Instant(0), in: .seoul, source: .import)
    let before = try store.record()
    let taken = try store.take(found, today: ImportBench.today, by: provenance)
    #expect(try store.record() == before.taking(taken))
    #expect(
      Set(taken.marked).union(before.days).union(taken.leftAlone).isSuperset(of: found.studied))
    #expect(try store.take(found, today: ImportBench.today, by: provenance).isEmpty)
    if !taken.isEmpty { _ = try store.undo(by: provenance) }
    #expect(try store.record() == before)
  }

  // MARK: Samples

  private func sample(of format: String) throws -> String {
    switch format {
    case "haru":
      let made = try Store(path: bench.scratch("made.sqlite"), for: .writing)
      let said = Provenance(at: Instant(1_793_674_800), in: .seoul, source: .command)
      try made.setStudied(days("2026-10-01", 8), true, today: ImportBench.today, by: said)
      try made.setRest(days("2026-10-20", 2), reason: "trip", by: said)
      try made.setNote("a note", on: date("2026-10-01"), by: said)
      let text = try ExportFormat.json.text(
        of: made.contents(), today: ImportBench.today, summary: "")
      return try bench.scratch.write(text, to: "days.json")
    case "swiftcal":
      let rows = days("2026-10-01", 8).map {
        CoreDataFile.Row($0, in: .seoul, studied: $0.dayOfMonth % 3 > 0)
      }
      return try bench.database("PRAGMA page_size = 512; VACUUM;" + CoreDataFile.sql(rows))
    case "loop":
      return try bench.database(
        """
        PRAGMA page_size = 512; PRAGMA user_version = 25; VACUUM;
        CREATE TABLE Habits (id INTEGER PRIMARY KEY, name TEXT, type INTEGER, target_type INTEGER,
          target_value REAL, uuid TEXT);
        CREATE TABLE Repetitions (id INTEGER PRIMARY KEY, habit INTEGER NOT NULL,
          timestamp INTEGER NOT NULL, value INTEGER NOT NULL, notes TEXT);
        CREATE UNIQUE INDEX idx ON Repetitions (habit, timestamp);
        INSERT INTO Habits VALUES (1, 'Study', 0, 0, 0, 'a1b2');
        INSERT INTO Repetitions (habit, timestamp, value, notes)
          SELECT 1, unixepoch('2026-10-01', '+' || value || ' days') * 1000, value % 4, 'note'
          FROM generate_series(1, 8);
        """)
    case "loop-csv":
      try bench.scratch.write("Position,Name,Type\n001,Study,YES_NO\n", to: "loop/Habits.csv")
      let rows = days("2026-01-01", 200).map {
        "\($0),YES_MANUAL,\"\($0.dayOfMonth * 7919 % 1000)\"\n"
      }.joined()
      try bench.scratch.write("Date,Value,Notes\n" + rows, to: "loop/001 Study/Checkmarks.csv")
      return try bench.zip("loop", to: "loop.zip")
    case "harsh":
      let rows = days("2026-10-01", 8).map { "\($0) : Study : y : a comment : 1.5\n" }
      return try bench.scratch.write("# log\n" + rows.joined(), to: "log")
    case "tickmate":
      return try bench.database(
        """
        PRAGMA page_size = 512; VACUUM;
        CREATE TABLE tracks (_id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE ticks (_track_id INTEGER, year INTEGER, month INTEGER, day INTEGER);
        INSERT INTO tracks (name) VALUES ('Study');
        INSERT INTO ticks SELECT 1, 2026, 9, value FROM generate_series(1, 8);
        """)
    case "rewire":
      return try bench.database(
        """
        PRAGMA page_size = 512; VACUUM;
        CREATE TABLE habits (_id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE checkins (habit_id INTEGER, date TEXT, type INTEGER);
        INSERT INTO habits (name) VALUES ('Study');
        INSERT INTO checkins SELECT 1, 20261000 + value, 2 FROM generate_series(1, 8);
        """)
    case "beaver":
      let records = days("2026-10-01", 8).map { #"{"day": "\#($0)", "done": true}"# }
      let text =
        #"{"habits": [{"name": "Study", "records": ["# + records.joined(separator: ",")
        + #"]}], "order": []}"#
      return try bench.scratch.write(text, to: "beaver.json")
    case "table-habit":
      let records = (20_727...20_734).map { #"{"record_date": \#($0), "record_type": 1}"# }
      let text =
        #"{"habits": [{"name": "Study", "records": ["# + records.joined(separator: ",") + "]}]}"
      return try bench.scratch.write(text, to: "table.json")
    case "ics":
      let events = days("2026-10-01", 8).map {
        "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:\($0.description.replacing("-", with: ""))\r\n"
          + "SUMMARY:Study\r\nEND:VEVENT\r\n"
      }
      return try bench.scratch.write(
        "BEGIN:VCALENDAR\r\n" + events.joined() + "END:VCALENDAR\r\n", to: "days.ics")
    case "streaks":
      let rows = days("2026-10-01", 8).map {
        "Study,completed_manually,\($0.description.replacing("-", with: "")),a note\n"
      }
      return try bench.scratch.write(
        "title,entry_type,entry_date,notes\n" + rows.joined(), to: "streaks.csv")
    case "habitica":
      let rows = days("2026-10-01", 8).enumerated().map {
        "Study,a1b2,daily,\($0.element) 09:00:00,\($0.offset + 1)\n"
      }
      return try bench.scratch.write(
        "Task Name,Task ID,Task Type,Date,Value\n" + rows.joined(), to: "history.csv")
    case "habitctl":
      let rows = days("2026-10-01", 8).map { "\($0)\tStudy\ty\n" }
      return try bench.scratch.write(rows.joined(), to: "habitctl.log")
    case "org":
      let rows = days("2026-10-01", 8).map { "- State \"DONE\" from \"TODO\" [\($0) Thu]\n" }
      return try bench.scratch.write("* TODO Study\n" + rows.joined(), to: "habits.org")
    case "habitbull":
      let rows = days("2026-10-01", 8).map { "Study,\"x, y\",Mind,\($0),1,\"a note\"\n" }
      let header = "HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText\n"
      return try bench.scratch.write(header + rows.joined(), to: "bull.csv")
    default:
      let rows = days("2026-10-01", 8).map { "\($0),1,\"a \"\"note\"\"\"\n" }
      return try bench.scratch.write("date,value,note\n" + rows.joined(), to: "plain.csv")
    }
  }

  private func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    // Truncating to 0 would make some file systems wait for the disk.
    let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count
    if !isWritten || ftruncate(file, bytes.count) != 0 { Issue.record("cannot write") }
  }
}
