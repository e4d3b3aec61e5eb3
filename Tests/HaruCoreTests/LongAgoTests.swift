import HaruCore
import Support
import Testing

/// Which days are rather a slip in the year (docs/behaviours.md#days-long-ago).
struct LongAgoTests {
  private static let today = date("2026-11-20")

  private func longAgo(
    _ days: [String], by rule: LongAgo = .named, before first: String? = nil
  ) -> [String] {
    rule.days(among: days.map(date), before: first.map(date), today: Self.today)
      .map(\.description)
  }

  @Test func aYearBeforeTheFirstDayIsNear() {
    #expect(longAgo(["2025-11-19"]) == [])
    #expect(longAgo(["2025-11-18"]) == ["2025-11-18"])
    #expect(longAgo(["2023-05-01"], before: "2024-05-01") == [])
    #expect(longAgo(["2023-04-30"], before: "2024-05-01") == ["2023-04-30"])
    // Behind the first day nothing is long ago.
    #expect(longAgo(["2019-01-01"], before: "1970-01-01") == [])
  }

  /// A clock that was wrong for an hour left its mark there, and today can be marked all the same.
  @Test func aFirstDayAheadIsNoFirstDay() {
    #expect(longAgo(["2026-11-20", "2026-01-01"], before: "2028-03-01") == [])
    #expect(longAgo(["2025-11-18"], before: "2028-03-01") == ["2025-11-18"])
  }

  @Test func aLongRangeBeginsWhereItEnds() {
    let range = ["2024-02-01", "2026-11-01", "2025-01-01", "2025-12-01"]
    #expect(longAgo(range) == [])
    #expect(longAgo(range + ["2001-01-01", "2000-06-01"]) == ["2001-01-01", "2000-06-01"])
  }

  /// Programs write such days for *never*, for a birthday without a year, or in another calendar.
  @Test(arguments: ["1405-08-29", "1970-01-01", "0001-01-01", "1604-05-02", "2001-01-01"])
  func noRuleTakesAnEpoch(day: String) {
    for rule in [LongAgo.named, .imported] {
      #expect(longAgo([day], by: rule) == [day])
      #expect(longAgo([day, "2019-03-01"], by: rule).last == day)
    }
  }

  @Test func aFileMayHaveHoles() {
    let days = ["2026-06-01", "2016-06-02", "2008-01-01"]
    #expect(longAgo(days, by: .imported) == [])
    #expect(longAgo(days, by: .named) == ["2016-06-02", "2008-01-01"])
  }
}
