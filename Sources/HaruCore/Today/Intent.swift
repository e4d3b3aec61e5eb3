/// A request of the user, with its parameters.
///
/// One type serves buttons, the command line and the bus. It names its day and *sets* a
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
  /// Do what a button of a guest stands for.
  case press(GuestButton)
  /// Show the notification again that was clicked.
  case show
}

/// A button of a guest, or a click on the body of its notification (docs/guests.md#the-page).
public struct GuestButton: Hashable, Sendable {
  /// The name of the guest.
  public let guest: String
  /// What the guest is sent back.
  public let key: String

  /// Names a button.
  public init(of guest: String, _ key: String) {
    (self.guest, self.key) = (guest, key)
  }
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
    case .press(let button): "guest:\(button.guest):\(button.key)"
    case .show: "default"
    }
  }

  /// Reads what `actionKey` writes; `nil` for any other text.
  public init?(actionKey: String) {
    let subject = String(actionKey.drop { $0 != ":" }.dropFirst())
    var intents = [Intent.show]
    if let day = Day(subject) {
      let questions = [true, false].map { DayQuestion(day, studied: $0) }
      intents += [.study(day), .unstudy(day), .later(day), .rest(day), .reserve(day)]
      intents += [.calendar(day), .close(day)]
      intents += questions.flatMap { [Intent.ask($0), .confirm($0)] }
    }
    let guest = String(subject.prefix { $0 != ":" })
    let key = String(subject.dropFirst(guest.count + 1))
    if GuestProgram.isName(guest), GuestPage.isKey(key) {
      intents.append(.press(GuestButton(of: guest, key)))
    }
    if let seconds = Int64(subject) { intents.append(.remind(Instant(seconds))) }
    if subject.utf8.count == 32, subject.allSatisfy(\.isHexDigit) { intents.append(.undo(subject)) }
    guard let intent = intents.first(where: { $0.actionKey == actionKey }) else { return nil }
    self = intent
  }
}
