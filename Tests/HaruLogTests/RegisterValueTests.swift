import HaruCore
import HaruLog
import Testing

/// What entries of one register leave together (docs/sync.md#merging).
struct RegisterValueTests {
  private let day = Day(year: 2026, month: 11, day: 22) ?? .earliest

  private func entry(
    _ kind: DayChange.Kind, _ value: String?, at: Int64, on machine: String = "a",
    replacing known: LogEntry...
  ) -> LogEntry {
    LogEntry(
      Register(kind, day), value,
      by: Provenance(at: Instant(at), utcOffset: 0, zone: "UTC", source: .button), on: machine,
      replacing: known.map(\.name))
  }

  private func winner(_ entries: LogEntry...) -> LogEntry? {
    let winner = RegisterValue(of: entries).winner
    #expect(RegisterValue(of: entries.reversed()).winner == winner)
    return winner
  }

  @Test func whatItsWriterKnewIsReplaced() {
    let studied = entry(.study, "studied", at: 10)
    let cleared = entry(.study, nil, at: 5, on: "b", replacing: studied)
    #expect(winner(studied, cleared) == cleared)
  }

  @Test func studiedWinsOverClearedApart() {
    let first = entry(.study, "studied", at: 10)
    let cleared = entry(.study, nil, at: 20, replacing: first)
    let other = entry(.study, "studied", at: 15, on: "b")
    #expect(winner(first, cleared, other) == other)
    #expect(winner(first, cleared) == cleared)
  }

  @Test func ofTwoNotesTheLaterStands() {
    let early = entry(.note, "early", at: 10, on: "b")
    let late = entry(.note, "late", at: 20)
    #expect(winner(early, late) == late)
    #expect(RegisterValue(of: [early, late]).standing.count == 2)
  }

  @Test func ofTheSameInstantTheNameDecides() {
    let (one, two) = (entry(.note, "one", at: 10), entry(.note, "two", at: 10, on: "b"))
    #expect(winner(one, two) == [one, two].max { $0.name < $1.name })
  }

  @Test func whatHasNotArrivedStillReplaces() {
    let studied = entry(.study, "studied", at: 10)
    let noted = entry(.study, nil, at: 11, replacing: studied)
    let again = entry(.study, "studied", at: 12, replacing: noted)
    #expect(winner(studied, again) == again)
    #expect(RegisterValue(of: [studied, noted, again]).standing == [again])
  }

  @Test func nothingStandsWithoutEntries() {
    #expect(RegisterValue(of: []).winner == nil)
  }
}
