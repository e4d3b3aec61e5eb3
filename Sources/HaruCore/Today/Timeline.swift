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
  /// The marks up to the day, as streak and month.
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

/// The entries of a day in the order of their dates, and when the day ends.
public struct Timeline: Hashable, Sendable {
  /// What to show; the first is the entry of now.
  public let entries: [Entry]
  /// When the day ends, and with it this timeline.
  public let ends: Instant

  /// What to show now.
  public var current: Entry { entries[0] }

  /// The earliest instant at which something else is shown.
  public var nextChange: Instant { entries.count > 1 ? entries[1].date : ends }
}
