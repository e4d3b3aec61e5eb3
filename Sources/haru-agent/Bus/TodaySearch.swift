internal import HaruCore
internal import HaruLog
internal import HaruText

/// Haru in the searches of desktops: which words find what, and what choosing it does.
///
/// Finding only reads. Choosing is an event, like a click on a button.
@MainActor
struct TodaySearch {
  /// Runs at each question of a desktop, also at one that finds nothing.
  let onQuestion: @MainActor () -> Void
  private let answers: @MainActor () -> SearchAnswers?
  private let onEvent: @MainActor (Event) -> Void

  /// Makes a search of answers that are made again for each question.
  init(
    of answers: @escaping @MainActor () -> SearchAnswers?,
    onQuestion: @escaping @MainActor () -> Void = {},
    onEvent: @escaping @MainActor (Event) -> Void
  ) {
    (self.answers, self.onQuestion, self.onEvent) = (answers, onQuestion, onEvent)
  }

  /// What words ask for, and how well they do, the best first.
  func find(_ words: [String]) -> [(result: SearchResult, fit: SearchText.Fit)] {
    answers()?.find(words) ?? []
  }

  /// The result with an id, if it would still be found.
  func describe(_ id: String) -> SearchResult? { answers()?.result(id) }

  /// Does what a result promised, even if its day has ended since: as with a button, that day is
  /// changed, and the notification names it (docs/notifications.md#clicks).
  func choose(_ id: String) {
    guard let intent = Intent(actionKey: id) else {
      if SearchTopic(id: id) != nil { onEvent(.presentRequested) }
      return
    }
    switch intent {
    case .study, .rest, .undo, .remind: onEvent(.clicked(intent))
    case .calendar: onEvent(.viewRequested(.calendar, nil))
    case .show: onEvent(.presentRequested)
    // No result has such an id.
    default: break
    }
  }
}

/// What the searches of desktops find now.
@MainActor
struct SearchAnswers {
  let today: TodaysTimeline
  let store: AgentStore
  /// Whether the calendar can be shown.
  let canOpen: Bool
  let moment: Moment

  func find(_ words: [String]) -> [(result: SearchResult, fit: SearchText.Fit)] {
    SearchText.topics(words, today: today.current?.day ?? moment.today).compactMap { topic, fit in
      result(topic).map { ($0, fit) }
    }
  }

  /// The result with an id; `nil` if there is none any more.
  func result(_ id: String) -> SearchResult? {
    guard let topic = SearchTopic(id: id) else { return nil }
    var later: Instant?
    if case .remind(let instant) = Intent(actionKey: id) { later = instant }
    return result(topic, later).flatMap { $0.id == id ? $0 : nil }
  }

  private func result(_ topic: SearchTopic, _ later: Instant? = nil) -> SearchResult? {
    guard let entry = today.current else {
      return SearchText.unreadable(topic, today.readError ?? .missing)
    }
    switch topic {
    case .day(let day):
      let isRecent = SearchText.daysAgo.contains(entry.day.days(since: day))
      return isRecent ? SearchText.day(day, entry, today.record) : nil
    case .rest: return SearchText.rest(entry)
    case .undo: return undo()
    case .later: return self.later(entry, later ?? moment.later)
    case .calendar: return canOpen ? SearchText.calendar(entry) : nil
    case .streak: return SearchText.streak(entry)
    }
  }

  private func undo() -> SearchResult {
    do throws(StoreError) {
      return SearchText.undo(
        try store.nextUndo().map {
          ($0.batch.description, JournalText.what($0.changes, seenFrom: moment.today))
        })
    } catch {
      return SearchText.unreadable(.undo, error)
    }
  }

  private func later(_ entry: Entry, _ instant: Instant) -> SearchResult? {
    guard instant > moment.now, instant < moment.dayEnds else { return nil }
    return SearchText.later(entry, at: instant, moment.clock(ofLater: instant))
  }
}
