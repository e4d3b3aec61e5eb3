import HaruCore
import Support
import Testing

/// Totals of all days.
@Suite struct TotalsTests {
  @Test func ofAnEmptyStoreAreZero() {
    let totals = Totals(of: Record(days: []), today: date("2026-11-20"))
    #expect((totals.total, totals.firstDay, totals.perWeek) == (0, nil, 0))
    #expect((totals.year.studied, totals.year.counted, totals.year.days) == (0, 0, 365))
    for weekday in Weekday.allCases {
      #expect((totals.studied(on: weekday), totals.share(of: weekday)) == (0, nil))
    }
  }

  /// A single day is 1 a week, and two full weeks are 7.
  @Test(arguments: [
    ("2026-11-20", "2026-11-20", 1.0), ("2026-11-14", "2026-11-20", 7),
    ("2026-11-07", "2026-11-20", 7), ("2026-11-06", "2026-11-12", 3.5),
    ("2026-10-31", "2026-10-31", 0.35), ("2026-11-10", "2026-11-19", 7),
  ])
  func averageOverTheWeeksSinceTheFirstMark(first: String, last: String, perWeek: Double) {
    let totals = Totals(of: Record(days: days(first, last).reversed()), today: date("2026-11-20"))
    #expect(totals.perWeek == perWeek)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func agreeWithANaiveCount(seed: UInt64) throws {
    var random = Seeded(seed)
    let today = try #require(
      date("2023-12-20").advanced(by: Int.random(in: 0...800, using: &random)))
    // Across years, with gaps, duplicates and days after today.
    let marks = (-900...30).compactMap(today.advanced(by:)).filter { _ in
      Int.random(in: 0...2, using: &random) == 0
    }
    let repeated = marks.flatMap { Array(repeating: $0, count: $0.dayOfMonth % 5 == 0 ? 2 : 1) }
    var rest = RestDays(single: Set(marks.compactMap { $0.advanced(by: Int(seed % 5)) }))
    if seed.isMultiple(of: 2) { rest = RestDays(rules: [RestRule(.sunday, from: marks[40])]) }
    if seed.isMultiple(of: 3) { rest = .none }
    let totals = Totals(of: Record(days: repeated.reversed(), rest: rest), today: today)
    let past = marks.filter { $0 <= today }
    #expect(totals.total == past.count)
    #expect(totals.firstDay == past.first)
    #expect(totals.year.studied == past.count { $0.year == today.year })
    let first = try #require(past.first)
    func counts(_ day: Day) -> Bool {
      past.contains(day) || (day != today && !rest.contains(day))
    }
    let thisYear = days("\(first)", "\(today)").filter {
      $0.year == today.year && counts($0)
    }
    #expect(totals.year.counted == thisYear.count)
    let isOpen = past.last != today && !rest.contains(today)
    let length = days("\(first)", "\(today)").count - (isOpen ? 1 : 0)
    #expect(totals.perWeek == Double(past.count * 7) / Double(length))
    for weekday in Weekday.allCases {
      let count = past.count { $0.weekday == weekday }
      #expect(totals.studied(on: weekday) == count)
      let counted = days("\(first)", "\(today)").filter {
        $0.weekday == weekday && counts($0)
      }
      #expect(totals.share(of: weekday) == Double(count) / Double(counted.count))
    }
  }

  @Test(arguments: [
    ("2026-01-01", 1, 365), ("2026-12-31", 365, 365), ("2024-12-31", 366, 366),
    ("1900-03-01", 60, 365), ("2000-03-01", 61, 366), ("0001-01-01", 1, 365),
    ("9999-12-31", 365, 365),
  ])
  func countTheDaysOfTheYear(today: String, counted: Int, length: Int) {
    let today = date(today)
    let earlier = Record(days: [today, Day.earliest])
    #expect(Totals(of: earlier, today: today).year.counted == counted)
    #expect(Totals(of: earlier, today: today).year.days == length)
  }
}
