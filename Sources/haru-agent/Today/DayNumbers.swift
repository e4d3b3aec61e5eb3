internal import HaruCore

/// Today in numbers, as the agent's properties on the bus.
struct DayNumbers: Hashable, Sendable {
  /// The day it is.
  let today: Day
  /// Whether it is studied.
  let isStudied: Bool
  /// The streak.
  let currentStreak: Int
  /// The longest streak.
  let longestStreak: Int
  /// Studied days of the month.
  let studiedThisMonth: Int
  /// When something else is shown.
  let nextReload: Instant

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
