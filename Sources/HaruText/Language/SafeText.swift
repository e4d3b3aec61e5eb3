/// Text from outside (a file, a server, a user), made safe to print on a terminal.
///
/// Control characters could move the cursor or colour what follows, and controls of the writing
/// direction could show the line in another order. Each becomes a replacement character; marks of the
/// direction, which ordinary texts in Arabic and Hebrew have, are left out. A first strong isolate, which
/// only keeps its own contents together, stays, and ends with the line at the latest.
public enum SafeText {
  /// The text on one line: line breaks become spaces.
  public static func line(_ text: String) -> String {
    sanitized(text, newline: " ")
  }

  /// The text with its line breaks.
  public static func lines(_ text: String) -> String {
    sanitized(text, newline: "\n")
  }

  /// The text on one line, cut to a number of characters.
  public static func short(_ text: String, to limit: Int) -> String {
    // A character can be of any length, so the scalars are limited before characters are counted.
    let front = String(text.unicodeScalars.prefix(4 * limit))
    let isCut = front.unicodeScalars.count < text.unicodeScalars.count || front.count > limit
    return isCut ? line(String(front.prefix(limit - 1))) + "…" : line(front)
  }

  /// A value in an error: at most 60 characters, and `''` if it is empty.
  public static func value(_ text: String) -> String {
    text.isEmpty ? "''" : short(text, to: 60)
  }

  private static func sanitized(_ text: String, newline: String) -> String {
    var (safe, isolates) = ("", Isolates())
    for character in text {
      if character.isNewline {
        safe += (newline == "\n" ? isolates.end() : "") + newline
      } else if character == "\t" {
        safe += " "
      } else {
        for scalar in character.unicodeScalars where !isMark(scalar) {
          let isKept = isolates.allow(scalar) ?? !isHarmful(scalar)
          safe.unicodeScalars.append(isKept ? scalar : "\u{FFFD}")
        }
      }
    }
    return safe + isolates.end()
  }

  /// The isolates that are open in a line.
  private struct Isolates {
    private var depth = 0

    /// Whether the beginning or the end of an isolate may stay; `nil` for other characters.
    mutating func allow(_ scalar: Unicode.Scalar) -> Bool? {
      switch scalar {
      case "\u{2068}" where depth < 8: depth += 1
      case "\u{2069}" where depth > 0: depth -= 1
      case "\u{2068}", "\u{2069}": return false
      default: return nil
      }
      return true
    }

    /// The characters that end the open isolates.
    mutating func end() -> String {
      defer { depth = 0 }
      return String(repeating: "\u{2069}", count: depth)
    }
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7f..<0xa0: true
    // With the marks below, Unicode's Bidi_Control.
    case 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether it is a mark of the writing direction, which is invisible itself.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [0x61c, 0x200e, 0x200f].contains(scalar.value)
  }
}
