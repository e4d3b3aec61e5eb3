/// Lines of an iCalendar file (RFC 5545 §3.1), as they are written.
public struct CalendarLines {
  private var lines: [String] = []

  /// Makes a file without lines.
  public init() {}

  /// The lines with their ends.
  public var text: String { lines.map { $0 + "\r\n" }.joined() }

  /// Adds a line, folded after at most 75 octets and never within a character.
  public mutating func add(_ line: String) {
    var folded = ""
    for character in line.unicodeScalars {
      if folded.utf8.count + String(character).utf8.count > 75 {
        lines.append(folded)
        folded = " "
      }
      folded.unicodeScalars.append(character)
    }
    lines.append(folded)
  }

  /// The escaped text (RFC 5545 §3.3.11) without other control characters.
  public static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\", ";", ",": escaped += "\\" + String(character)
      case "\n": escaped += "\\n"
      case "\t": escaped += "\t"
      case let other where other.value < 0x20 || other.value == 0x7f: continue
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  /// A date, `20261120`.
  public static func date(_ day: Day) -> String { compact(day.description) }

  /// An instant in UTC, `20261120T213000Z`.
  public static func utc(_ instant: Instant) -> String {
    let written = instant.rfc3339(in: .utc)
    return compact(String(written.prefix(19))) + "Z"
  }

  /// A date, or a date and time, without its hyphens and colons.
  private static func compact(_ text: String) -> String {
    String(text.filter { $0 != "-" && $0 != ":" })
  }
}

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
