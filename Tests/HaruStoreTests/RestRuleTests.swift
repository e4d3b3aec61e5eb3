import HaruCore
import HaruStore
import Support
import Testing

/// Rest days by rule, and wrong clocks (docs/store.md#rest-days-by-rule).
@Suite struct RestRuleTests {
  let bench = StoreBench()

  private let weekend: Set<Weekday> = [.saturday, .sunday]

  private func said(at now: Instant = StoreBench.provenance.at) -> Provenance {
    Provenance(at: now, utcOffset: 0, zone: "UTC", source: .command)
  }

  private func set(
    _ weekdays: Set<Weekday>, on day: String, at now: Instant = StoreBench.provenance.at
  ) throws -> [RestRule] {
    let store = try bench.open()
    try store.setRestRules([.weekdays(weekdays)], today: date(day), by: said(at: now))
    return try store.restDays().rules
  }

  /// A clock that is years behind for an hour makes no past day a rest day: no rule begins before the
  /// last journal entry.
  @Test func aClockSetBackChangesNoPastDay() throws {
    try bench.open().set("2026-11-20")
    let rules = try set(weekend, on: "2026-11-20")
    #expect(rules.map(\.from) == [date("2026-11-20"), date("2026-11-20")])
    #expect(try set(weekend, on: "1970-01-01", at: Instant(0)) == rules)
    #expect(
      try set([.monday], on: "1970-01-01", at: Instant(0)).filter { $0.to == nil }
        == [RestRule(.monday, from: date("2026-11-20"))])
  }

  /// After midnight, before a later start of the day, the last change has the date of tomorrow.
  @Test func aDayThatHasNotEndedIsStillToday() throws {
    try bench.open().set("2026-11-20")
    let rules = try set(weekend, on: "2026-11-19", at: StoreBench.provenance.at + 60)
    #expect(rules.map(\.from) == [date("2026-11-19"), date("2026-11-19")])
  }

  /// The clock was set back on a journey, and the last change has the date of the zone before.
  @Test func noRuleBeginsBeforeToday() throws {
    let now = StoreBench.provenance.at
    let made = Provenance(
      at: now + 60, utcOffset: -36_000, zone: "Pacific/Honolulu", source: .command)
    #expect(made.localTime.hasPrefix("2026-11-19 "))
    try bench.open().setStudied([date("2026-11-18")], true, today: StoreBench.today, by: made)
    let rules = try set(weekend, on: "2026-11-20")
    #expect(rules.map(\.from) == [date("2026-11-20"), date("2026-11-20")])
  }

  /// Both rules of one command are one batch.
  @Test func weekdaysAndReserveDaysAreOneChange() throws {
    let store = try bench.open()
    let two = FreeDays(2, weekBegins: .monday)
    try store.setRestRules(
      [.weekdays(weekend), .reserve(two)], today: StoreBench.today, by: StoreBench.provenance)
    #expect(try store.restDays().weekdays(on: StoreBench.today) == weekend)
    #expect(try store.restDays().freeFrom == [StoreBench.today: two])
    #expect(try store.undo(by: StoreBench.provenance).isEmpty == false)
    #expect(try store.restDays() == .none)
  }

  /// That there is no reserve is an answer, and offered to nobody who has given it.
  @Test func noDaysInReserveIsSaidToo() throws {
    let store = try bench.open()
    let none = FreeDays(0, weekBegins: .monday)
    try store.setRestRules([.reserve(none)], today: StoreBench.today, by: StoreBench.provenance)
    #expect(try store.restDays().freeFrom == [StoreBench.today: none])
  }

  // MARK: Lines of version 0.4

  /// A reader shows them as of today and writes nothing; once they are taken, the log says what counts.
  @Test func linesOfVersion04AreShownUntilTheyAreTaken() throws {
    try bench.open().set("2026-11-20")
    let (settings, monday) = (Settings.resting(on: weekend), date("2026-11-23"))
    let before = try bench.rows(".dump")
    let shown = try bench.open(.reading).record(by: settings, today: StoreBench.today)
    #expect(
      shown.rest.rules
        == weekend.sorted { $0.rawValue < $1.rawValue }
        .map { RestRule($0, from: StoreBench.today) })
    #expect(try bench.rows(".dump") == before)
    let store = try bench.open()
    try store.writeFormerRules(of: settings, today: StoreBench.today, by: said())
    #expect(try store.record(by: settings, today: monday).rest.rules == shown.rest.rules)
    // The file could not be written, and its lines are still there.
    try store.setRestRules([.weekdays([])], today: monday, by: said())
    try store.writeFormerRules(of: settings, today: monday, by: said())
    #expect(try store.record(by: settings, today: monday).rest.weekdays(on: monday) == [])
  }

  /// Of each kind that the log has ever known, a line says nothing, also after an undo.
  @Test func linesOfVersion04CountOnlyWhereTheLogSaysNothing() throws {
    let store = try bench.open()
    try store.setRestRules([.weekdays([.monday])], today: StoreBench.today, by: said())
    _ = try store.undo(by: said())
    var settings = Settings.resting(on: weekend)
    settings.formerReserve = 1
    try store.writeFormerRules(of: settings, today: StoreBench.today, by: said())
    let rest = try store.restDays()
    #expect(rest.rules == [] && rest.freeFrom.mapValues(\.count) == [StoreBench.today: 1])
  }
}
