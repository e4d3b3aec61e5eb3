import HaruCore
import Testing

/// What lines of one register leave together (docs/sync.md#merging).
struct SyncValueTests {
  private let day = Day(year: 2026, month: 11, day: 22) ?? .earliest

  private func line(
    _ device: String, _ number: Int64, seen: [String: Int64] = [:], clock: Int64? = nil,
    _ kind: Change.Kind, _ value: String?, at: Int64
  ) -> SyncLine {
    SyncLine(
      device: device, number: number, seen: seen, clock: clock ?? at, batch: number,
      register: SyncRegister(Change(kind, day, from: nil, to: value)), value: value,
      provenance: Provenance(at: Instant(at), utcOffset: 0, zone: "UTC", source: .button))
  }

  @Test func whatItsWriterKnewIsReplaced() {
    let studied = line("a", 1, .study, "studied", at: 10)
    let cleared = line("b", 1, seen: ["a": 1], clock: 11, .study, nil, at: 5)
    #expect(SyncValue(of: [cleared, studied]).winner == cleared)
  }

  @Test func studiedWinsOverClearedApart() {
    let first = line("a", 1, .study, "studied", at: 10)
    let cleared = line("a", 2, .study, nil, at: 20)
    let other = line("b", 1, .study, "studied", at: 15)
    #expect(SyncValue(of: [first, cleared, other]).winner == other)
    #expect(SyncValue(of: [first, cleared]).winner == cleared)
  }

  @Test func ofTwoNotesTheLaterStandsAndTheOtherIsInTheJournal() {
    let early = line("b", 1, .note, "early", at: 10)
    let late = line("a", 1, .note, "late", at: 20)
    for lines in [[early, late], [late, early]] {
      #expect(SyncValue(of: lines).winner == late)
      #expect(SyncValue(of: lines).standing.count == 2)
      #expect(
        SyncHistory(of: lines).journal.map(\.change) == [
          Change(.note, day, from: nil, to: "early"), Change(.note, day, from: "early", to: "late"),
        ])
    }
    // The same if the clock of one was wrong.
    let wrong = line("c", 1, clock: 30, .note, "wrong", at: 1)
    let changes = SyncHistory(of: [late, wrong]).journal.map(\.change)
    #expect(
      changes == [
        Change(.note, day, from: nil, to: "late"), Change(.note, day, from: "late", to: "wrong"),
        Change(.note, day, from: "wrong", to: "late"),
      ])
  }

  @Test func anUndoNamesItsBatch() {
    let studied = line("a", 1, .study, "studied", at: 10)
    let cleared = SyncLine(
      device: "a", number: 2, seen: [:], clock: 20, batch: 2, undoes: 1,
      register: studied.register, value: nil, provenance: studied.provenance)
    let other = line("b", 1, .note, "word", at: 5)
    #expect(SyncHistory(of: [cleared, other, studied]).journal.map(\.undoes) == [nil, nil, 2])
  }

  /// Two copies of one machine go on with the same numbers.
  @Test func twoLinesOfOneNumberCountBoth() {
    let one = line("a", 1, .note, "one", at: 10)
    let other = line("a", 1, .note, "other", at: 11)
    for lines in [[one, other], [other, one]] {
      #expect(SyncValue(of: lines).winner == other)
      #expect(SyncHistory(of: lines).journal.count == 2)
    }
  }
}
