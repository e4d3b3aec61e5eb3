public import HaruCore

/// The words for days that the user may type: in English, and in their language.
public enum DayWords {
  /// What a word means, as seen from today.
  public enum Meaning: Hashable, Sendable {
    /// The day this many days before today.
    case daysAgo(Int)
    /// The last such weekday, which may be today.
    case last(Weekday)
    /// The last such weekday before today.
    case before(Weekday)
  }

  /// The meaning of a word in any case; `nil` if it names no day.
  public static func meaning(of word: String) -> Meaning? {
    let wanted = withOneApostrophe(word.lowercased())
    return all.first { withOneApostrophe($0.word) == wanted }?.meaning
  }

  /// Every word, in lower case.
  public static var all: [(word: String, meaning: Meaning)] {
    let short = Weekday.allCases.flatMap { weekday in
      ([String(weekday.description.prefix(3)), CalendarText.short(weekday)] + ways(weekday))
        .map { ($0, Meaning.last(weekday)) }
    }
    let last = (full + short).flatMap { name, meaning -> [(String, Meaning)] in
      guard case .last(let weekday) = meaning else { return [] }
      // Translators: the weekday before today, as a person types it; several ways are separated by |.
      let own = text("last {weekday}", ["weekday": name])
      return (["last " + name] + ways(own)).map { ($0, .before(weekday)) }
    }
    return (full + short + last).map { ($0.0.lowercased(), $0.1) }
  }

  /// The words that a shell offers, each once: one for each day, in English and in the user's language.
  public static var offered: [String] {
    var known: Set<String> = []
    let days = days
    let words = days.compactMap(\.words.first) + days.compactMap { $0.words.dropFirst().first }
    return (words + weekdays.map(\.0)).map { $0.lowercased() }
      .filter { known.insert($0).inserted }
  }

  private static var full: [(String, Meaning)] {
    days.flatMap { day in day.words.map { ($0, day.meaning) } } + weekdays
  }

  private static var weekdays: [(String, Meaning)] {
    Weekday.allCases.flatMap { [($0.description, .last($0)), (CalendarText.long($0), .last($0))] }
  }

  /// The word of a day in English, then its words in the user's language.
  private static var days: [(words: [String], meaning: Meaning)] {
    // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
    let today = text("today", as: "typed")
    // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
    let yesterday = text("yesterday", as: "typed")
    // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
    let tomorrow = text("tomorrow", as: "typed")
    return [
      (["today"] + ways(today), .daysAgo(0)), (["yesterday"] + ways(yesterday), .daysAgo(1)),
      (["tomorrow"] + ways(tomorrow), .daysAgo(-1)),
    ]
  }

  /// A weekday as it is written in a sentence, then the other ways in which people type it.
  static func ways(_ weekday: Weekday) -> [String] {
    let words =
      switch weekday {
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .monday: text("Monday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .tuesday: text("Tuesday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .wednesday: text("Wednesday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .thursday: text("Thursday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .friday: text("Friday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .saturday: text("Saturday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .sunday: text("Sunday", as: "typed")
      }
    return ways(words)
  }

  /// A word with the apostrophe of keyboards: catalogues have that of print.
  private static func withOneApostrophe(_ word: String) -> String {
    String(word.map { "’ʼ".contains($0) ? "'" : $0 })
  }

  private static func ways(_ words: String) -> [String] {
    words.split(separator: "|").map { $0.filter { !Direction.isIsolate($0) } }
  }
}
