internal import HaruCore

/// Tells a click from the second half of a double click, and from a server's repeat.
struct Clicks {
  /// How close to the click on *Study* that brought it up a click on *Undo* does not count.
  ///
  /// DESIGN §6 says half a second, but clicks half a second apart all have to count, however late
  /// one of them was delivered; desktops end a double click at 400 ms.
  private static let doubleClickMilliseconds: Int64 = 400
  /// GNOME before 49 repeats a click on the body once for each update (desktop.md §3.3).
  private static let repeatMilliseconds: Int64 = 1000

  /// Milliseconds on a clock that never jumps.
  let uptime: @MainActor () -> Int64
  private var studiedAt: [Day: Int64] = [:]
  private var bodyAt: Int64?
  private var laterAt: Int64?
  private var calendarAt: Int64?
  private var pageAt: [RepositoryName: Int64] = [:]

  init(uptime: @escaping @MainActor () -> Int64) {
    self.uptime = uptime
  }

  /// Whether a click is one that the user meant.
  @MainActor
  mutating func counts(_ intent: Intent) -> Bool {
    let now = uptime()
    switch intent {
    case .study(let day):
      studiedAt = [day: now]
      return true
    case .unstudy(let day):
      return now - (studiedAt[day] ?? .min / 2) >= Clicks.doubleClickMilliseconds
    case .later:
      defer { laterAt = now }
      return now - (laterAt ?? .min / 2) >= Clicks.repeatMilliseconds
    case .calendar:
      defer { calendarAt = now }
      return now - (calendarAt ?? .min / 2) >= Clicks.repeatMilliseconds
    case .open(let name):
      defer { pageAt = [name: now] }
      return now - (pageAt[name] ?? .min / 2) >= Clicks.repeatMilliseconds
    case .show:
      defer { bodyAt = now }
      return now - (bodyAt ?? .min / 2) >= Clicks.repeatMilliseconds
    case .close, .quiet:
      return true
    }
  }
}
