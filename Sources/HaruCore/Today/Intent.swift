/// A request of the user, with its parameters.
///
/// One type serves buttons, the command line and the bus. It names its day or repository and *sets* a
/// state, so a repeat changes nothing, and a late click acts on the day it was made for
/// (docs/notifications.md#clicks).
public enum Intent: Hashable, Sendable {
  /// Mark a day as studied.
  case study(Day)
  /// Show again what was clicked and, where only the body can be clicked, ask a question.
  case ask(DayQuestion)
  /// Do what a question asks, by the click on the body that answers it.
  case confirm(DayQuestion)
  /// Clear the mark of a day.
  case unstudy(Day)
  /// Remind again later on a day.
  case later(Day)
  /// Remind again at an instant.
  case remind(Instant)
  /// Make a day a rest day.
  case rest(Day)
  /// Keep two days of each week in reserve, from a day's notification.
  case reserve(Day)
  /// Take back the batch of changes with a name, if nothing was changed since.
  case undo(String)
  /// Open the calendar, from a day's notification.
  case calendar(Day)
  /// Dismiss a day's notification.
  case close(Day)
  /// Open the page of a repository.
  case open(RepositoryName)
  /// Announce no changes of a repository.
  case quiet(RepositoryName)
  /// Show the notification again that was clicked.
  case show
}

/// Whether a day is to be marked as studied, or its mark to be cleared.
public struct DayQuestion: Hashable, Sendable {
  /// The day of what was clicked.
  public let day: Day
  /// Whether it is to be marked.
  public let studied: Bool

  /// Asks about a day.
  public init(_ day: Day, studied: Bool) {
    (self.day, self.studied) = (day, studied)
  }
}

extension Intent {
  /// The key a button carries, such as `study:2026-11-20`.
  public var actionKey: String {
    switch self {
    case .study(let day): "study:\(day)"
    case .ask(let question): question.studied ? "ask:\(question.day)" : "ask-undo:\(question.day)"
    case .confirm(let question):
      question.studied ? "confirm:\(question.day)" : "confirm-undo:\(question.day)"
    case .unstudy(let day): "unstudy:\(day)"
    case .later(let day): "later:\(day)"
    case .remind(let instant): "remind:\(instant.seconds)"
    case .rest(let day): "rest:\(day)"
    case .reserve(let day): "reserve:\(day)"
    case .undo(let batch): "undo:\(batch)"
    case .calendar(let day): "calendar:\(day)"
    case .close(let day): "close:\(day)"
    case .open(let name): "open:\(name)"
    case .quiet(let name): "quiet:\(name)"
    case .show: "default"
    }
  }

  /// Reads a button's key; `nil` for any other text.
  public init?(actionKey: String) {
    if actionKey == "default" {
      self = .show
      return
    }
    guard let colon = actionKey.firstIndex(of: ":") else { return nil }
    let subject = String(actionKey[actionKey.index(after: colon)...])
    let (day, name) = (Day(subject), RepositoryName(subject))
    let intent: Intent? =
      switch actionKey[..<colon] {
      case "study": day.map(Intent.study)
      case "ask": day.map { .ask(DayQuestion($0, studied: true)) }
      case "ask-undo": day.map { .ask(DayQuestion($0, studied: false)) }
      case "confirm": day.map { .confirm(DayQuestion($0, studied: true)) }
      case "confirm-undo": day.map { .confirm(DayQuestion($0, studied: false)) }
      case "unstudy": day.map(Intent.unstudy)
      case "later": day.map(Intent.later)
      case "remind": Int64(subject).map { .remind(Instant($0)) }
      case "rest": day.map(Intent.rest)
      case "reserve": day.map(Intent.reserve)
      case "undo" where subject.utf8.count == 32 && subject.allSatisfy(\.isHexDigit): .undo(subject)
      case "calendar": day.map(Intent.calendar)
      case "close": day.map(Intent.close)
      case "open": name.map(Intent.open)
      case "quiet": name.map(Intent.quiet)
      default: nil
      }
    guard let intent else { return nil }
    self = intent
  }
}
