internal import Glibc
public import HaruCore

/// The words of a calendar, with the weeks of `LC_TIME`.
public enum CalendarText {
  /// What keeps words that stand beside each other in their columns: an invisible mark in a language that is
  /// written from right to left, of which a terminal may show words in a row from the right.
  public static var columnMark: String { Direction.ofLanguage == .rightToLeft ? "\u{200e}" : "" }

  /// A month with its year, such as `November 2026`.
  public static func title(_ month: Month) -> String {
    DateText.month(of: month.days.lowerBound)
  }

  /// A month without its year, such as `November`.
  public static func name(_ month: Month) -> String {
    DateText.formatted(month.days.lowerBound, "%OB")
  }

  /// A month without its year, in a few letters, such as `Nov`.
  public static func short(_ month: Month) -> String {
    String(DateText.formatted(month.days.lowerBound, "%b").drop { $0 == " " })
  }

  /// The first letter of a month, or its number where that is its name, such as `N` or `11`.
  public static func letter(_ month: Month) -> String {
    let name = DateText.capitalized(short(month))
    let number = String(name.prefix(while: \.isNumber))
    return number.isEmpty ? String(name.prefix(1)) : number
  }

  /// The sign of a day in a calendar for a terminal.
  public enum Sign: String, CaseIterable, Sendable {
    case studied = "✓"
    case studiedNoted = "✎"
    case rest = "~"
    case restNoted = "≈"
    case noted = "\""
    case open = "·"
    case todayStudied = "◆"
    case today = "◇"
  }

  /// What a sign means, for a legend.
  public static func meaning(_ sign: Sign) -> String {
    switch sign {
    // Translators: the legend of a calendar.
    case .studied: text("studied")
    case .studiedNoted: text("studied, with a note")
    case .rest: text("rest day")
    case .restNoted: text("rest day, with a note")
    case .noted: text("note")
    case .open: text("not studied")
    case .todayStudied: text("today, studied")
    case .today: text("today")
    }
  }

  /// A year, such as `2026`.
  public static func title(_ year: CalendarYear) -> String {
    // Translators: a year as a title, as strftime(3) writes it; Korean has "%Y년".
    DateText.formatted(year.days.lowerBound, text("%Y"))
  }

  /// The title of the weeks that end with this one.
  public static var recentWeeks: String {
    // Translators: the title of a calendar of 53 weeks, the last of them that of the day; also on a picture.
    text("Last 53 weeks")
  }

  /// A short weekday, such as `Fri`.
  public static func short(_ weekday: Weekday) -> String {
    DateText.formatted(weekday, "%a")
  }

  /// A weekday, such as `Friday`.
  static func long(_ weekday: Weekday) -> String {
    DateText.formatted(weekday, "%A")
  }

  /// The progress of a month or a year, such as `14 of 20 days`; `nil` if none of its days counts.
  public static func progress(_ progress: StudyProgress) -> String? {
    if progress.isAhead {
      return text("{count} day ahead", "{count} days ahead", count: progress.days)
    }
    guard progress.counted > 0 else { return nil }
    return text(
      "{studied} of {count} day", "{studied} of {count} days", count: progress.counted,
      ["studied": NumberText.grouped(progress.studied)])
  }

  /// The progress of this month or year, and the streak: `14 of 20 days · 12-day streak`.
  public static func progress(_ progress: StudyProgress, _ history: History) -> String {
    [self.progress(progress), StatusText.count(history)].compactMap(\.self).joined(separator: " · ")
  }
}
