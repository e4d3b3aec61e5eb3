import Foundation
import HaruCore
import Support
import Testing

/// Importing databases whose changes are in a log beside them.
struct DatabaseLogTests {
  private let bench = ImportBench()

  private static let wal = """
    CREATE TABLE tracks (_id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE ticks (_track_id INTEGER, year INTEGER, month INTEGER, day INTEGER);
    INSERT INTO tracks (name) VALUES ('Study');
    """
  private static let tick = "INSERT INTO ticks VALUES (1, 2026, 10, 2);"

  /// As a file that was copied while its program was running, and without its log.
  @Test func aMissingLogIsNeverNoDays() throws {
    let path = try bench.database(Self.wal)
    try execute("PRAGMA journal_mode = wal", on: path)
    #expect(throws: ImportError.missingLog) { try bench.read(path) }
    try execute(Self.tick, on: path)
    let found = try bench.read(path)
    #expect(found.studied == [date("2026-11-02")])
    #expect(found.remarks == [.missingLog])
  }

  /// Even the tables may be in the log.
  @Test func aMissingLogIsNamedWhereNotEvenTablesAreLeft() throws {
    let path = try bench.database(Self.wal + Self.tick, inLog: true)
    try FileManager.default.removeItem(atPath: path + "-wal")
    #expect(throws: ImportError.missingLog) { try bench.read(path) }
  }

  /// Packed together, they are as they were.
  @Test func aDatabaseInAnArchiveIsReadWithItsLog() throws {
    let path = try bench.database(Self.wal + Self.tick, to: "made/made.db", inLog: true)
    let archive = try bench.zip("made", to: "made.zip")
    #expect(try bench.read(archive).studied == [date("2026-11-02")])
    #expect(try bench.read(archive).remarks.isEmpty)
    try FileManager.default.removeItem(atPath: path + "-wal")
    #expect(throws: ImportError.missingLog) { try bench.read(bench.zip("made", to: "alone.zip")) }
  }

  @Test func aDamagedLogIsRefused() throws {
    let path = try bench.database(Self.wal + Self.tick, inLog: true)
    #expect(try bench.read(path).studied == [date("2026-11-02")])
    #expect(try bench.read(path).remarks.isEmpty)
    let log = try #require(FileHandle(forUpdatingAtPath: path + "-wal"))
    try log.seek(toOffset: 60)
    try log.write(contentsOf: Data([0xff, 0xff, 0xff, 0xff]))
    try log.close()
    #expect(throws: ImportError.damaged) { try bench.read(path) }
  }

  /// SQLite keeps the log beside the file that a link leads to.
  @Test func aLinkedDatabaseIsReadWithItsLog() throws {
    let path = try bench.database(Self.wal + Self.tick, inLog: true)
    let link = bench.scratch("link.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(try bench.read(link).studied == [date("2026-11-02")])
  }
}
