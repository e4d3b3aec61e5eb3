/// Text that somebody wrote, or a file brought, made harmless for a terminal.
///
/// Control characters could move the cursor or colour what follows, and overrides of the writing
/// direction could turn the rest of the line round; each becomes a replacement character.
public enum ForeignText {
  /// On one line: ends of lines become blanks.
  public static func line(_ text: String) -> String {
    shown(text, newline: " ", tab: " ")
  }

  /// On as many lines as it has.
  public static func lines(_ text: String) -> String {
    shown(text, newline: "\n", tab: "\t")
  }

  /// On one line, and cut where it is longer than a number of characters.
  public static func short(_ text: String, to limit: Int) -> String {
    // Characters can be of any length; nobody needs all of it to see that.
    let front = String(text.unicodeScalars.prefix(4 * limit))
    let isCut = front.unicodeScalars.count < text.unicodeScalars.count || front.count > limit
    return isCut ? line(String(front.prefix(limit - 1))) + "…" : line(front)
  }

  private static func shown(_ text: String, newline: String, tab: String) -> String {
    var shown = ""
    for character in text {
      if character.isNewline {
        shown += newline
      } else if character == "\t" {
        shown += tab
      } else {
        for scalar in character.unicodeScalars {
          shown.unicodeScalars.append(isHarmful(scalar) ? "\u{FFFD}" : scalar)
        }
      }
    }
    return shown
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7f..<0xa0: true
    case 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
