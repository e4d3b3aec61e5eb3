import HaruCore
import Support
import Testing

/// Days of a week that may be left out (docs/behaviours.md#reserve-days).
@Suite struct FreeDaysTests {
  /// Of the weeks from Monday 2 November 2026 on.
  private static func record(
    _ marks: [Day], _ freeFrom: [String: FreeDays], rest: Set<Day> = [], today: String
  ) -> Record {
    let rules = Dictionary(uniqueKeysWithValues: freeFrom.map { (date($0.key), $0.value) })
    return Record(
      days: marks.sorted(by: >), rest: RestDays(single: rest, freeFrom: rules)
    ).spendingFreeDays(before: date(today))
  }

  private static let two = FreeDays(2, weekBegins: .monday)

  private static func streak(
    _ marks: [Day], _ freeFrom: [String: FreeDays], rest: Set<Day> = [], today: String
  ) -> Streak {
    History(of: record(marks, freeFrom, rest: rest, today: today), today: date(today)).streak
  }

  /// Five days a week.
  @Test func twoDaysOfEachWeekNeitherCountNorBreak() {
    let marks = days("2026-11-02", "2026-11-06") + days("2026-11-09", "2026-11-13")
    let found = FreeDaysTests.record(marks, ["2026-11-02": FreeDaysTests.two], today: "2026-11-16")
    #expect(found.rest.free.sorted().map(\.dayOfMonth) == [7, 8, 14, 15])
    let history = History(of: found, today: date("2026-11-16"))
    #expect(history.streak.current == 10)
    #expect(history.steady == Steady(studied: 10, of: 10))
    #expect((history.month.studied, history.month.counted) == (10, 10))
    #expect(Totals(of: found, today: date("2026-11-16")).share(of: .saturday) == nil)
  }

  @Test func theThirdUnmarkedDayOfAWeekBreaks() {
    let marks = days("2026-11-02", "2026-11-05")
    let streak = { FreeDaysTests.streak(marks, ["2026-11-02": FreeDaysTests.two], today: $0) }
    #expect((streak("2026-11-06").current, streak("2026-11-06").freeLeft) == (4, 2))
    #expect((streak("2026-11-07").current, streak("2026-11-07").freeLeft) == (4, 1))
    #expect((streak("2026-11-08").current, streak("2026-11-08").freeLeft) == (4, 0))
    #expect(streak("2026-11-08").endsToday && !streak("2026-11-07").endsToday)
    #expect(streak("2026-11-07").canBeFree && streak("2026-11-07").wasYesterdayFree)
    #expect(streak("2026-11-09").current == 0)
    #expect(streak("2026-11-09").missed == date("2026-11-08"))
    #expect(streak("2026-11-09").freeLeft == 2)
  }

  /// They are spent in order, by days that have ended unmarked: a mark made later gives one back.
  @Test func aMarkGivesAFreeDayBack() {
    let rule = ["2026-11-02": FreeDays(1, weekBegins: .monday)]
    let marks = [2, 3, 5, 7, 8].map { date("2026-11-0\($0)") }
    #expect(FreeDaysTests.streak(marks, rule, today: "2026-11-08").current == 2)
    let mended = marks + [date("2026-11-04")]
    let record = FreeDaysTests.record(mended, rule, today: "2026-11-08")
    #expect(record.rest.free == [date("2026-11-06")])
    #expect(History(of: record, today: date("2026-11-08")).streak.current == 6)
  }

  @Test func restDaysSpendNone() {
    let streak = FreeDaysTests.streak(
      days("2026-11-02", "2026-11-04"), ["2026-11-02": FreeDays(1, weekBegins: .monday)],
      rest: [date("2026-11-05"), date("2026-11-06")], today: "2026-11-08")
    #expect((streak.current, streak.freeLeft) == (3, 0))
  }

  /// What was before is as it was, and a week begins where it says.
  @Test func holdsFromADayOn() {
    let marks = days("2026-10-26", "2026-11-10").filter { $0.weekday != .saturday }
    let from = {
      FreeDaysTests.streak(marks, [$0: FreeDays(1, weekBegins: $1)], today: "2026-11-10")
    }
    #expect(from("2026-10-20", .monday).current == 14)
    #expect(from("2026-11-01", .monday).current == 9)
    #expect(from("2026-11-08", .monday).current == 3)
    // Saturday ends the one week, and Sunday begins the next.
    let two = FreeDaysTests.record(
      days("2026-11-02", "2026-11-10").filter { ![.saturday, .sunday].contains($0.weekday) },
      ["2026-11-02": FreeDays(1, weekBegins: .sunday)], today: "2026-11-10")
    #expect(two.rest.free.map(\.dayOfMonth).sorted() == [7, 8])
  }

  /// Another number in the middle of a week counts what was spent in it.
  @Test func anotherNumberCountsWhatWasSpent() {
    let record = FreeDaysTests.record(
      [date("2026-11-02")],
      [
        "2026-11-02": FreeDaysTests.two, "2026-11-05": FreeDays(3, weekBegins: .monday),
        "2026-11-16": FreeDays(0, weekBegins: .monday),
      ], today: "2026-11-20")
    #expect(record.rest.free.sorted().map(\.dayOfMonth) == [3, 4, 5, 9, 10, 11])
  }

  /// The days of the first week before the first mark spend none.
  @Test func theyBeginWithTheRecord() {
    let streak = FreeDaysTests.streak(
      days("2026-11-05", "2026-11-06"), ["2026-11-02": FreeDaysTests.two], today: "2026-11-09")
    #expect((streak.current, streak.missed) == (2, nil))
  }

  /// Fewer than were spent already leave none, and today is no free day any more.
  @Test func fewerThanWereSpentLeaveNone() {
    let streak = FreeDaysTests.streak(
      [date("2026-11-02")],
      ["2026-11-02": FreeDaysTests.two, "2026-11-05": FreeDays(1, weekBegins: .monday)],
      today: "2026-11-05")
    #expect((streak.current, streak.freeLeft) == (1, 0))
    #expect(streak.endsToday && !streak.canBeFree)
  }

  @Test func anExplanationNamesTheNumberOfAFreeDay() {
    let record = FreeDaysTests.record(
      days("2026-11-02", "2026-11-04"), ["2026-11-02": FreeDaysTests.two], today: "2026-11-09")
    func role(_ day: String) -> Explanation.Role {
      Explanation(of: record, on: date(day), today: date("2026-11-09")).role
    }
    #expect(role("2026-11-05") == .isFree(1, of: 2))
    #expect(role("2026-11-06") == .isFree(2, of: 2))
    #expect(role("2026-11-07") == .breaks)
    let friday = Explanation(of: record, on: date("2026-11-06"), today: date("2026-11-09"))
    #expect(friday.current == 3 && friday.isOver)
  }

  @Test func isWrittenAndReadAgain() {
    for count in 0...6 {
      for weekday in Weekday.allCases {
        let free = FreeDays(count, weekBegins: weekday)
        #expect(FreeDays(free.description) == free)
      }
    }
    for wrong in ["", "2", "2,8", "7,1", "02,1", "2,1,1", "-1,1", "a,b"] {
      #expect(FreeDays(wrong) == nil, "\(wrong)")
    }
  }
}
