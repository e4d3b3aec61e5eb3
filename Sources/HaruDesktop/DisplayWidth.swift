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

  /// A text in lines of at most a number of columns, broken at blanks and between the letters of
  /// Chinese and Japanese; a longer word has its own line.
  public static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var left = 0
    for word in text.split(separator: " ") {
      for (index, part) in parts(of: word).enumerated() {
        let columns = columns(of: String(part))
        let blank = index == 0 ? 1 : 0
        if !lines.isEmpty, columns + blank <= left {
          lines[lines.count - 1] += (index == 0 ? " " : "") + part
          left -= columns + blank
        } else {
          lines.append(String(part))
          left = width - columns
        }
      }
    }
    return lines
  }

  /// The parts of a word that stay in one line each.
  private static func parts(of word: Substring) -> [Substring] {
    var parts: [Substring] = []
    var (begin, last) = (word.startIndex, word.startIndex)
    for index in word.indices.dropFirst() {
      if canBreak(between: word[last], and: word[index]) {
        parts.append(word[begin..<index])
        begin = index
      }
      last = index
    }
    return parts + [word[begin...]]
  }

  /// Whether a line may end between two letters: where one is Chinese or Japanese, unless the first
  /// opens a bracket or is a digit, or the second is a mark or small letter that begins no line.
  private static func canBreak(between last: Character, and next: Character) -> Bool {
    guard isIdeographic(last) || isIdeographic(next) else { return false }
    let ends = [
      G_UNICODE_BREAK_OPEN_PUNCTUATION, G_UNICODE_BREAK_QUOTATION, G_UNICODE_BREAK_NUMERIC,
    ]
    let beginnings = [
      G_UNICODE_BREAK_CLOSE_PUNCTUATION, G_UNICODE_BREAK_CLOSE_PARANTHESIS,
      G_UNICODE_BREAK_EXCLAMATION, G_UNICODE_BREAK_INFIX_SEPARATOR, G_UNICODE_BREAK_SYMBOL,
      G_UNICODE_BREAK_NON_STARTER, G_UNICODE_BREAK_CONDITIONAL_JAPANESE_STARTER,
      G_UNICODE_BREAK_QUOTATION, G_UNICODE_BREAK_POSTFIX, G_UNICODE_BREAK_COMBINING_MARK,
      G_UNICODE_BREAK_INSEPARABLE,
    ]
    return !ends.contains(breaking(last)) && !beginnings.contains(breaking(next))
  }

  /// Whether it is a letter or mark of Chinese or Japanese; Korean has blanks.
  private static func isIdeographic(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return switch scalar.value {
    case 0x3000..<0x3130, 0x31f0..<0x3200, 0x3400..<0xa000, 0xf900..<0xfb00, 0xff00..<0xffa0,
      0x20000..<0x30000:
      true
    default: false
    }
  }

  /// The class of its line breaks (UAX #14).
  private static func breaking(_ character: Character) -> GUnicodeBreakType {
    character.unicodeScalars.first.map { g_unichar_break_type($0.value) }
      ?? G_UNICODE_BREAK_UNKNOWN
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
