import HaruCore
import HaruLog
import Support
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

  /// One by one and in any order, they leave what their definition says.
  @Test func eachEntryIsAddedAlone() {
    var random = Seeded(10)
    for _ in 0..<300 {
      var entries: [LogEntry] = []
      for number in 0..<Int64.random(in: 1...12, using: &random) {
        let known = entries.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        let entry = LogEntry(
          Register(.note, day), ["a", nil].randomElement(using: &random) ?? nil,
          by: Provenance(
            at: Instant(.random(in: 0...3, using: &random)), utcOffset: 0, zone: "UTC",
            source: .button), on: "m\(number)", replacing: known.map(\.name))
        entries.append(entry)
      }
      var (value, added) = (RegisterValue(), [LogEntry]())
      for entry in entries.shuffled(using: &random) {
        #expect(value.add(entry) && !value.add(entry))
        added.append(entry)
        let standing = added.filter { each in
          !added.contains { $0.replaces.contains(each.name) }
        }
        #expect(Set(value.standing) == Set(standing))
        #expect(value.winner == standing.max(by: RegisterValueTests.isWeaker))
        #expect(added.allSatisfy { value.isStanding($0) == standing.contains($0) })
      }
    }
  }

  private static func isWeaker(_ a: LogEntry, _ b: LogEntry) -> Bool {
    if (a.value == nil) != (b.value == nil) { return a.value == nil }
    return (a.provenance.at, a.name) < (b.provenance.at, b.name)
  }

  /// With a look at all for each of them, this would take an hour.
  @Test func manyEntriesOfOneDayAreAddedInTime() {
    var last: LogEntry?
    let entries = (0..<30_000).map { number -> LogEntry in
      let known = number % 3 == 0 ? [] : [last?.name].compactMap(\.self)
      let entry = LogEntry(
        Register(.note, day), "\(number)",
        by: Provenance(at: Instant(Int64(number)), utcOffset: 0, zone: "UTC", source: .button),
        replacing: known)
      last = entry
      return entry
    }
    #expect(SharedJournal(of: entries).lines.count >= 20_000)
    #expect(RegisterValue(of: entries.reversed()).standing.count == 10_000)
  }

  @Test func nothingStandsWithoutEntries() {
    #expect(RegisterValue(of: []).winner == nil)
  }
}
