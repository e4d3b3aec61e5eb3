import HaruCore
import HaruLog
import Support
import Testing

/// The journal that entries make together (docs/sync.md#the-journal).
struct SharedJournalTests {
  private let day = date("2026-11-22")

  private func entry(
    _ kind: DayChange.Kind, _ value: String?, at: Int64, on machine: String = "a",
    in batch: LogEntry? = nil, undoing undone: LogEntry? = nil, replacing known: LogEntry...
  ) -> LogEntry {
    LogEntry(
      Register(kind, day), value, by: said(at: at), on: machine, inBatchOf: batch?.name,
      undoing: undone?.name, replacing: known.map(\.name))
  }

  /// The journal, which is the same in whatever order the entries came.
  private func journal(
    _ entries: LogEntry..., at location: SourceLocation = #_sourceLocation
  ) -> [JournalEntry] {
    let lines = SharedJournal(of: entries).lines
    #expect(SharedJournal(of: entries.reversed()).lines == lines, sourceLocation: location)
    return lines
  }

  @Test func whatWasSaidApartAndDoesNotStandIsThereWithItsWayBack() {
    let early = entry(.note, "early", at: 10, on: "b")
    let late = entry(.note, "late", at: 20)
    #expect(
      journal(early, late).map(\.change) == [
        DayChange(.note, day, from: nil, to: "early"),
        DayChange(.note, day, from: "early", to: "late"),
      ])
    let cleared = entry(.note, nil, at: 25, on: "b", replacing: early)
    #expect(
      journal(early, late, cleared).map(\.change) == [
        DayChange(.note, day, from: nil, to: "early"),
        DayChange(.note, day, from: "early", to: "late"),
        DayChange(.note, day, from: "late", to: nil), DayChange(.note, day, from: nil, to: "late"),
      ])
  }

  /// A wrong clock does not bring an entry before one that it replaces.
  @Test func anEntryComesAfterThoseThatItReplaces() {
    let studied = entry(.study, "studied", at: 1000)
    let cleared = entry(.study, nil, at: 5, on: "b", replacing: studied)
    #expect(
      journal(studied, cleared).map(\.change) == [.study(day, true), .study(day, false)])
  }

  @Test func twoThatSayTheSameAreOneEntry() {
    let one = entry(.study, "studied", at: 10)
    let other = entry(.study, "studied", at: 11, on: "b")
    #expect(journal(one, other).map(\.change) == [.study(day, true)])
  }

  @Test func anUndoNamesItsBatch() {
    let other = entry(.note, "word", at: 5, on: "b")
    let studied = entry(.study, "studied", at: 10)
    let cleared = entry(.study, nil, at: 20, undoing: studied, replacing: studied)
    #expect(journal(other, studied, cleared).map(\.undoes) == [nil, nil, 2])
    #expect(journal(other, studied, cleared).map(\.batch) == [1, 2, 3])
  }

  @Test func aBatchStaysTogether() {
    let first = entry(.study, "studied", at: 10)
    let between = entry(.rest, "ill", at: 10, on: "b")
    let second = entry(.note, "word", at: 10, in: first)
    let journal = journal(first, between, second)
    let numbers = journal.filter { $0.change.kind != .rest }.map(\.batch)
    #expect(Set(numbers).count == 1 && journal.map(\.batch) == journal.map(\.batch).sorted())
  }

  /// Nobody but a person with an editor can have written that, and an export of it is read all the same.
  @Test func aBatchUndoesNeitherItselfNorALaterOne() {
    let first = entry(.study, "studied", at: 10)
    let itself = entry(.note, "word", at: 10, in: first, undoing: first)
    #expect(journal(first, itself).map(\.undoes) == [nil, nil])
    let (a, b) = (entry(.study, "studied", at: 10), entry(.rest, "ill", at: 11, on: "b"))
    let undoesB = entry(.note, "one", at: 10, in: a, undoing: b)
    let undoesA = entry(.note, "two", at: 11, on: "b", in: b, undoing: a)
    for line in journal(a, b, undoesA, undoesB) { #expect(line.undoes ?? 0 < line.batch) }
  }

  @Test func onlyDaysAreInTheJournal() throws {
    let watch = LogEntry(
      try #require(Register(.watch, "apple/swift")), "apple/swift", by: said(at: 1))
    let weekdays = LogEntry(Register(.weekdays, from: day), "6,7", by: said(at: 2))
    #expect(journal(watch, weekdays) == [])
  }
}
