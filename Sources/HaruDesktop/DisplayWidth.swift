internal import CDesktop

/// The width of text in columns of a terminal.
public enum DisplayWidth {
  /// The width of a text in columns.
  ///
  /// wcwidth(3) knows only the characters of the locale's character set.
  public static func columns(of text: String) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The width of a character in columns; an emoji takes two, whatever its first part takes.
  public static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    let picture: Unicode.Scalar = "\u{FE0F}"
    guard !scalars.contains(picture) else { return 2 }
    return scalars.reduce(0) { columns, scalar in
      if g_unichar_iszerowidth(scalar.value) != 0 { return columns }
      return columns + (g_unichar_iswide(scalar.value) != 0 ? 2 : 1)
    }
  }

  /// A text in lines of at most a number of columns, broken at blanks; a longer word has its own line.
  public static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var left = 0
    for word in text.split(separator: " ") {
      let columns = columns(of: String(word))
      if !lines.isEmpty, columns < left {
        lines[lines.count - 1] += " " + word
        left -= columns + 1
      } else {
        lines.append(String(word))
        left = width - columns
      }
    }
    return lines
  }

  /// A text of at most a number of columns, with `…` at its end if it was longer.
  public static func cut(_ text: String, to width: Int) -> String {
    guard columns(of: text) > width else { return text }
    let front = fitted(text, to: max(0, width - 1)).reversed().drop { $0 == " " }
    return String(front.reversed()) + "…"
  }

  /// A text cut and padded to a number of columns.
  public static func fitted(_ text: String, to width: Int) -> String {
    var (fitted, left) = ("", width)
    for character in text {
      let columns = columns(of: character)
      guard columns <= left else { break }
      fitted.append(character)
      left -= columns
    }
    return fitted + String(repeating: " ", count: left)
  }
}
