import HaruCore
import Support
import Testing

/// Months and their grids.
@Suite struct MonthTests {
  @Test(arguments: [(0, 1), (10_000, 1), (2026, 0), (2026, 13), (-1, 5), (.max, 1)])
  func refusesPartsThatAreNoMonth(year: Int, month: Int) {
    #expect(Month(year: year, month: month) == nil)
  }

  @Test func hasAPreviousAndANextMonth() {
    #expect(date("2024-12-31").advanced(by: 1)?.month == Month(year: 2025, month: 1))
    #expect(date("2025-01-01").advanced(by: -1)?.month == Month(year: 2024, month: 12))
    #expect(date("2024-02-29").advanced(by: 1)?.month == Month(year: 2024, month: 3))
  }

  @Test func comparesTheYearFirst() throws {
    let december = try #require(Month(year: 2024, month: 12))
    let january = try #require(Month(year: 2025, month: 1))
    #expect(december < january)
    #expect(!(january < december))
  }

  /// Examples, and months on which counting rows fails.
  @Test(arguments: [
    (2024, 12, Weekday.sunday, 0, 5), (2025, 1, .sunday, 3, 5), (2024, 12, .monday, 6, 6),
    (2025, 1, .monday, 2, 5), (2026, 11, .sunday, 0, 5), (2026, 2, .sunday, 0, 4),
    (2027, 2, .monday, 0, 4), (2026, 8, .sunday, 6, 6), (2024, 9, .monday, 6, 6),
    (2026, 2, .saturday, 1, 5),
  ])
  func fillsTheRightRowsOfItsGrid(year: Int, month: Int, first: Weekday, blanks: Int, rows: Int)
    throws
  {
    let month = try #require(Month(year: year, month: month))
    let weeks = month.weeks(beginning: first)
    #expect(weeks.count == rows)
    #expect(weeks.first?.prefix { $0 == nil }.count == blanks)
  }

  /// Every first weekday with months that begin on every weekday, and of every length.
  @Test(arguments: Weekday.allCases)
  func placesEachDayByItsWeekday(first: Weekday) throws {
    var kinds: Set<[Int]> = []
    for year in 2000..<2028 {
      for number in 1...12 {
        let month = try #require(Month(year: year, month: number))
        kinds.insert([month.days.lowerBound.weekday.rawValue, month.length])
        let weeks = month.weeks(beginning: first)
        #expect(weeks.allSatisfy { $0.count == 7 })
        // Every day once, in order, and no row without a day.
        let cells = weeks.flatMap(\.self)
        #expect(
          cells.compactMap(\.self)
            == (1...month.length).map { number in
              Day(year: year, month: month.name.rawValue, day: number)
            })
        #expect(weeks.allSatisfy { !$0.allSatisfy { $0 == nil } })
        for week in weeks {
          for (day, weekday) in zip(week, Weekday.week(beginning: first)) {
            #expect(day == nil || day?.weekday == weekday)
          }
        }
        // Blanks stand only before the first and after the last day.
        let days = cells.drop { $0 == nil }.reversed().drop { $0 == nil }
        #expect(!days.contains(nil))
      }
    }
    // 28 years contain each of the 28 kinds of month.
    #expect(kinds.count == 28)
  }

  @Test func staysWithinTheRangeOfDays() throws {
    let firstMonth = try #require(Month(year: 1, month: 1))
    #expect(firstMonth.weeks(beginning: .sunday).first?.compactMap(\.self).first == .earliest)
    let last = try #require(Month(year: 9999, month: 12))
    #expect(last.weeks(beginning: .sunday).last?.compactMap(\.self).last == .latest)
  }

  @Test(arguments: Weekday.allCases)
  func aWeekStartsWithItsFirstWeekday(first: Weekday) {
    let week = Weekday.week(beginning: first)
    #expect(week.first == first)
    #expect(Set(week).count == 7)
    for (position, weekday) in week.enumerated() {
      #expect(weekday.position(inWeekBeginning: first) == position)
    }
    #expect(zip(week, week.dropFirst()).allSatisfy { $1.rawValue == $0.rawValue % 7 + 1 })
  }
}
