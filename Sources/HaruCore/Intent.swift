/// Something the user can ask for, with its parameters.
///
/// One type serves button, command line and bus. An intent names its day and *sets* a state, so a
/// repeat changes nothing and a late click acts on the day it was made for (behaviours I08, B45).
public enum Intent: Hashable, Sendable {
  /// Mark a day as studied.
  case study(Day)
  /// Clear the mark of a day.
  case unstudy(Day)
  /// Remind again later on a day.
  case later(Day)
  /// Open the calendar, from the notification of a day.
  case calendar(Day)
  /// Put a day's notification away.
  case close(Day)
  /// Show today again.
  case show
}

extension Intent {
  /// The key a button carries, such as `study:2026-11-20`.
  public var actionKey: String {
    switch self {
    case .study(let day): "study:\(day)"
    case .unstudy(let day): "unstudy:\(day)"
    case .later(let day): "later:\(day)"
    case .calendar(let day): "calendar:\(day)"
    case .close(let day): "close:\(day)"
    case .show: "default"
    }
  }

  /// Reads a button's key; `nil` for a key that is not ours.
  public init?(actionKey: String) {
    if actionKey == "default" {
      self = .show
      return
    }
    guard let colon = actionKey.firstIndex(of: ":"),
      let day = Day(String(actionKey[actionKey.index(after: colon)...]))
    else { return nil }
    switch actionKey[..<colon] {
    case "study": self = .study(day)
    case "unstudy": self = .unstudy(day)
    case "later": self = .later(day)
    case "calendar": self = .calendar(day)
    case "close": self = .close(day)
    default: return nil
    }
  }
}
