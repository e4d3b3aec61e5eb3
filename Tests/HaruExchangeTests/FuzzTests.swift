import Foundation
import HaruCore
import HaruExchange
import HaruStore
import Support
import Testing

/// Files with a few wrong bytes never crash a reader, and never leave half an import.
struct FuzzTests {
  private static let rounds = 10_000
  /// One of this many readable files is also imported and undone.
  private static let stride = 100

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
