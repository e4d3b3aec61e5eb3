public import HaruCore

/// Today in the search of a desktop.
public enum SearchText {
  /// Words that find today in every language: people type in more than that of their desktop.
  private static let always = ["haru", "하루", "study", "공부"]

  private static var keywords: [String] {
    // Translators: words that find today's state in the search of the desktop, separated by spaces.
    always + text("study streak habit").split(separator: " ").map { $0.lowercased() }
  }

  /// How well words that a user has typed so far ask for today.
  public enum Fit: Hashable, Sendable {
    /// Each word is one of those that find today.
    case whole
    /// Each word is at least the first half of one of those.
    case begun
  }

  /// How well words ask for today; `nil` if they ask for something else.
  public static func fit(_ words: [String]) -> Fit? {
    guard !words.isEmpty else { return nil }
    let (words, keywords) = (words.map { $0.lowercased() }, keywords)
    if words.allSatisfy(keywords.contains) { return .whole }
    let areBegun = words.allSatisfy { word in
      keywords.contains { $0.hasPrefix(word) && word.count * 2 >= $0.count }
    }
    return areBegun ? .begun : nil
  }

  /// The result of a search; if the day is studied, choosing it changes nothing.
  ///
  /// It names the day that it marks, because it may be chosen after midnight.
  public static func result(_ entry: Entry) -> SearchResult {
    let (day, streak) = (entry.day, entry.history.streak)
    let picture = Content.Picture(of: day, isStudied: streak.isTodayStudied)
    if streak.isTodayStudied {
      return SearchResult(
        .show, title: text("Studied today"), line: ContentText.studiedLine(entry.history),
        picture: picture)
    }
    let title = streak.isTodayRest ? text("Rest day today") : text("Not studied yet today")
    return SearchResult(
      .study(day), title: title, line: markLine(day, streak), picture: picture)
  }

  /// The result while the store cannot be read; choosing it shows more.
  public static func unreadable(_ error: StoreError) -> SearchResult {
    SearchResult(.show, title: text("Cannot read your days"), line: ErrorText.reason(error))
  }

  private static func markLine(_ day: Day, _ streak: Streak) -> String {
    let day = DateText.full(day)
    guard streak.current > 0 else { return text("Mark {day} as studied", ["day": day]) }
    return text(
      "Mark {day} as studied, {count}-day streak", "Mark {day} as studied, {count}-day streak",
      count: streak.current, ["day": day])
  }
}
