internal import Glibc
public import HaruCore

/// What a calendar says beside its numbers, with the names and the weeks of `LC_TIME`.
public enum CalendarText {
  /// The weekday that weeks begin with where the user lives.
  public static var firstWeekday: Weekday {
    // glibc tells a day on which a week begins, 19971130 or 19971201, as the value of a pointer, and
    // which day of that week is the first, from 1, as a letter.
    let begin = UInt(bitPattern: nl_langinfo(Int32(_NL_TIME_WEEK_1STDAY))) & 0xffff_ffff
    let position = Int(nl_langinfo(Int32(_NL_TIME_FIRST_WEEKDAY))?.pointee ?? 1)
    let week = Weekday.week(beginning: begin == 19_971_201 ? .monday : .sunday)
    return week[(max(1, position) - 1) % 7]
  }

  /// A month with its year, such as `November 2026`.
  public static func title(_ month: Month) -> String {
    DateText.month(of: month.days.lowerBound)
  }

  /// A month without its year, such as `November`.
  public static func name(_ month: Month) -> String {
    DateText.formatted(month.days.lowerBound, "%OB")
  }

  /// A year, such as `2026`.
  public static func title(_ year: CalendarYear) -> String {
    // Translators: a year as a title, as strftime(3) writes it; Korean has "%Y년".
    DateText.formatted(year.days.lowerBound, text("%Y"))
  }

  /// A weekday in short, such as `Fri`.
  public static func short(_ weekday: Weekday) -> String {
    // The first day there is was a Monday.
    DateText.formatted(Day.earliest.advanced(by: weekday.rawValue - 1) ?? .earliest, "%a")
  }

  /// A word that names no month and no year.
  public static func notAPeriod(_ word: String) -> String {
    text(
      "not a month or a year: {word}; write it as 2026-11 or 2026",
      ["word": word.isEmpty ? "''" : word])
  }

  /// How far a month or a year has come: `14 of 20 days`.
  public static func progress(studied: Int, elapsed: Int, days: Int) -> String {
    elapsed > 0
      ? text(
        "{studied} of {count} day", "{studied} of {count} days", count: elapsed,
        ["studied": String(studied)])
      : text("{count} day to come", "{count} days to come", count: days)
  }

  /// How far the month or the year of today has come, and the streak: `14 of 20 days · 12-day
  /// streak`.
  public static func progress(
    studied: Int, elapsed: Int, days: Int, _ history: History
  ) -> String {
    progress(studied: studied, elapsed: elapsed, days: days) + " · " + StatusText.count(history)
  }
}
