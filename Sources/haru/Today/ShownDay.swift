import Glibc
import HaruCore
import HaruDesktop
import HaruSystem

/// The day that bars show in the place of today, for some seconds after a scroll.
///
/// It is the same for all bars of the session: one `haru status --follow` runs for each screen.
@MainActor
struct ShownDay {
  /// How long it is shown: long enough to read it and to scroll on.
  private static let seconds: Int64 = 10
  private static let group = "Bar"

  /// Where it is kept.
  static var path: String { UserDirectories.session + "/shown-day" }

  /// The day.
  let day: Day
  /// When bars show today again.
  let until: Instant

  /// The day that is shown now; `nil` for today.
  static func now(_ now: Instant, today: Day) -> ShownDay? {
    guard let file = try? KeyFile(path: path),
      let day = file.value(of: "day", in: group).flatMap(Day.init(_:)),
      let until = file.value(of: "until", in: group).flatMap(Int64.init(_:)),
      // A clock that was set back must not keep a day for long.
      day < today, until > now.seconds, until <= now.seconds + seconds
    else { return nil }
    return ShownDay(day: day, until: Instant(until))
  }

  /// Shows a day from now on, which may be today.
  static func show(_ day: Day, at now: Instant) throws(GLibError) {
    let file = KeyFile()
    file.set(day.description, for: "day", in: group)
    file.set(String(now.seconds + seconds), for: "until", in: group)
    try file.save(to: path)
  }

  /// Shows today again, if a file has changed since the user scrolled.
  static func end(ifOlderThan file: String) {
    guard let scroll = FileStamp(path), let file = FileStamp(file) else { return }
    if !file.isOlder(than: scroll) { unlink(path) }
  }
}
