import HaruCore
import Support
import Testing

/// The calendar of a month and of a year.
@Suite struct CalendarPageTests {
  private func page(
    _ year: Int, _ month: Int, _ studied: [Day], rest: RestDays = .none, today: String
  ) throws -> CalendarPage {
    let month = try #require(Month(year: year, month: month))
    return CalendarPage(
      of: month, in: Record(days: studied.reversed(), rest: rest), today: date(today))
  }

  /// Two months that lose no day at either end (docs/behaviours.md#the-month).
  @Test(arguments: [(2024, 12), (2025, 1)])
  func showsTheFirstAndTheLastDay(year: Int, month: Int) throws {
    let all = days("2024-11-25", "2025-02-05")
    let page = try page(year, month, all, today: "2025-06-01")
    #expect(page.cells.count == 31)
    #expect(page.cells.allSatisfy { $0.isStudied && !$0.isToday && !$0.isAhead })
    #expect(page.progress.studied == 31)
    for first in Weekday.allCases {
      let cells = page.weeks(beginning: first).flatMap(\.self).compactMap(\.self)
      #expect(cells == page.cells)
    }
  }

  /// Today is one date, not a number in each month.
  @Test func hasTodayOnceAndOnlyInItsMonth() throws {
    for month in 1...12 {
      let page = try page(2026, month, [], today: "2026-11-20")
      #expect(page.cells.filter(\.isToday).map(\.day) == (month == 11 ? [date("2026-11-20")] : []))
    }
  }

  @Test(arguments: [
    // Before the first mark, from it on, with an open today, and ahead.
    (2026, 9, 0, 0, 30), (2026, 10, 11, 11, 31), (2026, 11, 19, 3, 30), (2026, 12, 0, 0, 31),
    (2027, 11, 0, 0, 30),
  ])
  func countsFromTheFirstMarkToYesterday(
    year: Int, month: Int, counted: Int, studied: Int, length: Int
  ) throws {
    let marks = days("2026-10-21", "2026-11-03") + days("2026-12-01", "2026-12-02")
    let progress = try page(year, month, marks, today: "2026-11-20").progress
    #expect((progress.studied, progress.counted, progress.days) == (studied, counted, length))
    #expect(progress.isAhead == ((year, month) > (2026, 11)))
  }

  /// A rest day counts where it is studied, and so does today; a day before the first mark is never missed.
  @Test func missesNoRestDayAndNoOpenDay() throws {
    let rest = RestDays(single: [date("2026-11-12"), date("2026-11-13")])
    let marks = [date("2026-11-10"), date("2026-11-13")]
    for (today, counted, missed) in [("2026-11-14", 3, [11]), ("2026-11-15", 4, [11, 14])] {
      let page = try page(2026, 11, marks, rest: rest, today: today)
      #expect(page.cells.filter(\.isMissed).map(\.day.dayOfMonth) == missed)
      #expect(page.progress.counted == counted)
    }
    let studied = try page(2026, 11, marks + [date("2026-11-14")], rest: rest, today: "2026-11-14")
    #expect((studied.progress.studied, studied.progress.counted) == (3, 4))
  }

  /// A mark after today, left by a wrong clock, is shown but not counted.
  @Test func showsMarksAfterTodayWithoutCountingThem() throws {
    let page = try page(2026, 11, [date("2026-11-25")], today: "2026-11-20")
    #expect(page.cells[24].isStudied && page.cells[24].isAhead)
    #expect(page.progress.studied == 0)
  }

  @Test func showsRestDays() throws {
    let rest = RestDays(
      single: [date("2026-11-10")], rules: [RestRule(.sunday, from: date("2026-11-08"))])
    let page = try page(2026, 11, [], rest: rest, today: "2026-11-20")
    #expect(page.cells.filter(\.isRest).map(\.day.dayOfMonth) == [8, 10, 15, 22, 29])
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func aYearIsTheSumOfItsMonths(seed: UInt64) throws {
    var random = Seeded(seed)
    let today = try #require(
      date("2024-01-01").advanced(by: Int.random(in: 0...730, using: &random)))
    let marks = (-800...400).compactMap(today.advanced(by:)).filter { _ in
      Bool.random(using: &random)
    }
    let record = Record(days: marks.reversed())
    let year = CalendarYear(of: today)
    let pages = year.pages(in: record, today: today)
    #expect(pages.map(\.month.name) == MonthName.allCases)
    #expect(pages == year.months.map { CalendarPage(of: $0, in: record, today: today) })
    let progress = Totals(of: record, today: today).year
    #expect(pages.flatMap(\.cells).count == progress.days)
    #expect(pages.reduce(0) { $0 + $1.progress.studied } == progress.studied)
    #expect(pages.reduce(0) { $0 + $1.progress.counted } == progress.counted)
  }
}
