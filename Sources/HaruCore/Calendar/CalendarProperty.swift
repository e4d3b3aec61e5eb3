/// A line of an iCalendar file, `NAME;PARAMETER=VALUE:VALUE` (RFC 5545 §3.1).
public struct CalendarProperty {
  /// Its name, in capital letters.
  public let name: String
  /// Its parameters, in capital letters.
  public let parameters: String
  /// Its value as it is written.
  public let value: String

  /// Reads a line that is not folded, without its end; `nil` for any other text.
  public init?(_ line: String) {
    var isQuoted = false
    let colon = line.firstIndex { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ":" && !isQuoted
    }
    guard let colon else { return nil }
    name = line[..<colon].prefix { $0 != ";" }.uppercased()
    parameters = line[..<colon].dropFirst(name.count).uppercased()
    value = String(line[line.index(after: colon)...])
  }

  /// The text without its escapes.
  public var text: String {
    var (text, isEscaped) = ("", false)
    for character in value {
      if isEscaped {
        text.append("nN".contains(character) ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}
