/// The direction in which a text runs, and how a value of the other direction is kept whole
/// (docs/languages.md#isolates).
public enum Direction: Sendable {
  /// From left to right, as in English.
  case leftToRight
  /// From right to left, as in Arabic.
  case rightToLeft

  /// The direction of the user's language, taken from one of its words.
  public static let ofLanguage: Direction =
    isRightToLeft(text("Study")) ? .rightToLeft : .leftToRight

  /// A value inside a text of this direction, isolated if the text could show its parts in another order.
  ///
  /// Between words from right to left, a path, a command or a number with separators would be shown in
  /// pieces from the right.
  func isolated(_ value: String) -> String {
    let isForeign =
      switch self {
      case .leftToRight: Direction.isRightToLeft(value)
      case .rightToLeft: Direction.hasParts(value)
      }
    // Unicode's first strong isolate, and the end of it.
    return isForeign && !value.hasPrefix("\u{2068}") ? "\u{2068}" + value + "\u{2069}" : value
  }

  /// A sentence with a mark of this direction, if it begins with an isolated value: some servers take the
  /// direction of a line from its first letter, whether that is isolated or not.
  func keeping(_ sentence: String) -> String {
    guard sentence.unicodeScalars.first == "\u{2068}" else { return sentence }
    return (self == .rightToLeft ? "\u{200f}" : "\u{200e}") + sentence
  }

  /// Whether a character begins or ends an isolate.
  static func isIsolate(_ character: Character) -> Bool {
    character == "\u{2068}" || character == "\u{2069}"
  }

  /// A word without the ends of isolates around it, with which it may have been copied from a sentence.
  public static func withoutIsolates(_ word: String) -> String {
    // Reversed, the word would be another type, for which each start searches all conformances: a millisecond.
    var rest = word.drop(while: isIsolate)
    while let last = rest.last, isIsolate(last) { rest.removeLast() }
    return String(rest)
  }

  private static func isRightToLeft(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: isRightToLeft)
  }

  /// Whether a letter belongs to a script that is written from right to left: the blocks of Hebrew,
  /// Arabic and their neighbours.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590..<0x900, 0xfb1d..<0xfe00, 0xfe70..<0xff00, 0x10800..<0x11000, 0x1e800..<0x1f000:
      true
    default: false
    }
  }

  /// Whether a value has ASCII letters, or numbers with separators.
  private static func hasParts(_ value: String) -> Bool {
    var (hasDigits, hasSeparators) = (false, false)
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigits = true
      case _ where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20): return true
      case 0x21..<0x7f: hasSeparators = true
      default: break
      }
    }
    return hasDigits && hasSeparators
  }
}
