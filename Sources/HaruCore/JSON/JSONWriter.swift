extension JSON: CustomStringConvertible {
  /// The value on one line.
  public var description: String { String(decoding: JSONWriter(self).bytes, as: UTF8.self) }

  /// The value with a line for each value in it, and the end of the last line.
  public var lines: String {
    String(decoding: JSONWriter(self, indentation: 0).bytes, as: UTF8.self) + "\n"
  }

  /// The bytes of the value on one line of a log, without the end of the line: as every entry has been written, because
  /// its name is the hash of its bytes (docs/sync.md#an-entry).
  public var logLine: [UInt8] { JSONWriter(self, isInLog: true).bytes }
}

private struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether what is no control for JSON, but for a terminal, is written as it is.
  private let isInLog: Bool
  /// How far a new line is indented; `nil` to write all on one line.
  private var indentation: Int?

  init(_ value: JSON, isInLog: Bool = false, indentation: Int? = nil) {
    (self.isInLog, self.indentation) = (isInLog, indentation)
    write(value)
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
      !isInLog
    default: false
    }
  }

  private func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": return "\\" + String(scalar)
    case "\n": return "\\n"
    case "\u{8}" where !isInLog: return "\\b"
    case "\t" where !isInLog: return "\\t"
    case "\u{c}" where !isInLog: return "\\f"
    case "\r" where !isInLog: return "\\r"
    default: return "\\u" + padded(scalar.value, to: 4, radix: 16)
    }
  }
}
