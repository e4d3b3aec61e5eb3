import Foundation
import HaruCore
import HaruImportExport
import HaruStore
import Support
import Testing

/// An export with one value at a bound, or one beyond: what is taken of it can be read, exported and backed up
/// (docs/store.md#damaged-rows).
@Suite struct BoundsTests {
  private let bench = ImportBench()
  private let said = Provenance(at: Instant(1_793_674_800), in: .seoul, source: .command)

  private static let bounds: [ClosedRange<Int>] = [
    0...(1 << 53), StoredBounds.utcOffsets,
    Int(StoredBounds.instants.lowerBound.seconds)...Int(StoredBounds.instants.upperBound.seconds),
  ]
  private static let numbers: [Int] =
    [.min, .max]
    + bounds.flatMap { [$0.lowerBound, $0.upperBound] }.flatMap { [$0 - 1, $0, $0 + 1] }

  private static let texts = [
    "", "0000-12-31", "0001-01-01", "0300-03-01", "2026-02-29", "9999-12-31", "10000-01-01",
    "U\0TC",
    String(repeating: "Z", count: 255), String(repeating: "Z", count: 256),
  ]

  @Test func aNumberIsTakenIfItIsRead() throws {
    try tryEverywhere(Self.numbers.map { JSON.integer($0) }) { $0.number != nil }
  }

  @Test func aTextIsTakenIfItIsRead() throws {
    try tryEverywhere(Self.texts.map { JSON.string($0) }) { $0.string != nil }
  }

  /// Puts each value in the place of each leaf of an export.
  private func tryEverywhere(_ values: [JSON], in isLeaf: (JSON) -> Bool) throws {
    let export = try export()
    var (taken, refused) = (0, 0)
    for place in export.places(where: isLeaf) {
      for value in values {
        let changed = export.with(value, at: place)
        let path = try bench.scratch.write(changed.description, to: "made.json")
        guard let found = try? bench.read(path, format: "haru", force: true) else {
          refused += 1
          continue
        }
        try expectReadable(found, "\(place): \("\(value)".prefix(40))")
        taken += 1
      }
    }
    #expect(taken > 20 && refused > 20, "\(taken), \(refused)")
  }

  /// Takes an export into a new store, and asks everything that reads rows.
  private func expectReadable(_ found: Import.Found, _ what: String) throws {
    let path = bench.scratch("made.sqlite")
    defer { for end in ["", ".backup"] { unlink(path + end) } }
    let store = try Store(path: path, for: .writing)
    do {
      _ = try store.addDays(of: found, today: ImportBench.today, by: said)
    } catch {
      Issue.record("\(what): \(error)")
    }
    #expect(try store.problems() == [], "\(what)")
    #expect(throws: Never.self, "\(what)") {
      let text = ExportFormat.json.text(
        of: try store.contents(), .init(days: []), today: ImportBench.today, summary: "")
      let again = try bench.scratch.write(text, to: "again.json")
      _ = try bench.read(again, format: "haru", force: true)
      _ = try store.batches(limit: 9)
      try store.backUp(to: path + ".backup")
    }
  }

  /// A store with something of everything.
  private func export() throws -> JSON {
    let store = try Store(path: bench.scratch("store.sqlite"), for: .writing)
    let day = date("2026-11-18")
    try store.setStudied([day], true, today: ImportBench.today, by: said)
    try store.setRest([date("2026-11-17")], reason: "trip", by: said)
    try store.setNote("a note", on: day, by: said)
    try store.setRestRules([.weekdays([.sunday])], from: day, today: ImportBench.today, by: said)
    let table = try bench.scratch.write("date,time\n2026-11-16,2026-11-16T08:00:00Z\n", to: "a.csv")
    _ = try store.addDays(
      of: try bench.read(table, format: "csv"), today: ImportBench.today, by: said)
    let text = ExportFormat.json.text(
      of: try store.contents(), .init(days: []), today: ImportBench.today, summary: "")
    let whole = try #require(JSON(text: Array(text.utf8)[...]))
    // What a line of the log may say, `ColumnTests` asks.
    return whole.with(nil, at: ["log"])
  }
}
