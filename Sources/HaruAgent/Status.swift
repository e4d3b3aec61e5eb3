public import HaruCore

/// Today in numbers, as the agent's properties on the bus.
public struct Status: Hashable, Sendable {
  /// The day it is.
  public let today: Day
  /// Whether it is studied.
  public let isStudied: Bool
  /// The streak.
  public let currentStreak: Int
  /// The longest streak.
  public let longestStreak: Int
  /// Studied days of the month.
  public let studiedThisMonth: Int
  /// When something else is shown.
  public let nextReload: Instant

  init(_ timeline: Timeline) {
    let history = timeline.current.history
    today = timeline.current.day
    isStudied = history.streak.isTodayStudied
    currentStreak = history.streak.current
    longestStreak = history.streak.longest?.length ?? 0
    studiedThisMonth = history.month.studied
    nextReload = timeline.nextChange
  }
}
