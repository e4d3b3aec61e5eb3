import HaruCore
import Support
import Testing

/// The consistency and the rest days of contents.
@Suite struct ContentsTests {
  private let noon = Provenance(
    at: Instant(1_795_143_600), utcOffset: 32_400, zone: "Asia/Seoul", source: .command)

  /// A note that was changed, and a day that was marked and cleared.
  private func contents() -> Contents {
    let (first, second) = (date("2026-11-01"), date("2026-11-02"))
    var contents = Contents()
    contents.notes = [first: "b"]
    contents.journal = [
      line(1, DayChange(.note, first, from: nil, to: "a")),
      line(2, DayChange(.note, first, from: "a", to: "b")), line(2, .study(second, true)),
      line(3, .study(second, false)),
    ]
    contents.importedDays = [Contents.ImportedDay(source: "csv", day: second, batch: 2)]
    return contents
  }

  private func line(_ batch: Int64, undoes: Int64? = nil, _ change: DayChange) -> JournalEntry {
    JournalEntry(batch: batch, undoes: undoes, change: change, provenance: noon)
  }

  @Test func consistentContentsHaveNoProblem() {
    #expect(Contents().isConsistent)
    #expect(contents().isConsistent)
  }

  @Test func theLastJournalEntryOfADayIsItsState() {
    for (kind, word) in [(DayChange.Kind.note, "a"), (.note, ""), (.study, "seen"), (.rest, "")] {
      var contents = contents()
      contents.journal.append(line(4, DayChange(kind, date("2026-11-01"), from: nil, to: word)))
      #expect(!contents.isConsistent, "\(kind) \(word)")
    }
    // SQLite compares bytes: two forms of one letter differ.
    var contents = contents()
    contents.notes[date("2026-11-03")] = "\u{e9}"
    contents.journal.append(
      line(4, DayChange(.note, date("2026-11-03"), from: nil, to: "e\u{301}")))
    #expect(!contents.isConsistent)
  }

  @Test func journalBatchesAreInOrder() {
    let change = DayChange(.note, date("2026-11-01"), from: "b", to: "b")
    for (batch, undoes) in [(4, nil), (4, 3), (4, 1), (1 << 52, nil)] as [(Int64, Int64?)] {
      var contents = contents()
      contents.journal.append(line(batch, undoes: undoes, change))
      #expect(contents.isConsistent, "\(batch)")
    }
    let bad: [(Int64, Int64?)] = [
      (4, 4), (4, 0), (4, -1), (4, .max), (2, nil), (0, nil), (.min, .min), (1 << 52 + 1, nil),
      (.max, nil),
    ]
    for (batch, undoes) in bad {
      var contents = contents()
      contents.journal.append(line(batch, undoes: undoes, change))
      #expect(!contents.isConsistent, "\(batch)")
    }
  }

  @Test func restDaysIncludeThoseOfRules() {
    var contents = Contents()
    contents.rest = [date("2026-11-07"): "trip", date("2026-12-24"): "holiday"]
    contents.restRules = [
      RestRule(.saturday, from: date("2026-11-01"), to: date("2026-11-14")),
      RestRule(.sunday, from: date("2026-11-15")),
      RestRule(.monday, from: date("2026-11-21")),
    ]
    let days = contents.restDays(upTo: date("2026-11-20"))
    #expect(
      days == [
        date("2026-11-07"): "trip", date("2026-12-24"): "holiday", date("2026-11-14"): "",
        date("2026-11-15"): "",
      ])
    #expect(contents.restDays(upTo: date("2026-10-31")) == contents.rest)
  }
}
