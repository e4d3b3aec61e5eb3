import ArgumentParser
import HaruCommand
import HaruCore
import HaruSystem
import HaruText

struct CardCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    .init("card", text("Draw a day or a repository as a picture."))
  }

  @OptionGroup
  var choice: CardChoice

  // A day may be `-1`, which is no option.
  @Option(
    parsing: .unconditional,
    help: .of(
      text("Day, such as 2026-11-20, yesterday or -1; default: today."), valueName: "day"),
    completion: .day,
    transform: reading(DayRange.init, or: DayRange.refusal))
  var at: DayRange?

  @OptionGroup
  var look: CardLook

  @Flag(help: .of(text("Keep running; draw the file anew on each change.")))
  var follow = false

  func validate() throws {
    if follow, choice.output?.file == "-" {
      throw ValidationError(text("--follow draws a file anew; write: -o FILE.png"))
    }
  }

  func run() throws {
    guard let kind = choice.kind, choice.output != nil, !choice.list else {
      return try printText(CardCommand.kinds.joined(separator: "\n"))
    }
    let size = try choice.size(of: kind)
    if follow {
      return try onMain {
        try CardFollower(CardCommand.once, asDesktop: look.desktop == nil).run()
      }
    }
    guard kind != .repository else { return try RepoCommand.become(ProgramArguments.words ?? []) }
    guard choice.names.isEmpty, !choice.pair else {
      throw Failure(
        .usage, text("{kind} shows a day; leave out NAME and --pair", ["kind": kind.rawValue]))
    }
    try CommandContext.run { context in
      try choice.draw(
        kind, size: size, .day(try cardDay(context)), style: look.style(context.settings))
    }
  }

  /// This command without `--follow`.
  private static var once: [String] {
    [ProgramFile().path] + (ProgramArguments.words ?? []).filter { $0 != "--follow" }
  }

  /// The kinds, each with its sizes and what it shows.
  private static var kinds: [String] {
    Card.Kind.allCases.map { kind in
      let sizes = kind.sizes.map(\.rawValue).joined(separator: ", ")
      return "\(kind.rawValue) (\(sizes)): \(CardText.description(kind))"
    }
  }

  @MainActor
  private func cardDay(_ context: CommandContext) throws -> CardDay {
    let first = context.firstWeekday
    let day = try (at.map { [$0] } ?? []).day(context)
    return look.sample
      ? .sample(on: day, firstWeekday: first)
      : CardDay(of: try context.record(), on: day, firstWeekday: first)
  }
}
