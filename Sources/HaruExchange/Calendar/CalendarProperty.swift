/// A line of an iCalendar file, `NAME;PARAMETER=VALUE:VALUE` (RFC 5545 §3.1).
struct CalendarProperty {
  /// Its name, in capital letters.
  let name: String
  /// Its parameters, in capital letters.
  let parameters: String
  /// Its value as it is written.
  let value: String

  /// Reads a line that is not folded, without its end; `nil` for any other text.
  init?(_ line: String) {
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
  var text: String {
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
