extension JSON: CustomStringConvertible {
  /// How a text is escaped.
  public enum Escaping: Sendable {
    /// Also what is no control for JSON, but for a terminal.
    case forTerminals
    /// As every entry of a log has been written: the name of an entry is the hash of its bytes
    /// (docs/sync.md#an-entry).
    case asInLogs
  }

  /// The value on one line.
  public var description: String {
    String(decoding: line(escaping: .forTerminals), as: UTF8.self)
  }

  /// The bytes of the value on one line, without the end of the line.
  public func line(escaping: Escaping) -> [UInt8] {
    var writer = JSONWriter(escaping: escaping, indentation: nil)
    writer.write(self)
    return writer.bytes
  }

  /// The value with a line for each value in it, and the end of the last line.
  public var lines: String {
    var writer = JSONWriter(escaping: .forTerminals, indentation: 0)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}

private struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let escaping: JSON.Escaping
  /// How far a new line is indented; `nil` to write all on one line.
  private var indentation: Int?

  init(escaping: JSON.Escaping, indentation: Int?) {
    (self.escaping, self.indentation) = (escaping, indentation)
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += value.description.utf8
    case .number(let digits): bytes += digits.utf8
    case .string(let text): write(text: text)
    case .array(let values):
      writeItems(values, between: "[", "]") { writer, value in writer.write(value) }
    case .object(let members):
      writeItems(members, between: "{", "}") { writer, member in
        writer.write(text: member.name)
        writer.bytes += (writer.indentation == nil ? ":" : " : ").utf8
        writer.write(member.value)
      }
    }
  }

  private mutating func writeItems<Item>(
    _ items: [Item], between opening: String, _ closing: String,
    _ write: (inout JSONWriter, Item) -> Void
  ) {
    bytes += opening.utf8
    // As every export has been written; files that are compared stay equal.
    if items.isEmpty, indentation != nil { bytes.append(UInt8(ascii: "\n")) }
    indentation = indentation.map { $0 + 2 }
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      beginLine()
      write(&self, item)
    }
    indentation = indentation.map { $0 - 2 }
    beginLine()
    bytes += closing.utf8
  }

  private mutating func beginLine() {
    guard let indentation else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: indentation)
  }

  // MARK: Texts

  private mutating func write(text: String) {
    bytes.append(UInt8(ascii: "\""))
    // Most texts need no escape.
    if text.utf8.allSatisfy(JSONWriter.isPlain) {
      bytes += text.utf8
    } else {
      for scalar in text.unicodeScalars {
        bytes += (needsEscape(scalar) ? escape(scalar) : String(scalar)).utf8
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7e).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x22, 0x5c, 0...0x1f, 0x7f: true
    case 0x80...0x9f, 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069:
      escaping == .forTerminals
    default: false
    }
  }

  private func escape(_ scalar: Unicode.Scalar) -> String {
    switch (scalar, escaping) {
    case ("\"", _), ("\\", _): return "\\" + String(scalar)
    case ("\n", _): return "\\n"
    case ("\u{8}", .forTerminals): return "\\b"
    case ("\t", .forTerminals): return "\\t"
    case ("\u{c}", .forTerminals): return "\\f"
    case ("\r", .forTerminals): return "\\r"
    default: return "\\u" + padded(scalar.value, to: 4, radix: 16)
    }
  }
}
