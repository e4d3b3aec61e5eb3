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

  /// The meaning of a word in any case; `nil` if it is none of them.
  public static func meaning(of word: String) -> Meaning? {
    let wanted = word.lowercased()
    return all.first { $0.word == wanted }?.meaning
  }

  /// Every word, in lower case.
  public static var all: [(word: String, meaning: Meaning)] {
    let short = Weekday.allCases.flatMap { weekday in
      [String(weekday.description.prefix(3)), CalendarText.short(weekday)]
        .map { ($0, Meaning.last(weekday)) }
    }
    let last = (full + short).compactMap { name, meaning -> [(String, Meaning)]? in
      guard case .last(let weekday) = meaning else { return nil }
      return [
        ("last " + name, .before(weekday)),
        // Translators: the weekday before today, as a person types it at a command.
        (text("last {weekday}", ["weekday": name]), .before(weekday)),
      ]
    }
    return (full + short + last.flatMap(\.self)).map { ($0.0.lowercased(), $0.1) }
  }

  /// The words that a shell offers, each once: one for each day, in English and in the user's language.
  public static var offered: [String] {
    var known: Set<String> = []
    return full.map { $0.0.lowercased() }.filter { known.insert($0).inserted }
  }

  private static var full: [(String, Meaning)] {
    [
      ("today", .daysAgo(0)), (text("today"), .daysAgo(0)),
      ("yesterday", .daysAgo(1)), (text("yesterday"), .daysAgo(1)),
      ("tomorrow", .daysAgo(-1)), (text("tomorrow"), .daysAgo(-1)),
    ]
      + Weekday.allCases.flatMap {
        [($0.description, Meaning.last($0)), (CalendarText.long($0), .last($0))]
      }
  }
}
