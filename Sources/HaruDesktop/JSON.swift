/// A JSON value, which prints itself on one line; without a value it is `null`.
public enum JSON: CustomStringConvertible, Sendable {
  /// Truth.
  case bool(Bool?)
  /// A whole number.
  case integer(Int?)
  /// Any number; a whole one is printed without a fraction.
  case number(Double)
  /// Text; what is no printable character is escaped.
  case string(String?)
  /// Values in order.
  case array([JSON]?)
  /// Named values; their names are printed in order, so that equal values give equal lines.
  case object([String: JSON]?)

  /// No value.
  public static let null = JSON.object(nil)

  /// The value on one line.
  public var description: String {
    let text: String? =
      switch self {
      case .bool(let value): value?.description
      case .integer(let value): value?.description
      case .number(let value): Int(exactly: value)?.description ?? value.description
      case .string(let value): value.map(JSON.quoted)
      case .array(let values):
        values.map { "[" + $0.map(\.description).joined(separator: ",") + "]" }
      case .object(let members): members.map(JSON.line)
      }
    return text ?? "null"
  }

  private static func line(_ members: [String: JSON]) -> String {
    let sorted = members.sorted { $0.key < $1.key }
    return "{" + sorted.map { quoted($0.key) + ":\($0.value)" }.joined(separator: ",") + "}"
  }

  private static let escapes: [UnicodeScalar: String] = [
    "\"": "\\\"", "\\": "\\\\", "\u{8}": "\\b", "\t": "\\t", "\n": "\\n", "\u{c}": "\\f",
    "\r": "\\r",
  ]

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5c, 0...0x1f,
        // These are no controls for JSON, but for a terminal.
        0x7f...0x9f, 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        quoted += escapes[scalar] ?? "\\u" + zeros + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
