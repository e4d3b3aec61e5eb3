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
    let days: [(String, Meaning)] = [
      ("today", .daysAgo(0)), (text("today"), .daysAgo(0)),
      ("yesterday", .daysAgo(1)), (text("yesterday"), .daysAgo(1)),
      ("tomorrow", .daysAgo(-1)), (text("tomorrow"), .daysAgo(-1)),
    ]
    let weekdays = Weekday.allCases.flatMap { weekday in
      let english = weekday.description
      let names = [
        english, String(english.prefix(3)), CalendarText.long(weekday),
        CalendarText.short(weekday),
      ]
      return names.flatMap { name -> [(String, Meaning)] in
        [
          (name, .last(weekday)), ("last " + name, .before(weekday)),
          // Translators: the weekday before today, as a person types it at a command.
          (text("last {weekday}", ["weekday": name]), .before(weekday)),
        ]
      }
    }
    return (days + weekdays).map { ($0.0.lowercased(), $0.1) }
  }
}
