/// How far a year has come.
public struct YearProgress: Hashable, Sendable {
  /// Marked days of the year up to today.
  public let studied: Int
  /// Days that have begun, today among them.
  public let elapsed: Int
  /// All its days.
  public let days: Int
}

/// What the marked days add up to, told for one day; worked out in one pass and never stored.
public struct Totals: Hashable, Sendable {
  /// The year of that day.
  public let year: YearProgress
  /// Marked days up to that day.
  public let total: Int
  /// The first marked day; `nil` if none is.
  public let firstDay: Day?
  /// Marked days in a week, on average since the first; 0 if none is.
  ///
  /// In the first week, those of that week: a single day is not yet seven a week.
  public let perWeek: Double
  private let onWeekdays: [Weekday: Int]

  /// Adds up the marked days, newest first; a day that comes twice counts once.
  public init(newestFirst days: [Day], today: Day) {
    let calendarYear = CalendarYear(today.year)
    let yearBegins = calendarYear.days.lowerBound
    // By the distance from today, because a weekday out of a day costs more.
    var byDistance = [Int](repeating: 0, count: 7)
    var (total, studiedThisYear) = (0, 0)
    var first: Day?
    for day in days where day <= today && day != first {
      first = day
      total += 1
      byDistance[today.days(since: day) % 7] += 1
      if day >= yearBegins { studiedThisYear += 1 }
    }
    year = YearProgress(
      studied: studiedThisYear, elapsed: calendarYear.elapsed(on: today),
      days: calendarYear.length)
    (self.total, firstDay) = (total, first)
    perWeek = first.map { Double(total * 7) / Double(max(7, today.days(since: $0) + 1)) } ?? 0
    let week = Weekday.week(beginning: today.weekday)
    onWeekdays = Dictionary(
      uniqueKeysWithValues: week.enumerated().map { ($1, byDistance[(7 - $0) % 7]) })
  }

  /// How many marked days fall on a weekday.
  public func studied(on weekday: Weekday) -> Int { onWeekdays[weekday] ?? 0 }

  /// Which part of all marked days falls on a weekday, from 0 to 1.
  public func share(of weekday: Weekday) -> Double {
    total > 0 ? Double(studied(on: weekday)) / Double(total) : 0
  }
}
