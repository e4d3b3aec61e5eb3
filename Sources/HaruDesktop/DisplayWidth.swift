internal import CDesktop

/// How many columns of a terminal text takes.
public enum DisplayWidth {
  /// The columns of a text.
  ///
  /// Not by wcwidth(3), which knows only the characters of the locale's own character set.
  public static func columns(of text: String) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns of a character; a picture takes two, whatever its first part takes.
  public static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    let picture: Unicode.Scalar = "\u{FE0F}"
    guard !scalars.contains(picture) else { return 2 }
    return scalars.reduce(0) { columns, scalar in
      if g_unichar_iszerowidth(scalar.value) != 0 { return columns }
      return columns + (g_unichar_iswide(scalar.value) != 0 ? 2 : 1)
    }
  }

  /// As much of a text as fits into some columns, and blanks up to them.
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
