import Foundation
import HaruCore
import HaruLog
import Support
import Testing

@testable import HaruStore

/// Stores of version 0.3 become a log (docs/sync.md#version-03).
struct FormerTablesTests {
  private let desk: FormerStore
  private let lap: FormerStore

  init() throws {
    (desk, lap) = (try FormerStore("desk"), try FormerStore("lap"))
  }

  @Test func theNameAndTheFolderStay() throws {
    let machine = try desk.open().thisMachine()
    #expect(machine.name == "desk" && machine.folder == "/folder")
    #expect(machine.number == "1" && machine.weekdays == [.sunday])
    #expect(
      try desk.bench.rows("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'sync%'") == ["0"])
  }

  @Test func aStoreThatWasNeverSharedNamesNoMachine() throws {
    let store = try FormerStore(nil)
    try store.journal(1, "2026-11-19")
    try store.journal(2, "2026-11-20")
    let opened = try store.open()
    #expect(try opened.marks() == ["2026-11-20", "2026-11-19"])
    #expect(try store.bench.rows("SELECT count(*) FROM entry WHERE machine IS NULL") == ["2"])
    #expect(try opened.thisMachine().folder == nil && opened.problems() == [])
    #expect(try opened.undo() == [.study(date("2026-11-20"), false)])
  }

  /// Both have the lines of both, in the order in which they learned of them.
  @Test func twoMachinesWithTheSameLinesHaveTheSameLog() throws {
    let lines = try [
      line("desk", 1, "2026-11-18"), line("lap", 1, "2026-11-19"),
      line("lap", 2, seen: ["desk": 1], "2026-11-18", nil),
    ]
    for (machine, order) in [(desk, lines), (lap, [lines[1], lines[0], lines[2]])] {
      for (index, line) in order.enumerated() { try machine.told(Int64(index + 1), line) }
    }
    let stores = try [desk.open(), lap.open()]
    #expect(try stores[0].digest() == stores[1].digest())
    #expect(try stores[0].contents() == stores[1].contents())
    for store in stores {
      #expect(try store.marks() == ["2026-11-19"])
      #expect(try store.problems() == [] && store.countOfMissing() == 0)
    }
    // Each takes back what it has said itself.
    #expect(try stores[0].undo() == [])
    #expect(try stores[1].undo() == [.study(date("2026-11-18"), true)])
  }

  @Test func whatWasNotToldYetIsInTheLogToo() throws {
    try desk.told(1, line("desk", 1, "2026-11-18"))
    try desk.journal(2, "2026-11-19")
    let store = try desk.open()
    #expect(try store.marks() == ["2026-11-19", "2026-11-18"])
    #expect(try store.problems() == [])
    #expect(try store.waitingForSync() == 2, "nothing is in the folder as it is written now")
    #expect(try store.contents().isConsistent)
  }

  /// What counts is what the tables say, whatever has become of the history.
  @Test func rowsThatCannotBeReadArePassedOver() throws {
    try desk.told(1, line("desk", 1, "2026-11-18"))
    try desk.told(2, line("desk", 2, "2026-11-19"))
    try desk.journal(3, "2026-11-20")
    try execute(
      """
      UPDATE sync_line SET line = 'x' WHERE number = 1;
      UPDATE journal SET zone = 'x', kind = 'mood' WHERE id = 3
      """, on: desk.bench.path)
    let store = try desk.open()
    #expect(try store.marks() == ["2026-11-20", "2026-11-19", "2026-11-18"])
    #expect(try store.problems() == [])
    #expect(try store.contents().isConsistent)
  }

  @Test func anImportIsKnownAndCanBeUndone() throws {
    try desk.journal(1, "2026-11-18")
    try execute(
      """
      INSERT INTO import VALUES ('csv', '2026-11-18', 1);
      INSERT INTO import VALUES ('csv', '2026-11-17', NULL)
      """, on: desk.bench.path)
    let store = try desk.open()
    let days = ["2026-11-17", "2026-11-18"].map(date)
    #expect(try store.contents().importedDays.map(\.day) == days)
    let found = Import.Found(origin: "CSV", sourceID: "csv", studied: Set(days))
    #expect(try store.preview(found).isEmpty)
    try store.undo()
    #expect(try store.preview(found).marked == [date("2026-11-18")])
  }

  @Test func watchesAreInTheLog() throws {
    try execute(
      """
      INSERT INTO watch (owner, name, position, added_at, due_at, is_quiet)
        VALUES ('apple', 'swift', 2, 1000, 1000, 1), ('a', 'b', 1, 2000, 2000, 0)
      """, on: desk.bench.path)
    let store = try desk.open()
    #expect(try store.watches().map(\.name.description) == ["a/b", "apple/swift"])
    let values = try desk.bench.rows(
      "SELECT key, value FROM entry WHERE kind = 'watch' ORDER BY key")
    #expect(values == ["a/b|a/b", "apple/swift|apple/swift quiet"])
  }

  private func line(
    _ device: String, _ number: Int64, seen: [String: Int64] = [:], _ day: String,
    _ value: String? = DayChange.studied
  ) throws -> FormerLine {
    FormerLine(
      device: device, number: number, seen: seen, clock: 1000 + number, batch: number,
      register: try #require(FormerRegister(.study, day)), value: value,
      provenance: Provenance(
        at: Instant(1000 + number), utcOffset: 0, zone: "UTC", source: .command))
  }
}

/// A store with the tables of version 0.3.
private struct FormerStore {
  let bench: StoreBench
  private let name: String?

  init(_ name: String?) throws {
    self.name = name
    bench = try StoreBench()
    try bench.write(Data())
    let schema = Schema.present.migrations.prefix(7)
    try execute(
      schema.map(\.sql).joined() + """
        PRAGMA application_id = \(Schema.applicationID);
        PRAGMA user_version = \(schema.count);
        """, on: bench.path)
    guard let name else { return }
    try execute(
      "INSERT INTO sync VALUES (1, '/folder', '\(name)', '1', 0, 0, 0, '7', NULL)", on: bench.path)
  }

  /// Opens it with this version.
  func open() throws -> Store { try bench.open() }

  /// Says something about a day, in a batch of its own.
  func journal(_ id: Int64, _ day: String, _ value: String? = "studied", at: Int64? = nil) throws {
    let text = value.map { "'\($0)'" } ?? "NULL"
    let before = value == nil ? "'studied'" : "NULL"
    let when = "\(at ?? 1000 + id), 0, 'UTC', 'command'"
    try execute(
      """
      INSERT INTO journal VALUES (\(id), \(id), NULL, 'study', '\(day)', \(before), \(text), \(when));
      DELETE FROM mark WHERE day = '\(day)';
      """, on: bench.path)
    guard value != nil else { return }
    try execute("INSERT INTO mark VALUES ('\(day)', \(when))", on: bench.path)
  }

  /// Has said something that is told, or heard of it.
  func told(_ id: Int64, _ line: FormerLine) throws {
    try journal(id, line.register.key, line.value, at: line.provenance.at.seconds)
    try execute(
      """
      INSERT INTO sync_line VALUES ('\(line.device)', \(line.number), 'sum\(line.number)', 'study',
        '\(line.register.key)', '\(line.text)');
      INSERT INTO sync_entry VALUES (\(id), '\(line.device)', \(line.number));
      """, on: bench.path)
  }
}
