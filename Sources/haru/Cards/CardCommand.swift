import ArgumentParser
import Glibc
import HaruCore
import HaruSystem
import HaruText

struct CardCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    .init("card", text("Draw a day or a repository as a picture."))
  }

  @Argument(
    help: Haru.help(text("What to draw; --list shows the kinds.")),
    completion: .list(Card.Kind.allCases.map(\.rawValue)),
    transform: reading(Card.Kind.init(rawValue:), or: CardText.noSuchKind))
  var kind: Card.Kind?

  @Argument(
    help: Haru.help(
      text("For the card repository: a watched repository as OWNER/NAME; default: the first."),
      valueName: "name"),
    completion: .watch)
  var names: [String] = []

  @Flag(help: Haru.help(text("Draw two repositories on one card.")))
  var pair = false

  @Flag(help: Haru.help(text("List the kinds of cards, their sizes and their contents.")))
  var list = false

  @Option(
    name: .shortAndLong,
    help: Haru.help(text("File to write, .png or .svg; - for standard output."), valueName: "file"),
    completion: .file(extensions: Card.Format.allCases.map(\.rawValue)),
    transform: reading(Target.init) {
      $0.isEmpty ? CardText.noOutput : CardText.noSuchFormat($0)
    })
  var output: Target?

  @Option(
    help: Haru.help(text("Size: icon, small, medium, large or wide.")),
    completion: .size)
  var size: String?

  // A day may be `-1`, which is no option.
  @Option(
    parsing: .unconditional,
    help: Haru.help(
      text("Day, such as 2026-11-20, yesterday or -1; default: today."), valueName: "day"),
    completion: .day,
    transform: reading(DayRange.init, or: DayRange.refusal))
  var at: DayRange?

  @Option(
    help: Haru.help(text("Pixels per point, from 0.25 to 8; default: 1."), valueName: "number"),
    transform: reading(CardStyle.scale, or: CardText.badScale))
  var scale: Double?

  @Option(
    help: Haru.help(text("Colours: full-color, accented or monochrome."), valueName: "mode"),
    completion: .list(CardStyle.Rendering.allCases.map(\.rawValue)),
    transform: reading(CardStyle.Rendering.init(rawValue:), or: CardText.noSuchRendering))
  var rendering: CardStyle.Rendering?

  @Option(
    help: Haru.help(text("Accent colour."), valueName: "#rrggbb"),
    transform: reading({ Color($0) }, or: CardText.badColor))
  var accent: Color?

  @Flag(help: Haru.help(text("Draw no background.")))
  var noBackground = false

  // The last one counts, as everywhere.
  @Flag(exclusivity: .chooseLast)
  var desktop: Desktop?

  @Flag(help: Haru.help(text("Draw an example, labelled as a sample.")))
  var sample = false

  @Flag(help: Haru.help(text("Keep running; draw the file anew on each change.")))
  var follow = false

  /// The desktop that a card is drawn for.
  enum Desktop: EnumerableFlag {
    case light, dark

    static func help(for desktop: Desktop) -> ArgumentHelp? {
      switch desktop {
      case .light:
        Haru.help(
          text("Draw for a light desktop; with neither, --follow draws as the desktop prefers."))
      case .dark: Haru.help(text("Draw for a dark desktop."))
      }
    }
  }

  /// The file to write; `-` for standard output.
  struct Target: Sendable {
    let format: Card.Format
    let file: String

    init?(_ file: String) {
      let ending = file.lastIndex(of: ".").map { file[file.index(after: $0)...].lowercased() }
      guard let format = file == "-" ? .png : Card.Format(rawValue: ending ?? "") else {
        return nil
      }
      (self.format, self.file) = (format, file)
    }
  }

  func validate() throws {
    guard !list, kind != nil || output != nil else { return }
    if kind == nil { throw ValidationError(CardText.noKind) }
    guard let output else { throw ValidationError(CardText.noOutput) }
    if output.file == "-", follow { throw ValidationError(CardText.followsFile) }
    if output.file == "-", StandardStream.output.isTerminal {
      throw ValidationError(CardText.noPictureAtTerminal)
    }
  }

  func run() throws {
    guard let kind, let output, !list else {
      return try printText(CardCommand.kinds.joined(separator: "\n"))
    }
    let size = try chosenSize(of: kind)
    if follow {
      return try onMain {
        try CardFollower(CardCommand.once, asDesktop: desktop == nil).run()
      }
    }
    try CommandContext.run { context in
      let style = chosenStyle(context.settings)
      let subject = try subject(of: kind, size: size, context)
      guard let card = Card(kind, size: size, subject: subject, style: style) else {
        throw Failure(.usage, CardText.noSuchSize(size.rawValue, kind))
      }
      let drawer = ProgramFile().helper("haru-draw")
      ProgramFile.become(
        [drawer, CardRequest(card, as: output.format, to: output.file).line],
        withholding: TokenSource.secrets)
      throw Failure(.unavailable, ErrorText.cannotRun(drawer, String(cString: strerror(errno))))
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
  private func subject(
    of kind: Card.Kind, size: Card.Size, _ context: CommandContext
  ) throws -> Card.Subject {
    guard kind == .repository else {
      guard names.isEmpty, !pair else { throw Failure(.usage, CardText.onlyRepositories(kind)) }
      return .day(try entry(context))
    }
    guard at == nil else { throw Failure(.usage, CardText.repositoryIsOfToday) }
    let picture = try RepositoryPicture(of: names, asPair: pair)
    return sample ? try picture.sample() : try picture.subject(size: size, context)
  }

  @MainActor
  private func entry(_ context: CommandContext) throws -> CardEntry {
    let first = context.firstWeekday
    let day = try (at.map { [$0] } ?? []).day(context, mayLieAhead: true)
    return sample
      ? .sample(on: day, firstWeekday: first)
      : CardEntry(of: try context.record(), on: day, firstWeekday: first)
  }

  private func chosenSize(of kind: Card.Kind) throws(Failure) -> Card.Size {
    let sizes = kind == .repository && pair ? [.large] : kind.sizes
    guard let size else { return sizes[0] }
    guard let known = Card.Size(rawValue: size), sizes.contains(known) else {
      throw Failure(
        .usage,
        kind.sizes == sizes ? CardText.noSuchSize(size, kind) : CardText.pairIsLarge(size))
    }
    return known
  }

  private func chosenStyle(_ settings: Settings) -> CardStyle {
    var style = settings.cardStyle
    if let scale { style.scale = scale }
    if let rendering { style.rendering = rendering }
    if let accent { style.accent = accent }
    style.hasBackground = !noBackground
    style.surface = desktop == .dark ? .dark : .light
    return style
  }
}
