/// The rule by which a day is rather a slip in the year than meant: too many days lie between it and the
/// next one (docs/behaviours.md#days-long-ago).
///
/// Whatever marks a day that a person, a program or a file has named asks it.
public struct LongAgo: Sendable {
  /// The most days between a day and the next one.
  private let most: Int

  /// For days that somebody names one by one: a year.
  public static let named = LongAgo(most: 366)
  /// For the days of a file, whose history may have holes: ten years.
  public static let imported = LongAgo(most: 3653)

  /// The days that are too long before the next one, newest first.
  ///
  /// - Parameters:
  ///   - days: The days, each of which may be the next one of an earlier one: a long range begins where it
  ///     ends.
  ///   - first: The first studied day; `nil` if there is none.
  ///   - today: Today, before which a first day counts: a wrong clock may have left marks ahead.
  /// - Returns: Those that would be marked by a slip.
  public func days(among days: some Sequence<Day>, before first: Day?, today: Day) -> [Day] {
    var next = min(first ?? today, today)
    let newestFirst = days.sorted(by: >)
    for (index, day) in newestFirst.enumerated() where day < next {
      guard next.days(since: day) <= most else { return Array(newestFirst[index...]) }
      next = day
    }
    return []
  }
}
