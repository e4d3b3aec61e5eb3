import HaruCore
import HaruText

/// A month or a year as the user types it: `YYYY-MM`, `december`, `12`, `last`, `-1`, or `YYYY`.
enum Period: Sendable {
  case month(Month)
  case year(CalendarYear)

  /// Reads a period; a month without its year is the last such month.
  init?(_ words: String, today: Day) {
    if let first = Day(words + "-01") {
      self = .month(first.month)
    } else if let year = Day(words + "-01-01").map(CalendarYear.init) {
      self = .year(year)
    } else if let month = Period.month(words, seenFrom: today.month) {
      self = .month(month)
    } else {
      return nil
    }
  }

  private static func month(_ words: String, seenFrom current: Month) -> Month? {
    if words == "last" { return current.advanced(by: -1) }
    if case .month(let months) = DayWords.meaning(of: words) { return current.advanced(by: months) }
    if words.hasPrefix("-") { return Int(words).flatMap(current.advanced) }
    let name = Int(words).map { MonthName(rawValue: $0) } ?? DayWords.month(words)
    guard let name else { return nil }
    return current.advanced(by: -((current.name.rawValue - name.rawValue + 12) % 12))
  }
}
