/// Totals of the marked days, as of a day; computed in one pass and never stored.
public struct Totals: Hashable, Sendable {
  /// The year of that day.
  public let year: StudyProgress
  /// Marked days up to that day.
  public let total: Int
  /// The first marked day; `nil` if there is none.
  public let firstDay: Day?
  /// The average number of marked days in a week since the first one; 0 without marks.
  ///
  /// In the first week it is the number of that week, as one day is not seven a week.
  public let perWeek: Double
  private let onWeekdays: [Weekday: Int]

  /// Adds up the marked days, newest first; a duplicate counts once.
  public init(newestFirst days: [Day], today: Day) {
    let calendarYear = CalendarYear(of: today)
    let yearBegins = calendarYear.days.lowerBound
    // By the distance from today, which costs less than the weekday of each day.
    var byDistance = [Int](repeating: 0, count: 7)
    var (total, studiedThisYear) = (0, 0)
    var first: Day?
    for day in days where day <= today && day != first {
      first = day
      total += 1
      byDistance[today.days(since: day) % 7] += 1
      if day >= yearBegins { studiedThisYear += 1 }
    }
    year = StudyProgress(
      studied: studiedThisYear, elapsed: calendarYear.elapsed(on: today),
      days: calendarYear.length)
    (self.total, firstDay) = (total, first)
    perWeek = first.map { Double(total * 7) / Double(max(7, today.days(since: $0) + 1)) } ?? 0
    let week = Weekday.week(beginning: today.weekday)
    onWeekdays = Dictionary(
      uniqueKeysWithValues: week.enumerated().map { ($1, byDistance[(7 - $0) % 7]) })
  }

  /// The number of marked days on a weekday.
  public func studied(on weekday: Weekday) -> Int { onWeekdays[weekday] ?? 0 }

  /// The share of a weekday in all marked days, from 0 to 1.
  public func share(of weekday: Weekday) -> Double {
    total > 0 ? Double(studied(on: weekday)) / Double(total) : 0
  }
}
