/// Totals of the marked days, as of a day; never stored.
public struct Totals: Hashable, Sendable {
  /// The year of that day, from the first mark on.
  public let year: StudyProgress
  /// Marked days up to that day.
  public let total: Int
  /// The first day that counts; `nil` without marks.
  public let firstDay: Day?
  /// The average number of marked days in a week since the first one; 0 without marks.
  ///
  /// In the first week it is the number of that week, as one day is not seven a week.
  public let perWeek: Double
  /// By the position in the week that begins on that day's weekday: the marked days, and those that count
  /// (docs/behaviours.md#days-that-count).
  private let studied: [Int], all: [Int]
  private let today: Day

  /// Adds up a record; a duplicate counts once.
  public init(of record: Record, today: Day) {
    let begin = record.begin ?? .latest
    let days = record.days.drop { $0 > today }.prefix { $0 >= begin }
    // By the distance from today, which costs less than the weekday of each day.
    var (studied, all) = ([Int](repeating: 0, count: 7), [Int](repeating: 0, count: 7))
    var total = 0
    var previous: Day?
    for day in days where day != previous {
      previous = day
      total += 1
      studied[today.days(since: day) % 7] += 1
    }
    let first = total > 0 ? record.begin : nil
    year = StudyProgress(of: CalendarYear(of: today).pages(in: record, today: today))
    (self.total, firstDay, self.today) = (total, first, today)
    // Today, while it is open, does not count.
    let open = days.first != today && !record.rest.contains(today) ? 1 : 0
    perWeek =
      first.map { Double(total * 7) / Double(max(7, today.days(since: $0) + 1 - open)) } ?? 0
    if let first {
      let length = today.days(since: first) + 1
      for distance in 0..<7 { all[distance] = (length - distance + 6) / 7 }
      for day in record.rested(in: first...today, besides: Set(days)) {
        all[today.days(since: day) % 7] -= 1
      }
      all[0] -= open
    }
    (self.studied, self.all) = (studied, all)
    assert(studied.reduce(0, +) == total, "each mark lies on one weekday")
    assert(zip(studied, all).allSatisfy { 0 <= $0 && $0 <= $1 }, "what is studied counts")
    assert((0...7).contains(perWeek), "a week has seven days")
  }

  /// The number of marked days on a weekday.
  public func studied(on weekday: Weekday) -> Int { studied[distance(weekday)] }

  /// The share of marked days in the days of a weekday that count, from 0 to 1; `nil` if there was none yet.
  public func share(of weekday: Weekday) -> Double? {
    let all = all[distance(weekday)]
    return all > 0 ? Double(studied(on: weekday)) / Double(all) : nil
  }

  private func distance(_ weekday: Weekday) -> Int {
    today.weekday.position(inWeekBeginning: weekday)
  }
}
