import HaruCore

/// The streak and the totals for programs.
///
/// The names are the interface; they do not change.
struct StreakReport: Encodable {
  struct Longest: Encodable {
    let length: Int
    let first: String
    let last: String
  }
  struct Year: Encodable {
    let studied: Int
    let elapsed: Int
    let days: Int
  }
  struct OnWeekday: Encodable {
    let studied: Int
    let share: Double
  }

  let current: Int
  let studiedToday: Bool
  let restToday: Bool
  let endsAt: Nullable<String>
  let longest: Nullable<Longest>
  let month: StatusReport.Month
  let year: Year
  let total: Int
  let firstDay: Nullable<String>
  let perWeek: Double
  let weekdays: [String: OnWeekday]

  init(_ entry: Entry, _ totals: Totals, in zone: Zone) {
    let streak = entry.history.streak
    current = streak.current
    studiedToday = streak.isTodayStudied
    restToday = streak.isTodayRest
    endsAt = Nullable(streak.endsToday ? entry.dayEnds.rfc3339(in: zone) : nil)
    longest = Nullable(
      streak.longest.map {
        Longest(length: $0.length, first: $0.first.description, last: $0.last.description)
      })
    month = StatusReport.Month(entry.history.month)
    year = Year(
      studied: totals.year.studied, elapsed: totals.year.elapsed, days: totals.year.days)
    total = totals.total
    firstDay = Nullable(totals.firstDay?.description)
    perWeek = StreakReport.rounded(totals.perWeek)
    weekdays = Dictionary(
      uniqueKeysWithValues: Weekday.allCases.map { weekday in
        let share = StreakReport.rounded(totals.share(of: weekday))
        return (
          weekday.description, OnWeekday(studied: totals.studied(on: weekday), share: share)
        )
      })
  }

  /// Rounded to three decimals.
  private static func rounded(_ number: Double) -> Double {
    (number * 1000).rounded() / 1000
  }
}
