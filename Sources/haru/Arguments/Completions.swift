import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruText

extension CompletionKind {
  /// Completion in a shell: days in English and in the user's language.
  static var day: CompletionKind { .custom { _, _, _ in DayWords.offered } }

  /// Completion in a shell: days up to today, for a command that takes no later one.
  static var dayUpToToday: CompletionKind {
    .custom { _, _, _ in DayWords.offered.filter { !liesAhead($0) } }
  }

  /// Completion in a shell: the names of settings.
  static var settingName: CompletionKind { .custom { _, _, _ in ListedSetting.names } }

  /// Completion in a shell: the values of the setting that was typed.
  static var settingValue: CompletionKind {
    .custom { words, _, _ in ListedSetting.called(words).first?.offered ?? [] }
  }

  /// Completion in a shell: the names of sources.
  static var sourceName: CompletionKind { .custom { _, _, _ in sources.map(\.name) } }

  /// Completion in a shell: the names of kept files.
  static var keptName: CompletionKind {
    .custom { _, _, _ in sources.filter(\.isFile).map(\.name) }
  }

  private static var sources: [DaySource] { (try? DaySource.all()) ?? [] }

  private static func liesAhead(_ word: String) -> Bool {
    guard case .daysAgo(let count)? = DayWords.meaning(of: word) else { return false }
    return count < 0
  }
}
