import HaruCore
import HaruDesktop

/// How a piece of a line looks.
struct Style: Hashable {
  /// What it stands on, with the colour of its letters following.
  ///
  /// Without one both are the terminal's: letters alone could vanish on a background that nobody
  /// knows.
  var background: Color?
  var isBold = false
  var isFaint = false

  static let plain = Style()

  /// The parameters of the escape sequence that begins it (ECMA-48, SGR).
  func parameters(_ depth: ColorDepth) -> [String] {
    guard depth != .none else { return [] }
    var parameters: [String] = []
    // Many a terminal draws bold black as grey where it has sixteen colours.
    if isBold, depth != .sixteen || background == nil { parameters.append("1") }
    if isFaint { parameters.append("2") }
    guard let background else { return parameters }
    switch depth {
    case .none: break
    case .sixteen:
      let shown = Palette.nearestOf8(to: background)
      parameters += ["\(40 + shown.number)", shown.color.text == .black ? "30" : "97"]
    case .twoHundredFiftySix:
      let shown = Palette.nearestOf256(to: background)
      // The cube's own black and white, because people give the first sixteen other colours.
      parameters += ["48;5;\(shown.number)", shown.color.text == .black ? "38;5;16" : "38;5;231"]
    case .direct:
      let text = background.text
      parameters.append("48;2;\(background.red);\(background.green);\(background.blue)")
      parameters.append("38;2;\(text.red);\(text.green);\(text.blue)")
    }
    return parameters
  }
}

/// A line of a terminal, piece by piece.
struct StyledLine {
  private var pieces: [(text: String, style: Style)] = []

  init(_ text: String = "", _ style: Style = .plain) {
    append(text, style)
  }

  /// The columns it takes.
  var width: Int { pieces.reduce(0) { $0 + DisplayWidth.columns(of: $1.text) } }

  mutating func append(_ text: String, _ style: Style = .plain) {
    if let last = pieces.last, last.style == style {
      pieces[pieces.count - 1].text += text
    } else if !text.isEmpty {
      pieces.append((text, style))
    }
  }

  /// Puts another line beside it, from a column on.
  mutating func append(_ other: StyledLine, at column: Int) {
    append(String(repeating: " ", count: max(0, column - width)))
    for piece in other.pieces { append(piece.text, piece.style) }
  }

  /// The line as it is written, without blanks at its end that nobody sees.
  func rendered(_ depth: ColorDepth) -> String {
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
