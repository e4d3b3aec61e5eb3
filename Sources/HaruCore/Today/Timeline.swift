/// What to show from an instant on; a plain value.
public struct Entry: Hashable, Sendable {
  /// Why it is shown.
  public enum Occasion: Hashable, Sendable {
    /// The state of the day.
    case glance
    /// The day is open and its reminder is due.
    case reminder
  }

  /// From when it holds.
  public let date: Instant
  /// Why it is shown.
  public let occasion: Occasion
  /// What the marks say of the day.
  public let history: History
  /// When the day ends.
  public let dayEnds: Instant
  /// What the local clock reads when the day ends.
  public let dayEndsAt: TimeOfDay

  /// The day it is about.
  public var day: Day { history.streak.today }
  /// The look of its month.
  public var theme: Theme { Theme(of: day.month.name) }
}

/// When a timeline has to be worked out again.
public enum ReloadPolicy: Hashable, Sendable {
  /// After the last entry's date.
  case atEnd
  /// At an instant, or soon after.
  case after(Instant)
  /// Only when asked.
  case never
}

/// Entries in the order of their dates, the first of them now, and when to ask again.
public struct Timeline: Hashable, Sendable {
  /// What to show; at least the entry of now.
  public let entries: [Entry]
  /// When to work it out again.
  public let policy: ReloadPolicy

  /// What to show now.
  public var current: Entry { entries[0] }

  /// The earliest instant at which there is something else to show; `nil` if there is none.
  public var nextChange: Instant? {
    if entries.count > 1 { return entries[1].date }
    return switch policy {
    case .atEnd: entries.last?.date
    case .after(let instant): instant
    case .never: nil
    }
  }
}
