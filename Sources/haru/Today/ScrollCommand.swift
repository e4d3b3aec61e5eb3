import ArgumentParser
import Glibc
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

struct ScrollCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "scroll", abstract: text("Show another day in bars, for ten seconds."),
      discussion: text(
        """
        Bars that run haru status --follow with --format waybar or line show the day before, or the day \
        after; then they show today again.
        """))
  }

  /// A direction.
  enum Direction: String, CaseIterable, Sendable {
    case back, forward
  }

  @Argument(
    help: Haru.help(text("back or forward")),
    completion: .list(Direction.allCases.map(\.rawValue)),
    transform: reading(Direction.init(rawValue:), or: CommandText.notADirection))
  var direction: Direction

  func run() throws {
    try onMain {
      let context = try CommandContext(takesIncoming: true)
      let shown = ShownDay.now(context.now, today: context.today)?.day ?? context.today
      guard let day = shown.advanced(by: direction == .back ? -1 : 1), day <= context.today else {
        return
      }
      try writing(ShownDay.path) { try ShownDay.show(day, at: context.now) }
    }
  }
}

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
