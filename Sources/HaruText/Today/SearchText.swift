public import HaruCore

/// Haru in the search of a desktop: what words ask about, and the answers.
public enum SearchText {
  /// Words that find today in every language: people type in more than that of their desktop.
  private static let always = ["haru", "하루", "study", "공부"]
  /// The days that words find: each weekday once.
  public static let daysAgo = 0...6
  /// A word of fewer letters begins too many others for an answer that changes something.
  private static let fewestLetters = 3

  private static var keywords: [String] {
    // Translators: words that find today's state in the search of the desktop, separated by spaces.
    always + text("study habit").split(separator: " ").map { $0.lowercased() }
  }

  /// The words for everything but days, in English, then in the user's language.
  private static var topics: [(topic: SearchTopic, words: [String])] {
    [
      // Translators: a word that a person types into the search of the desktop, to make today a rest day; several are separated by |.
      (.rest, DayWords.words("rest", text("rest", as: "typed"))),
      // Translators: a word that a person types into the search of the desktop; several are separated by |.
      (.undo, DayWords.words("undo", text("undo", as: "typed"))),
      // Translators: a word that a person types into the search of the desktop, to be reminded later; several are separated by |.
      (.later, DayWords.words("later", text("later", as: "typed"))),
      // Translators: a word that a person types into the search of the desktop; several are separated by |.
      (.calendar, DayWords.words("calendar", text("calendar", as: "typed"))),
      // Translators: a word that a person types into the search of the desktop; several are separated by |.
      (.streak, DayWords.words("streak", text("streak", as: "typed"))),
    ]
  }

  // MARK: Words

  /// How well words that a user has typed so far ask about something.
  public enum Fit: Hashable, Sendable {
    /// Each word is one of those that find it.
    case whole
    /// Each word is at least the first half of one of those.
    case begun
  }

  /// What words ask about, and how well, the best first; nothing if they ask for something else.
  ///
  /// Words that find today may stand before others: `haru undo`, `study yesterday`.
  public static func topics(
    _ words: [String], today: Day
  ) -> [(topic: SearchTopic, fit: Fit)] {
    let words = words.map(DayWords.asTyped)
    let (first, keywords) = (SearchTopic.day(today), keywords)
    guard !words.isEmpty else { return [] }
    let others = words.drop(while: keywords.contains)
    guard !others.isEmpty else { return [(first, .whole)] }
    let typed = others.joined(separator: " ")
    var found: [(topic: SearchTopic, fit: Fit)] = []
    if words.allSatisfy({ word in keywords.contains { isBegun($0, by: word) } }) {
      found.append((first, .begun))
    }
    found += days(typed, today).map { (.day($0.day), $0.fit) }
    found += topics.compactMap { topic, words in
      fit(typed, words.map(DayWords.asTyped)).map { (topic, $0) }
    }
    return found.filter { $0.fit == .whole } + found.filter { $0.fit == .begun }
  }

  private static func isBegun(_ word: String, by typed: String) -> Bool {
    word.hasPrefix(typed) && typed.count * 2 >= word.count
  }

  private static func fit(_ typed: String, _ words: [String]) -> Fit? {
    if words.contains(typed) { return .whole }
    guard typed.count >= fewestLetters else { return nil }
    return words.contains { isBegun($0, by: typed) } ? .begun : nil
  }

  /// The day of the last week that words name; a beginning that several days have names none.
  private static func days(_ typed: String, _ today: Day) -> [(day: Day, fit: Fit)] {
    var fits: [Day: Fit] = [:]
    for (word, meaning) in DayWords.ofDays {
      guard let day = day(meaning, today), let fit = fit(typed, [word]) else { continue }
      if fits[day] != .whole { fits[day] = fit }
    }
    let best = fits.contains { $0.value == .whole } ? fits.filter { $0.value == .whole } : fits
    return best.count == 1 ? best.map { ($0.key, $0.value) } : []
  }

  private static func day(_ meaning: DayWords.Meaning, _ today: Day) -> Day? {
    let lastWeek = daysAgo.compactMap { today.advanced(by: -$0) }
    switch meaning {
    case .daysAgo(let count): return lastWeek.first { today.days(since: $0) == count }
    case .nearest(let weekday): return lastWeek.first { $0.weekday == weekday }
    default: return nil
    }
  }

  // MARK: Answers

  /// Today, or a day before it; a day that is studied is only shown, and never cleared.
  ///
  /// It names the day that it marks, because it may be chosen after midnight.
  public static func day(_ day: Day, _ entry: Entry, _ record: Record) -> SearchResult {
    guard day != entry.day else { return today(entry) }
    let name = DateText.full(day, seenFrom: entry.day)
    let title = { (state: String) in text("{state}: {day}", ["state": state, "day": name]) }
    if record.days.contains(day) { return nothingToDo(.day(day), title(text("Studied"))) }
    return SearchResult(
      .study(day),
      title: title(record.rest.isDeclared(day) ? text("Rest day") : text("Not studied")),
      line: markLine(name))
  }

  private static func today(_ entry: Entry) -> SearchResult {
    let (day, streak) = (entry.day, entry.history.streak)
    let picture = Content.Picture(of: day, isStudied: streak.isTodayStudied)
    if streak.isTodayStudied {
      return SearchResult(
        showingFor: .day(day), title: text("Studied today"),
        line: ContentText.studiedLine(entry.history), picture: picture)
    }
    let title = streak.isTodayRest ? text("Rest day today") : text("Not studied yet today")
    return SearchResult(
      .study(day), title: title, line: markLine(DateText.full(day)), picture: picture)
  }

  /// KRunner cuts the middle of a longer one.
  private static func markLine(_ day: String) -> String {
    text("Mark {day} as studied", ["day": day])
  }

  /// Makes today a rest day.
  public static func rest(_ entry: Entry) -> SearchResult {
    if let done = done(.rest, entry) { return done }
    return SearchResult(
      .rest(entry.day), title: text("Plan today as a rest day"), line: DateText.title(entry.day))
  }

  /// Takes back the last change; `nil` for none.
  public static func undo(_ next: (batch: String, what: String)?) -> SearchResult {
    guard let next else { return nothingToDo(.undo, text("Nothing to undo")) }
    return SearchResult(
      .undo(next.batch), title: text("Undo the last change"), line: DateText.capitalized(next.what))
  }

  /// Reminds at an instant, at which the clock shows a time.
  public static func later(_ entry: Entry, at instant: Instant, _ time: TimeOfDay) -> SearchResult {
    if let done = done(.later, entry) { return done }
    return SearchResult(
      .remind(instant), title: text("Remind me at {time}", ["time": DateText.time(time)]),
      line: text("No reminder comes before"))
  }

  /// Opens the calendar.
  public static func calendar(_ entry: Entry) -> SearchResult {
    SearchResult(
      .calendar(entry.day), title: text("Open the calendar"),
      line: ContentText.month(entry.history.month) ?? DateText.title(entry.day))
  }

  /// The length of the streak.
  public static func streak(_ entry: Entry) -> SearchResult {
    let current = entry.history.streak.current
    return SearchResult(
      showingFor: .streak,
      title: current > 0
        ? text("{count}-day streak", "{count}-day streak", count: current) : text("No streak"),
      line: text("Show today's notification"))
  }

  /// The result while the store cannot be read; choosing it shows more.
  public static func unreadable(_ topic: SearchTopic, _ error: StoreError) -> SearchResult {
    SearchResult(
      showingFor: topic, title: text("Cannot read your days"), line: ErrorText.reason(error))
  }

  /// Why today needs neither rest nor a reminder; `nil` while it is open.
  private static func done(_ topic: SearchTopic, _ entry: Entry) -> SearchResult? {
    let streak = entry.history.streak
    if streak.isTodayStudied { return nothingToDo(topic, text("Studied today")) }
    return streak.isTodayRest ? nothingToDo(topic, text("Rest day today")) : nil
  }

  private static func nothingToDo(_ topic: SearchTopic, _ why: String) -> SearchResult {
    SearchResult(showingFor: topic, title: why, line: text("Show today's notification"))
  }
}
