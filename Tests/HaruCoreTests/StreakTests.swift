import HaruCore
import Support
import Testing

/// The streak (docs/behaviours.md#the-streak-rule).
@Suite struct StreakTests {
  /// The cases of docs/behaviours.md#streak-vectors but one: rows of one day that disagree exist in
  /// SwiftCal's file only (`SwiftCalTests.aFalseDuplicateBreaksNoStreak`).
  static let vectors: [(String, [Day], String, Int)] = [
    ("daily for two months", days("2024-11-01", "2024-12-31"), "2024-12-31", 61),
    ("into the new year", days("2024-11-01", "2025-01-01"), "2025-01-01", 62),
    ("until 29 January", days("2024-11-01", "2025-01-29"), "2025-01-29", 90),
    ("until 31 January", days("2024-11-01", "2025-01-31"), "2025-01-31", 92),
    ("a row of next month at its end", days("2025-01-01", "2025-01-31"), "2025-01-31", 31),
    ("a row of next month in its middle", days("2025-01-01", "2025-01-15"), "2025-01-15", 15),
    (
      "a hole without a row", days("2025-01-01", "2025-01-04") + days("2025-01-06", "2025-01-10"),
      "2025-01-10", 5
    ),
    ("all rows doubled", days("2025-01-01", "2025-01-10").flatMap { [$0, $0] }, "2025-01-10", 10),
    ("last month's end missed, today open", days("2025-01-01", "2025-01-30"), "2025-01-31", 30),
    (
      "today open, two studied, one missed",
      days("2024-12-01", "2024-12-06") + days("2024-12-08", "2024-12-09"), "2024-12-10", 2
    ),
    ("nothing ever", [], "2025-01-10", 0),
  ]

  @Test(arguments: vectors)
  func matchesTheTableOfCases(name: String, studied: [Day], today: String, streak: Int) {
    let history = History(of: Record(days: studied.reversed()), today: date(today))
    #expect(history.streak.current == streak, "\(name)")
  }

  /// The first of the next month neither counts nor breaks, marked or not.
  @Test(arguments: [("2025-01-31", 31), ("2025-01-15", 15)])
  func ignoresTheFirstOfNextMonth(today: String, streak: Int) {
    let studied = days("2025-01-01", today) + [date("2025-02-01")]
    let history = History(of: Record(days: studied.reversed()), today: date(today))
    #expect(history.streak.current == streak)
    #expect(history.streak.longest?.length == streak)
    #expect(history.total == streak)
    #expect(history.ahead == 1)
  }

  // MARK: An open today

  @Test func anOpenTodayNeitherCountsNorBreaks() {
    let until = { History(of: Record(days: days("2026-11-01", $0).reversed()), today: $1).streak }
    let open = until("2026-11-19", date("2026-11-20"))
    #expect((open.current, open.isTodayStudied, open.endsToday) == (19, false, true))
    let done = until("2026-11-20", date("2026-11-20"))
    #expect((done.current, done.isTodayStudied, done.endsToday) == (20, true, false))
    let lost = until("2026-11-18", date("2026-11-20"))
    #expect((lost.current, lost.isTodayStudied, lost.endsToday) == (0, false, false))
    #expect(lost.alive == nil)
    #expect(lost.newest.map { "\($0.first) \($0.last) \($0.length)" } == "2026-11-01 2026-11-18 18")
  }

  /// A streak that ended yesterday is reported on one day, if it had two days or more.
  @Test(arguments: [
    ("2026-11-17", "2026-11-18", "2026-11-20", 2), ("2026-11-01", "2026-11-18", "2026-11-20", 18),
    ("2026-11-18", "2026-11-18", "2026-11-20", nil),
    ("2026-11-01", "2026-11-19", "2026-11-20", nil),
    ("2026-11-01", "2026-11-20", "2026-11-20", nil),
    ("2026-11-01", "2026-11-17", "2026-11-20", nil),
    ("2024-02-27", "2024-02-28", "2024-03-01", 2), ("2024-12-30", "2024-12-31", "2025-01-02", 2),
  ])
  func reportsAStreakThatEndedYesterday(first: String, last: String, today: String, length: Int?) {
    let history = History(of: Record(days: days(first, last).reversed()), today: date(today))
    #expect(history.streak.endedYesterday?.length == length)
    #expect(length == nil || history.streak.endedYesterday?.last == date(last))
  }

  /// Of two or three missed days each can be asked for; after more it is too late.
  @Test(arguments: [
    ("2026-11-19", []), ("2026-11-18", [19]), ("2026-11-17", [18, 19]),
    ("2026-11-16", [17, 18, 19]), ("2026-11-15", []), ("2026-10-01", []),
  ])
  func namesTheMissedDaysThatCanBeMended(last: String, missed: [Int]) {
    let marks = days("2026-09-20", last)
    let streak = History(of: Record(days: marks.reversed()), today: date("2026-11-20")).streak
    #expect(streak.missedDays.map(\.dayOfMonth) == missed)
    #expect(streak.ended?.length == (missed.isEmpty ? nil : marks.count))
    let rest = RestDays(single: [date("2026-11-18")])
    let rested = History(of: Record(days: marks.reversed(), rest: rest), today: date("2026-11-20"))
    if missed == [17, 18, 19] { #expect(rested.streak.missedDays.map(\.dayOfMonth) == [17, 19]) }
  }

  /// Who marks today after midnight, and means the day before.
  @Test(arguments: [("2026-11-18", [19]), ("2026-11-16", [17, 18, 19]), ("2026-11-15", [])])
  func theyCanBeMendedWhenTodayIsStudied(last: String, missed: [Int]) {
    let marks = days("2026-09-20", last) + [date("2026-11-20")]
    let streak = History(of: Record(days: marks.reversed()), today: date("2026-11-20")).streak
    #expect(streak.missedDays.map(\.dayOfMonth) == missed)
    #expect(streak.current == 1 && streak.missed == nil && streak.ended == nil)
    // Not for ever: the day after that it is another streak.
    let next = History(of: Record(days: marks.reversed()), today: date("2026-11-21")).streak
    #expect(next.missedDays == [])
  }

  @Test func todayStudiedHidesTheLostStreak() {
    let studied = days("2026-11-01", "2026-11-18") + [date("2026-11-20")]
    let streak = History(of: Record(days: studied.reversed()), today: date("2026-11-20")).streak
    #expect(streak.endedYesterday == nil)
    #expect(streak.current == 1)
    #expect(streak.longest?.length == 18)
  }

  @Test func theNewestOfEqualRunsIsTheLongest() {
    let studied = days("2026-10-01", "2026-10-03") + days("2026-11-01", "2026-11-03")
    let streak = History(of: Record(days: studied.reversed()), today: date("2026-11-20")).streak
    #expect(streak.longest?.first == date("2026-11-01"))
    #expect(streak.longest?.length == 3)
  }

  // MARK: The calendar

  /// Across months, years and leap days, in months that begin on each weekday.
  @Test(arguments: [
    ("2024-02-01", "2024-03-31", 60), ("2023-02-01", "2023-03-31", 59),
    ("2024-02-29", "2024-02-29", 1), ("2023-12-01", "2024-01-31", 62),
    ("1999-12-31", "2000-03-01", 62), ("1900-02-28", "1900-03-01", 2),
    ("2024-09-01", "2024-09-30", 30), ("2024-07-01", "2024-08-31", 62),
    ("2024-10-01", "2025-01-31", 123), ("2024-01-01", "2026-11-20", 1055),
    ("0001-01-01", "0001-01-31", 31), ("9999-12-01", "9999-12-31", 31),
  ])
  func countsAcrossMonthsAndYears(first: String, last: String, count: Int) {
    let studied = days(first, last)
    #expect(studied.count == count)
    let record = Record(days: studied.reversed())
    #expect(History(of: record, today: date(last)).streak.current == count)
    if let next = date(last).advanced(by: 1) {
      let streak = History(of: record, today: next).streak
      #expect(streak.current == count)
      #expect(streak.endsToday)
    }
  }

  @Test(arguments: [
    ("2026-11-20", 20, 30), ("2026-11-01", 1, 30), ("2024-02-29", 29, 29), ("2023-02-28", 28, 28),
  ])
  func countsTheDaysOfTheMonth(today: String, counted: Int, length: Int) {
    let today = date(today)
    let studied = (-400...40).compactMap(today.advanced(by:))
    let month = History(of: Record(days: studied.reversed()), today: today).month
    #expect((month.studied, month.counted, month.days) == (counted, counted, length))
  }

  // MARK: Properties

  /// Random marks, against a walk back from today.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func agreesWithANaiveStreak(seed: UInt64) {
    var random = Seeded(seed)
    let (marks, today) = someMarks(&random)
    let history = history(of: marks, today)
    #expect(history.streak.current == naiveStreak(marks, today))
    #expect(history.streak.longest?.length ?? 0 == naiveLongest(marks, today))
    #expect(history.streak.isTodayStudied == marks.contains(today))
    #expect(history.total == marks.filter { $0 <= today }.count)
    #expect(history.ahead == marks.filter { $0 > today }.count)
    #expect(
      history.month.studied
        == marks.filter { $0 <= today && $0.month == today.month }.count)
  }

  private func someMarks(_ random: inout Seeded) -> (Set<Day>, Day) {
    let today = date("2024-03-05").advanced(by: Int.random(in: 0...1000, using: &random)) ?? .latest
    let density = Double.random(in: 0...1, using: &random)
    let near = (-70...10).filter { _ in Double.random(in: 0..<1, using: &random) < density }
    return (Set(near.compactMap(today.advanced(by:))), today)
  }

  private func history(of marks: Set<Day>, _ today: Day) -> History {
    History(of: Record(days: marks.sorted(by: >)), today: today)
  }

  private func naiveStreak(_ marks: Set<Day>, _ today: Day) -> Int {
    var day = marks.contains(today) ? today : today.advanced(by: -1)
    var count = 0
    while let current = day, marks.contains(current) {
      count += 1
      day = current.advanced(by: -1)
    }
    return count
  }

  private func naiveLongest(_ marks: Set<Day>, _ today: Day) -> Int {
    let past = marks.filter { $0 <= today }
    return past.map { first in
      sequence(first: first) { $0.advanced(by: 1) }.prefix(while: past.contains).count { _ in true }
    }.max() ?? 0
  }
}
