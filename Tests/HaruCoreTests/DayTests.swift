import HaruCore
import Support
import Testing

/// Civil dates.
@Suite struct DayTests {
  @Test(arguments: [
    ("0001-01-01", 1, 1, 1), ("1582-10-10", 1582, 10, 10), ("1900-02-28", 1900, 2, 28),
    ("2000-02-29", 2000, 2, 29), ("2024-02-29", 2024, 2, 29), ("2026-11-20", 2026, 11, 20),
    ("9999-12-31", 9999, 12, 31),
  ])
  func readsAndWritesTheSameText(text: String, year: Int, month: Int, dayOfMonth: Int) throws {
    let day = try #require(Day(text))
    #expect(day == Day(year: year, month: month, day: dayOfMonth))
    #expect(day.description == text)
    #expect((day.year, day.month.name.rawValue, day.dayOfMonth) == (year, month, dayOfMonth))
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-11-2", "2026-11-020", "2026-11-20 ", " 2026-11-20",
    "2026-11-20T00:00:00Z", "2026/11/20", "20261120", "26-11-20", "02026-11-20", "+2026-11-2",
    "-026-11-20", "2026-11--1", "2026-1-020", "0000-01-01", "0000-12-31", "2026-00-10",
    "2026-13-10", "2026-11-00", "2026-11-31", "2026-02-29", "2026-02-30", "1900-02-29",
    "2100-02-29", "2024-02-30", "10000-01-01", "2026-11-2a", "2026-11-2\u{0662}", "２０２６-11-20",
    "2026‐11‐20", "2026-11-20\0", "today", "Z026-11-20", "2026-11-:0", "2026-11-/0",
  ])
  func refusesInvalidText(text: String) {
    #expect(Day(text) == nil)
  }

  @Test(arguments: [
    (0, 1, 1), (-1, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
    (2026, 1, 32), (2026, 4, 31), (2023, 2, 29), (2000, 2, 30), (.max, 1, 1), (.min, 1, 1),
    (2026, .max, 1), (2026, 1, .max), (2026, 1, .min),
  ])
  func refusesPartsThatAreNoDate(year: Int, month: Int, day: Int) {
    #expect(Day(year: year, month: month, day: day) == nil)
  }

  /// Every date of the range and both ends of every month, against a counter that knows the lengths of months.
  @Test func stepsThroughEveryDate() {
    var day = Day.earliest
    // 0001-01-01 was a Monday.
    var weekday = 1
    for year in 1...9999 {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (index, length) in lengths.enumerated() {
        guard let month = Month(year: year, month: index + 1), month.length == length,
          month.days.lowerBound == day, day.month == month, day.dayOfMonth == 1,
          let last = day.advanced(by: length - 1), month.days.upperBound == last,
          last.month == month, last.dayOfMonth == length
        else {
          Issue.record("\(year)-\(index + 1) came out as \(day.month), from \(day)")
          return
        }
        for dayOfMonth in 1...length {
          guard day == Day(year: year, month: index + 1, day: dayOfMonth),
            day.weekday.rawValue == weekday
          else {
            Issue.record("\(year)-\(index + 1)-\(dayOfMonth) came out as \(day)")
            return
          }
          weekday = weekday % 7 + 1
          guard let next = day.advanced(by: 1) else {
            #expect((year, index, dayOfMonth) == (9999, 11, 31))
            #expect(day == .latest)
            return
          }
          guard next > day, next.days(since: day) == 1 else {
            Issue.record("\(next) does not follow \(day)")
            return
          }
          day = next
        }
      }
    }
  }

  @Test(arguments: [
    ("2024-02-28", 1, "2024-02-29"), ("2024-02-29", 1, "2024-03-01"),
    ("2023-02-28", 1, "2023-03-01"), ("2024-12-31", 1, "2025-01-01"),
    ("2025-01-01", -1, "2024-12-31"), ("2000-01-01", 146_097, "2400-01-01"),
    ("2026-11-20", 0, "2026-11-20"), ("0001-01-01", 3_652_058, "9999-12-31"),
    ("9999-12-31", -3_652_058, "0001-01-01"),
  ])
  func advancesByDays(from: String, by count: Int, to: String) {
    #expect(date(from).advanced(by: count) == date(to))
    #expect(date(to).days(since: date(from)) == count)
  }

  @Test(arguments: [
    ("9999-12-31", 1), ("0001-01-01", -1), ("2026-11-20", .max), ("2026-11-20", .min),
    ("0001-01-01", 3_652_059), ("9999-12-31", -3_652_059), ("2026-11-20", 4_294_967_296),
  ])
  func doesNotAdvanceBeyondItsRange(from: String, by count: Int) {
    #expect(date(from).advanced(by: count) == nil)
  }

  /// Whole dates are compared, not the day of the month alone.
  @Test func earlierDaysAreLess() {
    let ordered = ["0001-01-01", "1999-12-31", "2024-12-31", "2025-01-01", "2025-01-30"].map(date)
    for (index, day) in ordered.enumerated() {
      for (other, later) in ordered.enumerated() {
        #expect((day < later) == (index < other))
        #expect((day == later) == (index == other))
      }
    }
  }
}
