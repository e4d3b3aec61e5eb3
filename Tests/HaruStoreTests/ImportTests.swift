import Foundation
import HaruCore
import HaruLog
import HaruStore
import Support
import Testing

/// An import is written whole and once, and keeps the entries of the user.
struct ImportTests {
  private let bench = StoreBench()

  private func addDays(of found: Import.Found) throws -> Import.Changes {
    let provenance = Provenance(
      at: StoreBench.provenance.at, utcOffset: 32_400, zone: "Asia/Seoul", source: .import)
    return try bench.open().addDays(of: found, today: StoreBench.today, by: provenance)
  }

  /// A rest day of the file gives its reserve to the day that is in reserve there as well.
  @Test func aRestDayBesideADayInReserveMakesNoOtherDayFree() throws {
    let store = try bench.open()
    // Monday to Wednesday are missed.
    try store.set("2026-11-08", "2026-11-12")
    try store.setRestRules(
      [.reserve(FreeDays(1, weekBegins: .monday))], from: date("2026-11-02"),
      today: StoreBench.today, by: StoreBench.provenance)
    let (monday, tuesday) = (date("2026-11-09"), date("2026-11-10"))
    let source = Import.Found(
      origin: "CSV", sourceID: "csv:b", studied: [], rest: [monday: "", tuesday: ""],
      reserve: [tuesday])
    #expect(try addDays(of: source).rested == [monday])
    let record = Record(days: try store.markedDays(), rest: try store.restDays())
    let free = record.spendingFreeDays(before: StoreBench.today).rest.free
    #expect(free.contains(tuesday) && !free.contains(date("2026-11-11")))
  }

  @Test func anImportIsOneBatchAndChangesNothingTheSecondTime() throws {
    let store = try bench.store(marking: "2026-11-01")
    try store.setRest([date("2026-11-05")], reason: "trip", by: StoreBench.provenance)
    try store.setNote("mine", on: date("2026-11-06"), by: StoreBench.provenance)
    let source = found(
      ["2026-11-01", "2026-11-02", "2026-11-03"], rest: ["2026-11-04", "2026-11-05"],
      notes: ["2026-11-06": "theirs", "2026-11-07": "new"])
    #expect(
      try store.preview(source, today: StoreBench.today)
        == Import.Changes(
          of: source,
          by: Import.Known(
            marked: [date("2026-11-01")], rest: RestDays(single: [date("2026-11-05")]),
            notes: [date("2026-11-06"): "mine"])))
    let changes = try addDays(of: source)
    #expect(changes.marked == [date("2026-11-02"), date("2026-11-03")])
    #expect(changes.rested == [date("2026-11-04")])
    #expect(changes.noted == [date("2026-11-07")])
    #expect(changes.alreadyMarked == 1)
    #expect(try store.restReasons()[date("2026-11-05")] == "trip")
    #expect(try store.restReasons()[date("2026-11-04")] == "their reason")
    #expect(try store.notes()[date("2026-11-06")] == "mine")
    #expect(try store.batches(limit: 1).first?.changes.count == 4)
    #expect(try store.batches(limit: 1).first?.provenance.source == .import)
    let dump = try bench.rows(".dump")
    #expect(try addDays(of: source).isEmpty)
    #expect(try bench.rows(".dump") == dump)
    #expect(changes.notedOtherwise == [date("2026-11-06")])
  }

  @Test func aPreviewTellsWhatTheImportMakes() throws {
    let store = try bench.store(marking: "2026-11-20")
    let source = found(["2026-11-18"], rest: ["2026-11-19"])
    let preview = try store.record().applying(
      store.preview(source, today: StoreBench.today), since: nil, today: StoreBench.today)
    _ = try addDays(of: source)
    #expect(try store.record() == preview)
    #expect(History(of: preview, today: StoreBench.today).streak.current == 2)
  }

  @Test func daysCorrectedSinceTheLastImportStay() throws {
    let source = found(
      ["2026-11-01", "2026-11-02"], rest: ["2026-11-04"], notes: ["2026-11-07": "new"])
    _ = try addDays(of: source)
    let store = try bench.open()
    try store.set("2026-11-02", studied: false)
    try store.setRest([date("2026-11-04")], reason: nil, by: StoreBench.provenance)
    try store.setNote(nil, on: date("2026-11-07"), by: StoreBench.provenance)
    let dump = try bench.rows(".dump")
    let again = try addDays(of: source)
    #expect(again.isEmpty)
    #expect(again.leftAlone == [date("2026-11-02")])
    #expect(try bench.rows(".dump") == dump)
    // Another source may import the same days.
    #expect(try addDays(of: found(["2026-11-02"], by: "csv:b")).marked == [date("2026-11-02")])
  }

  @Test func anUndoneImportCanBeRepeated() throws {
    let source = found(["2026-11-01", "2026-11-02"], rest: ["2026-11-04"])
    let first = try addDays(of: source)
    try bench.open().undo()
    #expect(try bench.open().marks() == [])
    #expect(try addDays(of: source) == first)
  }

  /// A redone import knows its days again: one that was corrected since stays corrected.
  @Test func aRedoneImportIsKnown() throws {
    let source = found(["2026-11-01", "2026-11-02"], rest: ["2026-11-04"])
    _ = try addDays(of: source)
    let store = try bench.open()
    try store.undo()
    try store.redo()
    try store.set("2026-11-02", studied: false)
    #expect(try addDays(of: source).isEmpty)
    #expect(try store.marks() == ["2026-11-01"])
    #expect(try store.problems() == [])
  }

  /// Undoing an import also forgets its days that were in the store before.
  @Test func anUndoneImportForgetsWhatWasThereAlready() throws {
    let store = try bench.store(marking: "2026-11-01")
    let source = found(["2026-11-01", "2026-11-02"])
    _ = try addDays(of: source)
    try store.undo()
    try store.set("2026-11-01", studied: false)
    #expect(try addDays(of: source).marked == [date("2026-11-01"), date("2026-11-02")])
  }

  /// The largest number of a row is reported as damage, and does not crash.
  @Test func theLargestNumberIsDamage() throws {
    let store = try bench.store(marking: "2026-11-01")
    try execute("UPDATE entry SET id = 9223372036854775807", on: bench.path)
    #expect(throws: StoreError.corrupt) { try store.set("2026-11-02") }
  }

  @Test func inconsistentDataIsNotImported() throws {
    var contents = Contents()
    contents.notes = [date("2026-11-01"): "of no journal"]
    let source = Import.Found(origin: "Haru", sourceID: "haru", studied: [], contents: contents)
    #expect(throws: StoreError.contradiction) { try addDays(of: source) }
    #expect(try bench.rows("SELECT * FROM note") == [])
  }

  @Test func anImportIsAppliedEntirelyOrNotAtAll() throws {
    try bench.open().set("2026-11-01")
    let dump = try bench.rows(".dump")
    let source = found(["2026-11-02", "2026-11-21"], rest: ["2026-11-04"])
    #expect(throws: StoreError.future(date("2026-11-21"))) { try addDays(of: source) }
    #expect(try bench.rows(".dump") == dump)
    // The last row that is written is refused.
    let empty = found(["2026-11-02"], notes: ["2026-11-07": ""])
    #expect(throws: StoreError.self) { try addDays(of: empty) }
    #expect(try bench.rows(".dump") == dump)
  }

  @Test func aRestDayOfARuleIsNotDeclaredAgain() throws {
    try bench.open().setRestRules(
      [.weekdays([.saturday])], today: date("2026-11-01"), by: StoreBench.provenance)
    let changes = try addDays(of: found([], rest: ["2026-11-07", "2026-11-08"]))
    #expect(changes.rested == [date("2026-11-08")])
  }

  @Test func anImportIntoAStoreOfVersion04CanBePreviewed() throws {
    try bench.write(try Release.file(of: 8))
    let source = found(["2026-11-19"], notes: ["2026-11-07": "new"])
    #expect(
      try bench.open(.reading).preview(source, today: StoreBench.today).noted == [
        date("2026-11-07")
      ])
  }
}
