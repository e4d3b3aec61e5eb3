public import HaruCore
internal import HaruDesktop
internal import HaruText

/// How a piece of a line looks.
public struct Style: Hashable, Sendable {
  /// The colour behind the text, which decides the colour of the text.
  ///
  /// `nil` leaves both to the terminal: its own background is unknown, and coloured text could be invisible
  /// on it.
  public var background: Color?
  /// Whether it is bold.
  public var isBold: Bool
  /// Whether it is faint.
  public var isFaint: Bool

  /// Whether the colours of text and background are exchanged.
  public var isReversed: Bool

  /// Makes a style; each part is left out unless it is given.
  public init(
    background: Color? = nil, isBold: Bool = false, isFaint: Bool = false, isReversed: Bool = false
  ) {
    (self.background, self.isBold, self.isFaint) = (background, isBold, isFaint)
    self.isReversed = isReversed
  }

  /// The background as it is drawn: black is no filling on a black terminal.
  private var visibleBackground: Color? {
    background == .black ? Style.visibleBlack : background
  }

  /// The number of the background in a fixed palette, and whether black text reads on it rather than white; `nil`
  /// without a background, and where the terminal has no such palette.
  public func shown(_ depth: ColorDepth) -> (number: Int, hasBlackText: Bool)? {
    guard let background = visibleBackground, [.sixteen, .twoHundredFiftySix].contains(depth)
    else { return nil }
    let shown =
      depth == .sixteen ? TerminalPalette.calm : TerminalPalette.nearestOf256(to: background)
    return (shown.number, shown.color.text == .black)
  }

  /// Whether it is drawn bold: with sixteen colours many terminals draw bold black as grey.
  public func isDrawnBold(_ depth: ColorDepth) -> Bool {
    isBold && (depth != .sixteen || background == nil)
  }

  /// That of ordinary text.
  public static let plain = Style()
  /// The background in the place of black, a grey that can be told from a black and from a white terminal.
  static let visibleBlack = Color(88, 88, 88)

  /// The parameters of the escape sequence that begins it (ECMA-48, SGR).
  func parameters(_ depth: ColorDepth) -> [String] {
    guard depth != .none else { return [] }
    var parameters: [String] = []
    if isDrawnBold(depth) { parameters.append("1") }
    if isFaint { parameters.append("2") }
    if isReversed { parameters.append("7") }
    if depth == .direct, let background = visibleBackground {
      let text = background.text
      parameters.append("48;2;\(background.red);\(background.green);\(background.blue)")
      parameters.append("38;2;\(text.red);\(text.green);\(text.blue)")
    } else if let shown = shown(depth) {
      let text = shown.hasBlackText ? TerminalPalette.black : TerminalPalette.white
      parameters +=
        depth == .sixteen
        ? ["\(40 + shown.number)", shown.hasBlackText ? "30" : "97"]
        : ["48;5;\(shown.number)", "38;5;\(text)"]
    }
    return parameters
  }
}

/// A line for a terminal, in pieces of one style each; words from outside are made safe.
public struct StyledLine: Sendable {
  /// Its pieces from the first column on.
  public private(set) var pieces: [(text: String, style: Style)] = []

  /// Makes a line of one piece.
  public init(_ text: String = "", _ style: Style = .plain) {
    append(text, style)
  }

  /// The columns it takes.
  public var width: Int { pieces.reduce(0) { $0 + DisplayWidth.columns(of: $1.text) } }

  /// Puts a piece at its end.
  public mutating func append(_ text: String, _ style: Style = .plain) {
    add(SafeText.line(text), style)
  }

  /// Begins a column at its end, in which what follows stays whatever the direction of its words.
  public mutating func beginColumn() {
    if let style = pieces.last?.style { add(CalendarText.columnMark, style) }
  }

  private mutating func add(_ text: String, _ style: Style) {
    if let last = pieces.last, last.style == style {
      pieces[pieces.count - 1].text += text
    } else if !text.isEmpty {
      pieces.append((text, style))
    }
  }

  /// Puts another line beside it, from a column on.
  public mutating func append(_ other: StyledLine, at column: Int) {
    append(String(repeating: " ", count: max(0, column - width)))
    for piece in other.pieces { add(piece.text, piece.style) }
  }

  /// The line with blanks in front.
  func moved(by columns: Int) -> StyledLine {
    var line = StyledLine()
    line.append(self, at: columns)
    return line
  }

  /// The line with escape sequences; invisible blanks at its end are left out.
  public func rendered(_ depth: ColorDepth) -> String {
    var pieces = pieces
    if let last = pieces.popLast() {
      let isSeen = depth != .none && last.style.background != nil
      pieces.append((isSeen ? last.text : trimmed(last.text), last.style))
    }
    return pieces.map { piece in
      let parameters = piece.style.parameters(depth)
      if parameters.isEmpty { return piece.text }
      return "\u{1B}[\(parameters.joined(separator: ";"))m\(piece.text)\u{1B}[0m"
    }.joined()
  }

  private func trimmed(_ text: String) -> String {
    let blanks = text.reversed().prefix { $0 == " " }.count
    return String(text.dropLast(blanks))
  }
}
