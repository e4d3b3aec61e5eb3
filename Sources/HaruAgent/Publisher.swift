public import HaruCore

/// Hands content to the outside.
@MainActor
public protocol Publisher: AnyObject {
  /// Shows content as something new, in place of what is shown.
  func show(_ content: Content, mayBeHeard: Bool)
  /// Changes what is shown; nothing happens if nothing is.
  func update(_ content: Content)
  /// Takes away what is shown.
  func withdraw()
  /// Tells programs how things stand.
  func announce(_ status: Status)
}

/// Hands the digest of news to the outside; it makes no sound.
@MainActor
public protocol DigestPublisher: AnyObject {
  /// Whether a digest is shown, or will be as soon as there is somebody to show it.
  var isShowing: Bool { get }
  /// Shows a digest as something new, in place of the one that is shown.
  func show(_ content: DigestContent)
  /// Changes what is shown; nothing happens if nothing is.
  func update(_ content: DigestContent)
  /// Takes away what is shown.
  func withdraw()
}

/// Wakes the agent up.
@MainActor
public protocol Alarm: AnyObject {
  /// Sets the one alarm of the wall clock.
  func set(_ instant: Instant?)
  /// Asks for `Event.retryDue` after a time, or sooner if that was asked for already.
  func retry(afterMilliseconds milliseconds: Int)
}

/// How things stand, in numbers; the bus's properties.
public struct Status: Hashable, Sendable {
  /// The day it is.
  public let today: Day
  /// Whether it is studied.
  public let isStudied: Bool
  /// The streak.
  public let currentStreak: Int
  /// The longest streak there was.
  public let longestStreak: Int
  /// Studied days of the month.
  public let studiedThisMonth: Int
  /// When there is something else to show.
  public let nextReload: Instant

  init(_ timeline: Timeline) {
    let entry = timeline.current
    today = entry.day
    isStudied = entry.history.streak.isTodayStudied
    currentStreak = entry.history.streak.current
    longestStreak = entry.history.streak.longest?.length ?? 0
    studiedThisMonth = entry.history.month.studied
    nextReload = timeline.nextChange ?? entry.dayEnds
  }
}
