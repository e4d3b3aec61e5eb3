import ArgumentParser
import HaruCore
import HaruText

extension CompletionKind {
  /// Completion in a shell: days in English and in the user's language.
  static var day: CompletionKind { .custom { _, _, _ in DayWords.offered } }

  /// Completion in a shell: days up to today, for a command that takes no later one.
  static var dayUpToToday: CompletionKind {
    .custom { _, _, _ in DayWords.offered.filter { !liesAhead($0) } }
  }

  /// Completion in a shell: the sizes of the card that was typed, or all.
  static var size: CompletionKind {
    .custom { words, _, _ in
      let kind = words.lazy.compactMap(Card.Kind.init(rawValue:)).first
      return (kind?.sizes ?? Card.Size.allCases).map(\.rawValue)
    }
  }

  /// Completion in a shell: the values of the setting that was typed.
  static var settingValue: CompletionKind {
    .custom { words, _, _ in
      words.lazy.compactMap { SettingKey.called($0).first }.first?.offered ?? []
    }
  }

  private static func liesAhead(_ word: String) -> Bool {
    guard case .daysAgo(let count)? = DayWords.meaning(of: word) else { return false }
    return count < 0
  }
}

extension SettingKey {
  /// The words and the small numbers that it takes; of any other kind its default, as an example.
  fileprivate var offered: [String] {
    switch expected {
    case .oneOf(let words), .someOf(let words): return words
    case .dayStart: return ["login", "begin", "never"]
    case .number(let range) where range.count < 8: return range.map(\.description)
    default:
      let value = value(in: Settings())
      return value.isEmpty ? [] : [value]
    }
  }
}
