public import ArgumentParser
internal import Glibc
public import HaruCore
internal import HaruDesktop
internal import HaruSystem
internal import HaruText

/// What is drawn, how large, and where it is written.
public struct CardChoice: ParsableArguments, Sendable {
  /// What to draw.
  @Argument(
    help: .of(text("What to draw; --list shows the kinds.")),
    completion: .list(Card.Kind.allCases.map(\.rawValue)),
    transform: reading(Card.Kind.init(rawValue:)) {
      text(
        "no such card: {word}; available: {kinds}",
        ["word": $0, "kinds": ListText.words(Card.Kind.allCases.map(\.rawValue))])
    })
  public var kind: Card.Kind?

  /// What the card is about, if it is about something else than a day.
  @Argument(
    help: .of(
      text("For the card repository: a watched repository as OWNER/NAME; default: the first."),
      valueName: "name"),
    completion: .watch)
  public var names: [String] = []

  /// Whether two are on one card.
  @Flag(help: .of(text("Draw two repositories on one card.")))
  public var pair = false

  /// Whether the kinds are listed.
  @Flag(help: .of(text("List the kinds of cards, their sizes and their contents.")))
  public var list = false

  /// Where the card is written.
  @Option(
    name: .shortAndLong,
    help: .of(text("File to write, .png or .svg; - for standard output."), valueName: "file"),
    completion: .file(extensions: Card.Format.allCases.map(\.rawValue)),
    transform: reading(Target.init) {
      $0.isEmpty ? CardText.noOutput : text("file name without .png or .svg: {file}", ["file": $0])
    })
  public var output: Target?

  @Option(help: .of(text("Size: icon, small, medium, large or wide.")), completion: .size)
  private var size: String?

  /// Makes a choice of nothing.
  public init() {}

  /// The file to write; `-` for standard output.
  public struct Target: Sendable {
    /// The format, which is that of its ending.
    public let format: Card.Format
    /// Its name.
    public let file: String

    init?(_ file: String) {
      let ending = file.lastIndex(of: ".").map { file[file.index(after: $0)...].lowercased() }
      guard let format = file == "-" ? .png : Card.Format(rawValue: ending ?? "") else {
        return nil
      }
      (self.format, self.file) = (format, file)
    }
  }

  /// Refuses a card that is not whole, or would go to a terminal.
  public func validate() throws {
    guard !list, kind != nil || output != nil else { return }
    if kind == nil { throw ValidationError(text("no card given; to list all: haru card --list")) }
    guard let output else { throw ValidationError(CardText.noOutput) }
    if output.file == "-", StandardStream.output.isTerminal {
      throw ValidationError(
        text("a terminal cannot show a picture; write: -o FILE.png, or use a pipe"))
    }
  }

  /// The size that was chosen, or the usual one of a kind.
  public func size(of kind: Card.Kind) throws(Failure) -> Card.Size {
    let sizes = pair ? [.large] : kind.sizes
    guard let size else { return sizes[0] }
    guard let known = Card.Size(rawValue: size), sizes.contains(known) else {
      throw Failure(
        .usage,
        pair
          ? text("--pair needs the size large: {word}", ["word": size])
          : CardText.noSuchSize(size, kind))
    }
    return known
  }

  /// Becomes `haru-draw`, which draws a card; returns only to throw why it cannot.
  public func draw(
    _ kind: Card.Kind, size: Card.Size, _ subject: Card.Subject, style: CardStyle
  ) throws(Failure) {
    guard let output else { throw Failure(.usage, CardText.noOutput) }
    guard let card = Card(kind, size: size, subject: subject, style: style) else {
      throw Failure(.usage, CardText.noSuchSize(size.rawValue, kind))
    }
    let drawer = ProgramFile().helper("haru-draw")
    ProgramFile.become(
      [drawer, CardRequest(card, as: output.format, to: output.file).line],
      withholding: GuestProgram.allSecrets)
    throw Failure(.unavailable, ErrorText.cannotRun(drawer, String(cString: strerror(errno))))
  }
}

/// How a card looks.
public struct CardLook: ParsableArguments, Sendable {
  @Option(
    parsing: .unconditional,
    help: .of(text("Pixels per point, from 0.25 to 8; default: 1."), valueName: "number"),
    transform: reading(CardStyle.scale) {
      text("not a scale from 0.25 to 8: {word}", ["word": $0])
    })
  private var scale: Double?

  @Option(
    help: .of(text("Colours: full-color, accented or monochrome."), valueName: "mode"),
    completion: .list(CardStyle.Rendering.allCases.map(\.rawValue)),
    transform: reading(CardStyle.Rendering.init(rawValue:)) {
      text(
        "no such rendering: {word}; available: {modes}",
        ["word": $0, "modes": ListText.words(CardStyle.Rendering.allCases.map(\.rawValue))])
    })
  private var rendering: CardStyle.Rendering?

  @Option(
    help: .of(text("Accent colour."), valueName: "#rrggbb"),
    transform: reading({ Color($0) }) {
      text("not a colour: {word}; write for example #ff9500", ["word": $0])
    })
  private var accent: Color?

  @Flag(help: .of(text("Draw no background.")))
  private var noBackground = false

  /// The desktop that the card is drawn for; the last one counts, as everywhere.
  @Flag(exclusivity: .chooseLast)
  public var desktop: CardStyle.Surface?

  /// Whether an example is drawn.
  @Flag(help: .of(text("Draw an example, labelled as a sample.")))
  public var sample = false

  /// Makes the look of the settings.
  public init() {}

  /// The style of the settings with what was chosen.
  public func style(_ settings: Settings) -> CardStyle {
    var style = settings.cardStyle
    if let scale { style.scale = scale }
    if let rendering { style.rendering = rendering }
    if let accent { style.accent = accent }
    style.hasBackground = !noBackground
    style.surface = desktop ?? .light
    return style
  }
}

extension CardStyle.Surface: EnumerableFlag {
  /// The help of its option.
  public static func help(for surface: CardStyle.Surface) -> ArgumentHelp? {
    switch surface {
    case .light:
      .of(text("Draw for a light desktop; with neither, --follow draws as the desktop prefers."))
    case .dark: .of(text("Draw for a dark desktop."))
    }
  }
}

extension CompletionKind {
  /// Completion in a shell: the sizes of the card that was typed, or all.
  fileprivate static var size: CompletionKind {
    .custom { words, _, _ in
      let kind = words.lazy.compactMap(Card.Kind.init(rawValue:)).first
      return (kind?.sizes ?? Card.Size.allCases).map(\.rawValue)
    }
  }

  /// Completion in a shell: what `haru repo list` lists and the line does not have already.
  public static var watch: CompletionKind {
    .custom { words, index, _ in
      let others = words.indices.filter { $0 != index }.map { words[$0].lowercased() }
      let list = try? Subprocess.run([ProgramFile().helper("haru-repo"), "list", "--names"])
      return (list?.output ?? "").split(separator: "\n").map(String.init)
        .filter { !others.contains($0.lowercased()) }
    }
  }
}
