import HaruCore
import Support
import Testing

/// The last thirty days that count (docs/behaviours.md#steady).
@Suite struct SteadyTests {
  private static let today = date("2026-11-20")

  private static func steady(_ marks: [Day], rest: RestDays = .none, since: String? = nil) -> Steady
  {
    let record = Record(days: marks.sorted(by: >), rest: rest)
      .beginning(with: since.flatMap { Day($0) }, today: today)
    return History(of: record, today: today).steady
  }

  @Test func isNothingBeforeTheFirstMark() {
    #expect(SteadyTests.steady([]) == Steady(studied: 0, of: 0))
    #expect(SteadyTests.steady([date("2026-11-25")]) == Steady(studied: 0, of: 0))
  }

  /// Today counts once it is studied.
  @Test func countsFromTheFirstMarkOn() {
    #expect(SteadyTests.steady([SteadyTests.today]) == Steady(studied: 1, of: 1))
    #expect(SteadyTests.steady([date("2026-11-19")]) == Steady(studied: 1, of: 1))
    #expect(SteadyTests.steady([date("2026-11-17")]) == Steady(studied: 1, of: 3))
  }

  @Test func looksAtThirtyDaysAtMost() {
    let year = days("2025-11-20", "2026-11-19")
    #expect(SteadyTests.steady(year) == Steady(studied: 30, of: 30))
    let missed = year.filter { ![date("2026-11-18"), date("2026-10-21")].contains($0) }
    #expect(SteadyTests.steady(missed) == Steady(studied: 28, of: 30))
    #expect(SteadyTests.steady(missed + [SteadyTests.today]) == Steady(studied: 29, of: 30))
  }

  /// A vacation takes no days from it: it looks further back.
  @Test func skipsRestDays() {
    let vacation = RestDays(single: Set(days("2026-11-01", "2026-11-19")))
    let studied = days("2026-09-01", "2026-10-30")
    #expect(SteadyTests.steady(studied, rest: vacation) == Steady(studied: 29, of: 30))
    // A rest day that is studied counts.
    let worked = SteadyTests.steady(studied + [date("2026-11-10")], rest: vacation)
    #expect(worked == Steady(studied: 29, of: 30))
    #expect(SteadyTests.steady(days("2026-11-18", "2026-11-20"), rest: vacation).studied == 3)
  }

  // MARK: A day with which the history begins

  @Test func aHistoryBeginsWithTheDayOfTheSettings() {
    let marks = days("2026-10-01", "2026-11-19")
    #expect(SteadyTests.steady(marks, since: "2026-11-16") == Steady(studied: 4, of: 4))
    let record = Record(days: marks.reversed()).beginning(
      with: date("2026-11-16"), today: SteadyTests.today)
    let history = History(of: record, today: SteadyTests.today)
    #expect((history.streak.current, history.streak.longest?.length, history.total) == (4, 4, 4))
    #expect((history.month.studied, history.month.counted) == (4, 4))
    let totals = Totals(of: record, today: SteadyTests.today)
    #expect((totals.total, totals.firstDay) == (4, date("2026-11-16")))
    #expect((totals.year.studied, totals.year.counted) == (4, 4))
    // What was before is drawn as studied all the same.
    let page = CalendarPage(of: date("2026-11-01").month, in: record, today: SteadyTests.today)
    #expect(page.cells[0].isStudied && !page.cells[0].isMissed)
  }

  /// Days that were missed before the first mark count from then on.
  @Test func aHistoryMayBeginBeforeTheFirstMark() {
    #expect(
      SteadyTests.steady([date("2026-11-19")], since: "2026-11-10") == Steady(studied: 1, of: 10))
  }

  /// A day that has not come yet changes nothing.
  @Test func aHistoryThatBeginsTomorrowHasNotBegun() {
    let marks = days("2026-11-10", "2026-11-19")
    #expect(SteadyTests.steady(marks, since: "2026-11-21") == SteadyTests.steady(marks))
  }
}
