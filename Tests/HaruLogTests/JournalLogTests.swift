import HaruCore
import HaruLog
import Support
import Testing

/// The log of an export without one, as version 0.4 made it.
struct JournalLogTests {
  private func log(
    of journal: [JournalEntry], _ imported: [Contents.ImportedDay] = []
  ) -> JournalLog {
    var contents = Contents()
    (contents.journal, contents.importedDays) = (journal, imported)
    return JournalLog(of: contents)
  }

  private func entry(
    _ batch: Int64, undoes: Int64? = nil, _ change: DayChange, at: Int64
  ) -> JournalEntry {
    JournalEntry(batch: batch, undoes: undoes, change: change, provenance: said(at: at))
  }

  @Test func aJournalComesBack() {
    let day = date("2026-11-22")
    let journal = [
      entry(1, .study(day, true), at: 10), entry(1, .study(date("2026-11-21"), true), at: 10),
      entry(2, DayChange(.note, day, from: nil, to: "word"), at: 20),
      entry(3, undoes: 2, DayChange(.note, day, from: "word", to: nil), at: 30),
    ]
    let log = log(of: journal)
    let shared = SharedJournal(of: log.entries).lines
    // Within a batch the days are in their order.
    #expect(Set(shared) == Set(journal) && shared.map(\.batch) == journal.map(\.batch))
  }

  /// A clock that was wrong does not change what came after what.
  @Test func aJournalKeepsItsOrder() {
    let day = date("2026-11-22")
    let journal = [
      entry(1, .study(day, true), at: 1000), entry(2, .study(day, false), at: 10),
      entry(3, .study(day, true), at: 500),
    ]
    let log = log(of: journal)
    #expect(SharedJournal(of: log.entries.reversed()).lines == journal)
  }

  @Test func anUndoWithoutAChangeIsKept() {
    let day = date("2026-11-22")
    let log = log(of: [
      entry(1, .study(day, true), at: 10),
      entry(2, undoes: 1, DayChange(.study, day, from: nil, to: nil), at: 20),
    ])
    #expect(log.entries.map(\.register.kind) == [.study, .undo])
    #expect(log.entries.last?.undoes == log.entries.first?.name)
  }

  // MARK: What stands beside the journal

  @Test func rulesAreTold() {
    let rules = [
      RestRule(.saturday, from: date("2026-11-02"), to: date("2026-11-15")),
      RestRule(.sunday, from: date("2026-11-02")),
    ]
    var contents = Contents()
    contents.restRules = rules
    let log = JournalLog(of: contents)
    var told: [Day: Set<Weekday>] = [:]
    for entry in log.entries {
      told[date(entry.register.key)] = entry.value.flatMap { Set<Weekday>(numbers: $0) }
    }
    #expect(told == rules.weekdaysFrom && log.entries.count == 2)
  }

  @Test func daysOfAnImportThatWasUndoneAreNotTold() throws {
    let day = date("2026-11-22")
    let log = log(
      of: [
        entry(1, .study(day, true), at: 10), entry(2, undoes: 1, .study(day, false), at: 20),
        entry(3, .study(date("2026-11-21"), true), at: 30),
      ],
      [
        Contents.ImportedDay(source: "csv", day: day, batch: 1),
        Contents.ImportedDay(source: "csv", day: date("2026-11-21"), batch: 3),
        Contents.ImportedDay(source: "csv", day: date("2026-11-20"), batch: nil),
      ])
    let told = RegisterValue(of: log.entries.filter { $0.register.kind == .import })
    #expect(told.importedDays == Set(days("2026-11-20", "2026-11-21")))
    #expect(told.standing.map(\.batch).contains(log.entries[2].name))
  }

  @Test func theSameFromTwoPlacesIsTheSame() {
    let journal = [entry(1, .study(date("2026-11-22"), true), at: 10)]
    #expect(log(of: journal).entries == log(of: journal).entries)
  }
}
