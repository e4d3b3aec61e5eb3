internal import HaruDesktop
internal import HaruText

/// A note while it is typed, which may be long: to draw it costs no more than what is shown around the cursor.
struct EditNote: Sendable {
  /// The text before the cursor, and the text behind it.
  private var (before, behind): (String, String)
  /// The text that it began with.
  private let former: String

  init(text: String) { (before, behind, former) = (text, "", text) }

  var text: String { before + behind }

  /// Whether it differs from the text that it began with.
  var isChanged: Bool { text != former }

  mutating func append(_ scalar: Unicode.Scalar) { before += String(scalar) }

  /// Moves the cursor or erases something, by a key that does so in a line of a shell.
  mutating func edit(by key: EditKey) {
    switch key {
    case .left: if let last = before.popLast() { behind = String(last) + behind }
    case .right: if !behind.isEmpty { before.append(behind.removeFirst()) }
    case .home: (before, behind) = ("", text)
    case .end: (before, behind) = (text, "")
    case .backspace: _ = before.popLast()
    case .delete: if !behind.isEmpty { behind.removeFirst() }
    case .eraseLine: before = ""
    case .eraseWord:
      while before.last?.isWhitespace == true { before.removeLast() }
      while before.last?.isWhitespace == false { before.removeLast() }
    default: break
    }
  }

  /// As much of it around the cursor as fits in some columns: what is before the cursor, and what is behind it.
  func shown(columns: Int) -> (before: String, behind: String) {
    // Of what is behind the cursor a part is seen, even where what is before it would fill the line.
    let seen = Self.fitting(behind, in: columns / 3)
    let before = Self.fitting(before.reversed(), in: columns - Self.width(of: seen))
    let behind = Self.fitting(behind, in: columns - Self.width(of: before))
    return (SafeText.line(String(before.reversed())), SafeText.line(String(behind)))
  }

  /// As many of the first characters as fit.
  private static func fitting(
    _ characters: some Collection<Character>, in columns: Int
  ) -> [Character] {
    var (shown, left) = ([Character](), columns)
    for character in characters {
      left -= width(of: [character])
      guard left >= 0 else { break }
      shown.append(character)
    }
    return shown
  }

  private static func width(of characters: [Character]) -> Int {
    characters.reduce(0) { $0 + DisplayWidth.columns(of: SafeText.line(String($1))) }
  }
}
