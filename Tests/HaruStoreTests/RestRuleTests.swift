import HaruCore
import HaruStore
import Testing

/// Rest weekdays of the settings, and wrong clocks (docs/store.md#free-weekdays).
@Suite struct RestRuleTests {
  let bench: StoreBench

  init() throws {
    bench = try StoreBench()
  }

  private let weekend: Set<Weekday> = [.saturday, .sunday]

  private func rules(
    _ weekdays: Set<Weekday>?, on day: String, at now: Instant = StoreBench.provenance.at
  ) throws -> [RestRule] {
    let store = try bench.open()
    let (record, isNews) = try store.record(by: .resting(on: weekdays), today: date(day), at: now)
    if isNews, let weekdays {
      let provenance = Provenance(at: now, utcOffset: 0, zone: "UTC", source: .command)
      try store.setRestWeekdays(weekdays, today: date(day), by: provenance)
    }
    #expect(try store.restDays().rules == record.rest.rules)
    #expect(try !store.record(by: .resting(on: weekdays), today: date(day), at: now).isNews)
    return record.rest.rules
  }

  /// A clock that is years behind for an hour makes no past day a rest day: no rule begins before the
  /// last journal entry.
  @Test func aClockSetBackChangesNoPastDay() throws {
    try bench.open().set("2026-11-20")
    let set = try rules(weekend, on: "2026-11-20")
    #expect(set.map(\.from) == [date("2026-11-20"), date("2026-11-20")])
    #expect(try rules(weekend, on: "1970-01-01", at: Instant(0)) == set)
    #expect(
      try rules([.monday], on: "1970-01-01", at: Instant(0)).filter { $0.to == nil }
        == [RestRule(.monday, from: date("2026-11-20"))])
  }

  /// After midnight, before a later start of the day, the last change has the date of tomorrow.
  @Test func aDayThatHasNotEndedIsStillToday() throws {
    try bench.open().set("2026-11-20")
    let set = try rules(weekend, on: "2026-11-19", at: StoreBench.provenance.at + 60)
    #expect(set.map(\.from) == [date("2026-11-19"), date("2026-11-19")])
  }

  /// The clock was set back on a journey, and the last change has the date of the zone before.
  @Test func noRuleBeginsBeforeToday() throws {
    let now = StoreBench.provenance.at
    let made = Provenance(
      at: now + 60, utcOffset: -36_000, zone: "Pacific/Honolulu", source: .command)
    #expect(made.localTime.hasPrefix("2026-11-19 "))
    try bench.open().setStudied([date("2026-11-18")], true, today: StoreBench.today, by: made)
    let set = try rules(weekend, on: "2026-11-20")
    #expect(set.map(\.from) == [date("2026-11-20"), date("2026-11-20")])
  }

  /// Settings without the key, as on a new machine, keep the weekdays of the store.
  @Test func settingsWithoutRestWeekdaysChangeNothing() throws {
    try bench.open().set("2026-11-20")
    let set = try rules(weekend, on: "2026-11-20")
    #expect(try rules(nil, on: "2026-11-27") == set)
    #expect(try rules([], on: "2026-11-27").allSatisfy { $0.to == date("2026-11-26") })
  }
}
