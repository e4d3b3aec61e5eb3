import ArgumentParser
import Glibc
import HaruCore
import HaruDesktop
import HaruText

/// The command `haru card`.
struct CardCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "card", abstract: HelpText.card)
  }

  @Argument(
    help: ArgumentHelp(HelpText.cardKind),
    completion: .list(Card.Kind.allCases.map(\.rawValue)))
  var kind: String?

  @Argument(
    help: ArgumentHelp(HelpText.cardNames, valueName: "name"), completion: .watch)
  var names: [String] = []

  @Flag(help: ArgumentHelp(HelpText.cardPair))
  var pair = false

  @Flag(help: ArgumentHelp(HelpText.cardList))
  var list = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp(HelpText.cardOutput, valueName: "file"),
    completion: .file(extensions: Card.Format.allCases.map(\.rawValue)))
  var output: String?

  @Option(
    help: ArgumentHelp(HelpText.cardSize), completion: .list(Card.Size.allCases.map(\.rawValue)))
  var size: String?

  // A day may be `-1`, which is no option.
  @Option(parsing: .unconditional, help: ArgumentHelp(HelpText.cardAt, valueName: "day"))
  var at: String?

  @Option(help: ArgumentHelp(HelpText.cardScale, valueName: "number"))
  var scale: String?

  @Option(
    help: ArgumentHelp(HelpText.cardRendering, valueName: "mode"),
    completion: .list(CardStyle.Rendering.allCases.map(\.rawValue)))
  var rendering: String?

  @Option(help: ArgumentHelp(HelpText.cardAccent, valueName: "#rrggbb"))
  var accent: String?

  @Flag(help: ArgumentHelp(HelpText.cardNoBackground))
  var noBackground = false

  @Flag(help: ArgumentHelp(HelpText.cardDark))
  var dark = false

  @Flag(help: ArgumentHelp(HelpText.cardSample))
  var sample = false

  func run() throws {
    try onMain {
      guard !list else { return try printOutput(CardCommand.kinds.joined(separator: "\n")) }
      guard let kind else { throw Failure(.usage, CardText.noKind) }
      guard let kind = Card.Kind(rawValue: kind) else {
        throw Failure(.usage, CardText.noSuchKind(kind))
      }
      let size = try chosenSize(of: kind)
      let target = try chosenTarget()
      let session = try Session()
      let style = try chosenStyle(session.settings)
      let subject = try subject(of: kind, size: size, session)
      guard let card = Card(kind, size: size, subject: subject, style: style) else {
        throw Failure(.usage, CardText.noSuchSize(size.rawValue, kind))
      }
      let drawer = ProgramFile().helper("haru-draw")
      ProgramFile.become(
        [drawer] + CardRequest(card, as: target.format, to: target.file).words)
      throw Failure(.unavailable, CardText.noDrawer(drawer, String(cString: strerror(errno))))
    }
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
    of kind: Card.Kind, size: Card.Size, _ session: Session
  ) throws -> Card.Subject {
    guard kind == .repository else {
      guard names.isEmpty, !pair else { throw Failure(.usage, CardText.onlyRepositories(kind)) }
      return .day(try entry(session))
    }
    guard at == nil else { throw Failure(.usage, CardText.repositoryIsOfToday) }
    let picture = try RepositoryPicture(of: names, asPair: pair)
    return sample ? try picture.sample() : try picture.subject(size: size, session)
  }

  @MainActor
  private func entry(_ session: Session) throws -> CardEntry {
    let first = session.firstWeekday
    let reader = DayArgument(today: session.today)
    let day = try reader.day(at.map { [$0] } ?? [], mayLieAhead: true)
    return sample
      ? .sample(on: day, firstWeekday: first)
      : CardEntry(of: try session.record(), on: day, firstWeekday: first)
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

  private func chosenStyle(_ settings: Settings) throws(Failure) -> CardStyle {
    var style = settings.cardStyle
    if let scale {
      guard let scale = CardStyle.scale(scale) else {
        throw Failure(.usage, CardText.badScale(scale))
      }
      style.scale = scale
    }
    if let rendering {
      guard let rendering = CardStyle.Rendering(rawValue: rendering) else {
        throw Failure(.usage, CardText.noSuchRendering(rendering))
      }
      style.rendering = rendering
    }
    if let accent {
      guard let accent = Color(accent) else { throw Failure(.usage, CardText.badColor(accent)) }
      style.accent = accent
    }
    style.hasBackground = !noBackground
    style.surface = dark ? .dark : .light
    return style
  }

  /// Where to, and as what.
  private func chosenTarget() throws(Failure) -> (format: Card.Format, file: String) {
    guard let output, !output.isEmpty else { throw Failure(.usage, CardText.noOutput) }
    if output == "-" { return (.png, output) }
    let format = output.lastIndex(of: ".").flatMap {
      Card.Format(rawValue: output[output.index(after: $0)...].lowercased())
    }
    guard let format else { throw Failure(.usage, CardText.noSuchFormat(output)) }
    return (format, output)
  }
}
