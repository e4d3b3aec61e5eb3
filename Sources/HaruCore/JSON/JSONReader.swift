extension JSON {
  /// Reads a text that is one JSON value; `nil` for anything else.
  ///
  /// It is as strict as RFC 8259, and refuses what other readers would read differently: bytes that are
  /// not UTF-8, half a surrogate pair, and more than 64 arrays and objects in one another.
  public init?(text: ArraySlice<UInt8>) {
    self.init(JSONReader(text, deepest: 64, hasBlanks: true))
  }

  /// Reads a value on one line, as Haru writes it: without blanks, and not deeper than 8.
  public init?(line: ArraySlice<UInt8>) {
    self.init(JSONReader(line, deepest: 8, hasBlanks: false))
  }

  private init?(_ reader: consuming JSONReader) {
    guard let value = reader.whole() else { return nil }
    self = value
  }
}

/// Reads a value from the beginning to the end of some bytes; `nil` from any part ends the reading.
private struct JSONReader {
  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private var depth = 0
  /// Values in one another are read by functions in one another, for which a stack has to be enough.
  private let deepest: Int
  private let hasBlanks: Bool

  init(_ bytes: ArraySlice<UInt8>, deepest: Int, hasBlanks: Bool) {
    (self.bytes, place) = (bytes, bytes.startIndex)
    (self.deepest, self.hasBlanks) = (deepest, hasBlanks)
  }

  mutating func whole() -> JSON? {
    guard let value = value() else { return nil }
    skipBlanks()
    return place == bytes.endIndex ? value : nil
  }

  private mutating func value() -> JSON? {
    skipBlanks()
    switch next {
    case UInt8(ascii: "\""): return text().map { .string($0) }
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "n"): return skip("null") ? .null : nil
    case UInt8(ascii: "t"): return skip("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return skip("false") ? .bool(false) : nil
    default: return number()
    }
  }

  // MARK: Bytes

  private var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let end = place + word.utf8CodeUnitCount
    guard end <= bytes.endIndex,
      word.withUTF8Buffer({ bytes[place..<end].elementsEqual($0) })
    else { return false }
    place = end
    return true
  }

  private mutating func skipBlanks() {
    guard hasBlanks else { return }
    while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      place += 1
    }
  }

  // MARK: Objects and arrays

  private mutating func object() -> JSON? {
    var members: [JSON.Member] = []
    let isWhole = items(until: UInt8(ascii: "}")) { reader in
      reader.skipBlanks()
      guard let name = reader.text() else { return false }
      reader.skipBlanks()
      guard reader.skip(UInt8(ascii: ":")), let value = reader.value() else { return false }
      members.append((name, value))
      return true
    }
    return isWhole ? .object(members) : nil
  }

  private mutating func array() -> JSON? {
    var values: [JSON] = []
    let isWhole = items(until: UInt8(ascii: "]")) { reader in
      guard let value = reader.value() else { return false }
      values.append(value)
      return true
    }
    return isWhole ? .array(values) : nil
  }

  /// Reads what stands between brackets, with commas between its items.
  private mutating func items(until end: UInt8, _ item: (inout JSONReader) -> Bool) -> Bool {
    guard depth < deepest else { return false }
    depth += 1
    defer { depth -= 1 }
    place += 1
    skipBlanks()
    if skip(end) { return true }
    while item(&self) {
      skipBlanks()
      if skip(end) { return true }
      guard skip(UInt8(ascii: ",")) else { return false }
    }
    return false
  }

  // MARK: Numbers

  private mutating func number() -> JSON? {
    let start = place
    _ = skip(UInt8(ascii: "-"))
    // A zero in front of other digits is none of JSON's.
    guard skip(UInt8(ascii: "0")) || skipDigits() else { return nil }
    if skip(UInt8(ascii: ".")) {
      guard skipDigits() else { return nil }
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      guard skipDigits() else { return nil }
    }
    return .number(digits: String(decoding: bytes[start..<place], as: UTF8.self))
  }

  /// Skips digits; `false` if there is none.
  private mutating func skipDigits() -> Bool {
    let start = place
    while let byte = next, byte.isDigit { place += 1 }
    return place > start
  }

  // MARK: Texts

  private mutating func text() -> String? {
    guard skip(UInt8(ascii: "\"")) else { return nil }
    let start = place
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      place += 1
    }
    // Most texts need no escape.
    if next == UInt8(ascii: "\"") {
      defer { place += 1 }
      return String(validating: bytes[start..<place], as: UTF8.self)
    }
    return escapedText(after: Array(bytes[start..<place]))
  }

  private mutating func escapedText(after beginning: [UInt8]) -> String? {
    var text = beginning
    while let byte = next, byte >= 0x20 {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = escaped() else { return nil }
        text += escaped.utf8
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return codePoint()
    default: return nil
    }
  }

  private mutating func codePoint() -> Unicode.Scalar? {
    guard let first = hexadecimal() else { return nil }
    guard (0xd800..<0xdc00).contains(first) else { return Unicode.Scalar(first) }
    guard skip("\\u"), let second = hexadecimal(), (0xdc00..<0xe000).contains(second) else {
      return nil
    }
    return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
  }

  private mutating func hexadecimal() -> UInt32? {
    let end = place + 4
    guard end <= bytes.endIndex else { return nil }
    let digits = bytes[place..<end]
    guard digits.allSatisfy({ $0.isDigit || "abcdefABCDEF".utf8.contains($0) }) else { return nil }
    place = end
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
