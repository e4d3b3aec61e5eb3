internal import Glibc
public import HaruCore

/// Dates and times in the user's way, with the names and the order of `LC_TIME`.
///
/// Without a catalogue everything is English: the names of days and months too. The order is that of `LC_TIME`.
public enum DateText {
  /// A day with its weekday, such as `Friday 20 November` or `Friday, November 20`.
  public static func full(_ day: Day) -> String {
    // Translators: a day of the year as strftime(3) writes it; Korean has "%-m월 %-d일 %A".
    sentence(day, text("%A %-d %B"), monthFirst: "%A, %B %-d")
  }

  /// A day as `full`, with its year if that is not the year of today.
  static func full(_ day: Day, seenFrom today: Day) -> String {
    day.year == today.year ? full(day) : long(day)
  }

  /// Days as a person reads them: one with its weekday, a few by their dates, more by the first and the last of
  /// them, and their number.
  public static func days(_ days: [Day], seenFrom today: Day) -> String {
    if days.count == 1 { return full(days[0], seenFrom: today) }
    func written(_ day: Day) -> String { date(day, seenFrom: today) }
    return dates(days, written: written) { first, last in
      range(written(first), written(last), count: last.days(since: first) + 1)
    }
  }

  /// Days as one types them.
  static func dates(_ days: [Day]) -> String {
    dates(days, written: \.description) { "\($0)..\($1)" }
  }

  private static func dates(
    _ days: [Day], written: (Day) -> String, inARow: (Day, Day) -> String
  ) -> String {
    let (days, runs) = (Set(days).sorted(), days.inRuns)
    guard days.count > 3 && (runs.count == 1 || runs.count > 3) else {
      return ListText.words(
        runs.flatMap { run in
          switch run.upperBound.days(since: run.lowerBound) {
          case 0: [written(run.lowerBound)]
          case 1: [written(run.lowerBound), written(run.upperBound)]
          default: [inARow(run.lowerBound, run.upperBound)]
          }
        })
    }
    let (first, last) = (written(days[0]), written(days[days.count - 1]))
    guard runs.count > 1 else { return range(first, last, count: days.count) }
    return text(
      "{count} day between {first} and {last}", "{count} days between {first} and {last}",
      count: days.count,
      ["first": first, "last": last])
  }

  static func range(_ first: String, _ last: String, count: Int) -> String {
    text(
      "{first} to {last} ({count} day)", "{first} to {last} ({count} days)", count: count,
      ["first": first, "last": last])
  }

  /// A day at the beginning of a line, where languages that write its names in small letters begin with a
  /// capital one.
  static func title(_ day: Day) -> String { capitalized(full(day)) }

  static func capitalized(_ words: String) -> String {
    words.prefix(1).uppercased() + String(words.dropFirst())
  }

  /// A day of any year, such as `Friday 20 November 2026`.
  public static func long(_ day: Day) -> String {
    // Translators: a day with its year as strftime(3) writes it; Korean has "%Y년 %-m월 %-d일 %A".
    sentence(day, text("%A %-d %B %Y"), monthFirst: "%A, %B %-d, %Y")
  }

  /// A day of this month or the last in a few letters, such as `Fri 20`.
  public static func short(_ day: Day) -> String {
    // Translators: a day in a bar, as strftime(3) writes it; Korean has "%-d일 %a".
    sentence(day, text("%a %-d"), monthFirst: "%a %-d")
  }

  /// A day without its weekday, such as `20 November`, with its year if that is not the year of today.
  static func date(_ day: Day, seenFrom today: Day) -> String {
    guard day.year == today.year else { return date(day) }
    // Translators: a day of the year as strftime(3) writes it; Korean has "%-m월 %-d일".
    return sentence(day, text("%-d %B"), monthFirst: "%B %-d")
  }

  /// A day with its year and without its weekday, such as `20 November 2026`.
  public static func date(_ day: Day) -> String {
    // Translators: a day with its year as strftime(3) writes it; Korean has "%Y년 %-m월 %-d일".
    sentence(day, text("%-d %B %Y"), monthFirst: "%B %-d, %Y")
  }

  /// A weekday in a sentence, such as `Friday`.
  static func named(_ weekday: Weekday) -> String {
    DayWords.ways(weekday).first ?? weekday.description
  }

  /// A weekday in a sentence, in a few letters, such as `Fri`.
  static func short(_ weekday: Weekday) -> String {
    // Translators: a weekday before a percentage, as strftime(3) writes it: %a in few letters, %A whole.
    formatted(weekday, text("%a", as: "before a percentage"))
  }

  /// A day's weekday as a heading, such as `Friday`.
  public static func weekday(_ day: Day) -> String { capitalized(formatted(day, "%A")) }

  /// A month with its year, such as `November 2026`.
  public static func month(of day: Day) -> String {
    // Translators: a month as a title, as strftime(3) writes it; Korean has "%Y년 %B".
    capitalized(formatted(day, text("%OB %Y")))
  }

  /// Before this time people call it night, and the day before still today.
  private static let morning = TimeOfDay(hour: 6, minute: 0) ?? .midnight

  /// The end of a day in words that stay true in the night too: `midnight`, `03:00 tonight`, or
  /// `09:00 on Saturday`.
  static func end(of day: Day, at time: TimeOfDay) -> String {
    if time == .midnight {
      // Translators: after the words for "by", "until" and "at".
      return text("midnight")
    }
    let clock = self.time(time)
    guard time >= morning, let next = day.advanced(by: 1) else {
      // Translators: a time after midnight, after the words for "by", "until" and "at".
      return text("{time} tonight", ["time": clock])
    }
    // Translators: a time of day after the words for "by", "until" and "at".
    return text("{time} on {weekday}", ["time": clock, "weekday": named(next.weekday)])
  }

  /// A time, such as `19:30`, or `7:30 PM` where `LC_TIME` has twelve hours.
  static func time(_ time: TimeOfDay) -> String {
    let pattern = information(T_FMT)
    let hasTwelveHours = ["%r", "%I", "%l"].contains(where: pattern.includes)
    guard hasTwelveHours, !isPlain else { return time.description }
    var parts = tm()
    (parts.tm_hour, parts.tm_min) = (Int32(time.minutes / 60), Int32(time.minutes % 60))
    return written(parts, "%-I:%M %p")
  }

  // MARK: Patterns

  /// A day by a translated pattern, which is the English one if there is no catalogue; there the month may come first.
  private static func sentence(_ day: Day, _ pattern: String, monthFirst: String) -> String {
    if Language.hasCatalogue { return withOwnWeekday(formatted(day, pattern), day) }
    return formatted(day, order == .monthFirst ? monthFirst : pattern)
  }

  /// A date whose weekday is written as in a sentence: some locales have a capital letter there.
  private static func withOwnWeekday(_ date: String, _ day: Day) -> String {
    let (name, own) = (formatted(day, "%A"), named(day.weekday))
    guard date.hasPrefix(name), own == name.lowercased() else { return date }
    return own + String(date.dropFirst(name.count))
  }

  /// The order of day, month and year.
  enum Order { case dayFirst, monthFirst, yearFirst }

  /// The order of `LC_TIME`.
  static var order: Order {
    guard !isPlain else { return .dayFirst }
    // %D is %m/%d/%y, %F is %Y-%m-%d, %e is %d without a zero.
    return
      switch information(D_FMT).drop(while: { $0 != "%" }).dropFirst().first(where: \.isLetter)
    {
    case "m", "D", "b", "B", "h": .monthFirst
    case "y", "Y", "F": .yearFirst
    default: .dayFirst
    }
  }

  /// Whether `LC_TIME` is the C locale, whose order and clock no user has chosen.
  private static var isPlain: Bool {
    let name = setlocale(LC_TIME, nil).map { String(cString: $0) } ?? "C"
    return ["C", "POSIX"].contains(name.prefix { $0 != "." })
  }

  private static func information(_ item: Int) -> String {
    nl_langinfo(Int32(item)).map { String(cString: $0) } ?? ""
  }

  /// The C locale, whose names are English.
  private nonisolated(unsafe) static let english = newlocale(1 << LC_TIME, "C", nil)

  /// A day by a pattern of strftime(3), with the names of the user's language.
  static func formatted(_ day: Day, _ pattern: String) -> String {
    written(parts(of: day), pattern)
  }

  /// A weekday by a pattern of strftime(3), with the names of the user's language.
  static func formatted(_ weekday: Weekday, _ pattern: String) -> String {
    // The earliest day is a Monday.
    formatted(Day.earliest.advanced(by: weekday.rawValue - 1) ?? .earliest, pattern)
  }

  /// A day by a pattern of strftime(3), with English names.
  static func inEnglish(_ day: Day, _ pattern: String) -> String {
    written(parts(of: day), pattern, inEnglish: true)
  }

  private static func parts(of day: Day) -> tm {
    var parts = tm()
    parts.tm_year = Int32(day.year - 1900)
    parts.tm_mon = Int32(day.month.name.rawValue - 1)
    parts.tm_mday = Int32(day.dayOfMonth)
    parts.tm_wday = Int32(day.weekday.rawValue % 7)
    return parts
  }

  private static func written(
    _ parts: tm, _ pattern: String, inEnglish: Bool = !Language.hasCatalogue
  ) -> String {
    var parts = parts
    var buffer = [CChar](repeating: 0, count: 512)
    let length =
      if inEnglish, let english {
        strftime_l(&buffer, buffer.count, pattern, &parts, english)
      } else {
        strftime(&buffer, buffer.count, pattern, &parts)
      }
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
