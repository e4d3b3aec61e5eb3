/// Something the user can ask for, with its parameters.
///
/// One type serves button, command line and bus. An intent names its day or repository and *sets* a
/// state, so a repeat changes nothing and a late click acts on what it was made for
/// (docs/behaviours.md#I08).
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
  /// Open the page of a repository.
  case open(RepositoryName)
  /// No longer announce the changes of a repository.
  case quiet(RepositoryName)
  /// Show again what was clicked on.
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
    case .open(let name): "open:\(name)"
    case .quiet(let name): "quiet:\(name)"
    case .show: "default"
    }
  }

  /// Reads a button's key; `nil` for a key that is not ours.
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
      case "unstudy": day.map(Intent.unstudy)
      case "later": day.map(Intent.later)
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
