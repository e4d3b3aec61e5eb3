/// A value of a line of JSON, as far as entries need it (docs/sync.md#an-entry).
enum JSONValue {
  case null
  case integer(Int64)
  case text(String)
  case object([(key: String, value: JSONValue)])
  case list([JSONValue])
  /// A value that no line of ours has: a fraction, `true`.
  case other

  var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
  var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

/// Writes an object on one line.
struct JSONWriter {
  private var bytes = Array("{".utf8)

  /// Writes a key that needs no escape, and its value.
  mutating func write(_ key: String, _ value: JSONValue) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    write(text: key)
    bytes.append(UInt8(ascii: ":"))
    write(value)
  }

  /// The bytes of the object.
  var object: [UInt8] { bytes + [UInt8(ascii: "}")] }

  private mutating func write(_ value: JSONValue) {
    switch value {
    case .null, .other: bytes += "null".utf8
    case .integer(let number): bytes += String(number).utf8
    case .text(let text): write(text: text)
    case .object(let pairs):
      bytes.append(UInt8(ascii: "{"))
      for (index, pair) in pairs.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(text: pair.key)
        bytes.append(UInt8(ascii: ":"))
        write(pair.value)
      }
      bytes.append(UInt8(ascii: "}"))
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(value)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  private mutating func write(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      // The rest of ASCII that may not stand in a text, or that a terminal would obey.
      case 0..<0x20, 0x7f:
        bytes +=
          "\\u00".utf8 + [JSONWriter.digits[Int(byte >> 4)], JSONWriter.digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
