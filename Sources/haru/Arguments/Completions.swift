import ArgumentParser
import HaruText

extension CompletionKind {
  /// Completion in a shell: days up to today, for a command that takes no later one.
  static var dayUpToToday: CompletionKind {
    .custom { _, _, _ in DayWords.offered.filter { !liesAhead($0) } }
  }

  private static func liesAhead(_ word: String) -> Bool {
    guard case .daysAgo(let count)? = DayWords.meaning(of: word) else { return false }
    return count < 0
  }
}
