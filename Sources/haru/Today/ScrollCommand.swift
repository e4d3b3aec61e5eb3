import ArgumentParser
import HaruCore
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
