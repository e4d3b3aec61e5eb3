import ArgumentParser
import HaruCore
import HaruText

extension CompletionKind {
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

  private static func liesAhead(_ word: String) -> Bool {
    guard case .daysAgo(let count)? = DayWords.meaning(of: word) else { return false }
    return count < 0
  }
}
