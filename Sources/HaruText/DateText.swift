internal import Glibc
public import HaruCore

/// Dates with the names of `LC_TIME`.
public enum DateText {
  /// A day with its weekday, such as `Friday 20 November`.
  public static func full(_ day: Day) -> String {
    // Translators: a day of the year as strftime(3) writes it; Korean has "%-m월 %-d일 %A".
    formatted(day, ordered(text("%A %-d %B"), "%A %-d %B", eastAsian: "%-m月%-d日 %A"))
  }

  /// A day of any year, such as `Friday 20 November 2026`.
  public static func long(_ day: Day) -> String {
    // Translators: a day with its year as strftime(3) writes it; Korean has "%Y년 %-m월 %-d일 %A".
    formatted(day, ordered(text("%A %-d %B %Y"), "%A %-d %B %Y", eastAsian: "%Y年%-m月%-d日 %A"))
  }

  /// A day of this month or the last in a few letters, such as `Fri 20`.
  static func short(_ day: Day) -> String {
    // Translators: a day in a bar, as strftime(3) writes it; Korean has "%-d일 %a".
    formatted(day, ordered(text("%a %-d"), "%a %-d", eastAsian: "%-d日 %a"))
  }

  /// A day's weekday, such as `Friday`.
  public static func weekday(_ day: Day) -> String {
    formatted(day, "%A")
  }

  /// A month with its year, such as `November 2026`.
  public static func month(of day: Day) -> String {
    // Translators: a month as a title, as strftime(3) writes it; Korean has "%Y년 %B".
    formatted(day, ordered(text("%OB %Y"), "%OB %Y", eastAsian: "%Y年%-m月"))
  }

  /// A day with its year and without its weekday, such as `20 November 2026`.
  static func date(_ day: Day) -> String {
    // Translators: a day with its year as strftime(3) writes it; Korean has "%Y년 %-m월 %-d일".
    formatted(day, ordered(text("%-d %B %Y"), "%-d %B %Y", eastAsian: "%Y年%-m月%-d日"))
  }

  /// The translated pattern, or the East Asian one if there is no translation and `LC_TIME` writes
  /// dates with 年, 月 and 日.
  private static func ordered(
    _ translated: String, _ message: String, eastAsian: String
  ) -> String {
    guard translated == message, let pattern = nl_langinfo(Int32(D_FMT)),
      String(cString: pattern).contains("年")
    else { return translated }
    return eastAsian
  }

  /// The end of a day: `midnight`, or a time such as `03:00`.
  static func end(_ time: TimeOfDay) -> String {
    time == .midnight ? text("midnight") : time.description
  }

  static func formatted(_ day: Day, _ pattern: String) -> String {
    var parts = tm()
    parts.tm_year = Int32(day.year - 1900)
    parts.tm_mon = Int32(day.month.name.rawValue - 1)
    parts.tm_mday = Int32(day.dayOfMonth)
    parts.tm_wday = Int32(day.weekday.rawValue % 7)
    var buffer = [CChar](repeating: 0, count: 512)
    let length = strftime(&buffer, buffer.count, pattern, &parts)
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
