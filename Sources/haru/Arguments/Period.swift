import HaruCore
import HaruText

/// A month or a year as the user types it: `YYYY-MM`, `december`, `12`, `last`, `-1`, or `YYYY`.
enum Period: Sendable {
  case month(Month)
  case year(CalendarYear)

  /// Reads a period; a month without its year is the last such month.
  init?(_ words: String, today: Day) {
    let words = DayWords.asTyped(words)
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
    if words.hasPrefix("-") { return Int(words).flatMap(current.advanced) }
    // `+1` would look like the next month.
    if let number = Int(words), !words.hasPrefix("+") {
      return MonthName(rawValue: number).flatMap { current.nearest($0, .past) }
    }
    switch DayWords.meaning(of: words) {
    case .month(let months): return current.advanced(by: months)
    case .nearestMonth(let name): return current.nearest(name, .past)
    default: return nil
    }
  }
}
