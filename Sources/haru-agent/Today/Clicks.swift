internal import HaruCore

/// Tells a click that the user meant from the second half of a double click, and from a server's
/// repeat (docs/notifications.md#clicks).
struct Clicks: Equatable {
  /// How soon after *Study* a click on the *Undo* in its place does not count.
  ///
  /// Desktops end a double click at 400 ms. Half a second would be too long: of clicks half a second
  /// apart all have to count, even if one is delivered late.
  private static let doubleClickMilliseconds: Int64 = 400
  /// GNOME before 49 repeats a click on the body once for each update
  /// (docs/servers.md#repeated-clicks).
  private static let repeatMilliseconds: Int64 = 1000

  private var studiedAt: [Day: Int64] = [:]
  private var bodyAt: Int64?
  private var laterAt: Int64?
  private var calendarAt: Int64?
  private var pageAt: [RepositoryName: Int64] = [:]

  /// Whether the user meant a click, at a time in milliseconds on a clock that never jumps.
  mutating func counts(_ intent: Intent, at now: Int64) -> Bool {
    func isAtLeast(_ milliseconds: Int64, after earlier: Int64?) -> Bool {
      earlier.map { now - $0 >= milliseconds } ?? true
    }
    switch intent {
    case .study(let day):
      studiedAt = [day: now]
      return true
    case .confirm(let day):
      guard isAtLeast(Clicks.repeatMilliseconds, after: bodyAt) else { return false }
      studiedAt = [day: now]
      return true
    case .unstudy(let day):
      return isAtLeast(Clicks.doubleClickMilliseconds, after: studiedAt[day])
    case .later:
      defer { laterAt = now }
      return isAtLeast(Clicks.repeatMilliseconds, after: laterAt)
    case .calendar:
      defer { calendarAt = now }
      return isAtLeast(Clicks.repeatMilliseconds, after: calendarAt)
    case .open(let name):
      defer { pageAt = [name: now] }
      return isAtLeast(Clicks.repeatMilliseconds, after: pageAt[name])
    case .show:
      defer { bodyAt = now }
      return isAtLeast(Clicks.repeatMilliseconds, after: bodyAt)
    case .close, .quiet, .remind, .rest, .undo:
      return true
    }
  }
}
