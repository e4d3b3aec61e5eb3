internal import HaruCore
internal import HaruText

/// Today in the searches of desktops: which words find it, and what choosing it does.
///
/// Finding only reads what the agent knows. Choosing is an event, like a click on a button.
@MainActor
struct TodaySearch {
  /// Runs at each question of a desktop, also at one that finds nothing.
  let onQuestion: @MainActor () -> Void
  private let result: @MainActor () -> SearchResult?
  private let onEvent: @MainActor (Event) -> Void

  /// Makes a search of a result that is read again for each question.
  init(
    of result: @escaping @MainActor () -> SearchResult?,
    onQuestion: @escaping @MainActor () -> Void = {},
    onEvent: @escaping @MainActor (Event) -> Void
  ) {
    (self.result, self.onQuestion, self.onEvent) = (result, onQuestion, onEvent)
  }

  /// Today, if words ask for it, and how well they do.
  func find(_ words: [String]) -> (result: SearchResult, fit: SearchText.Fit)? {
    guard let fit = SearchText.fit(words), let result = result() else { return nil }
    return (result, fit)
  }

  /// Today, if an id is its own; the id of a day that has ended is not.
  func describe(_ id: String) -> SearchResult? {
    guard let result = result(), result.intent.actionKey == id else { return nil }
    return result
  }

  /// Does what a result promised, even if its day has ended since: as with a button, that day is
  /// marked, and the notification names it (docs/notifications.md#clicks).
  func choose(_ id: String) {
    switch Intent(actionKey: id) {
    case .study(let day): onEvent(.clicked(.study(day)))
    case .show: onEvent(.presentRequested)
    // No result has such an id.
    default: break
    }
  }
}
