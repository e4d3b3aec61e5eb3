/// Reads an object on one line.
///
/// Written here, because Foundation's reader would be a quarter of a program, and would take numbers
/// through fractions, keys in any order and doubled keys as they come.
struct JSONReader<Bytes: RandomAccessCollection<UInt8>> where Bytes.Index == Int {
  private let bytes: Bytes
  private var place: Int
  /// No line of ours is deeper than two; a hostile one could overflow the stack.
  private var depth = 0
  private let deepest = 8

  /// The pairs of an object that is all there is; `nil` for anything else.
  static func object(_ bytes: Bytes) -> [(key: String, value: JSONValue)]? {
    var reader = JSONReader(bytes)
    guard case .object(let pairs)? = reader.value(), reader.place == bytes.endIndex else {
      return nil
    }
    return pairs
  }

  private init(_ bytes: Bytes) {
    (self.bytes, place) = (bytes, bytes.startIndex)
  }

  private var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  private mutating func skip(word: StaticString) -> Bool {
    let end = place + word.utf8CodeUnitCount
    guard end <= bytes.endIndex,
      word.withUTF8Buffer({ bytes[place..<end].elementsEqual($0) })
    else { return false }
    place = end
    return true
  }

  private mutating func value() -> JSONValue? {
    switch next {
    case UInt8(ascii: "\""): return text().map(JSONValue.text)
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return list()
    case UInt8(ascii: "n"): return skip(word: "null") ? .null : nil
    case UInt8(ascii: "t"): return skip(word: "true") ? .other : nil
    case UInt8(ascii: "f"): return skip(word: "false") ? .other : nil
    default: return number()
    }
  }

  private mutating func object() -> JSONValue? {
    var pairs: [(key: String, value: JSONValue)] = []
    let isWhole = items(UInt8(ascii: "}")) { reader in
      guard let key = reader.text(), reader.skip(UInt8(ascii: ":")), let value = reader.value()
      else { return false }
      pairs.append((key, value))
      return true
    }
    return isWhole ? .object(pairs) : nil
  }

  private mutating func list() -> JSONValue? {
    var values: [JSONValue] = []
    let isWhole = items(UInt8(ascii: "]")) { reader in
      guard let value = reader.value() else { return false }
      values.append(value)
      return true
    }
    return isWhole ? .list(values) : nil
  }

  /// Reads what stands between brackets, with commas between its items.
  private mutating func items(_ end: UInt8, _ item: (inout JSONReader) -> Bool) -> Bool {
    guard depth < deepest else { return false }
    depth += 1
    defer { depth -= 1 }
    place += 1
    if skip(end) { return true }
    while item(&self) {
      if skip(end) { return true }
      guard skip(UInt8(ascii: ",")) else { return false }
    }
    return false
  }

  private mutating func number() -> JSONValue? {
    let start = place
    while let byte = next, byte.isDigit || "+-.eE".utf8.contains(byte) { place += 1 }
    guard start < place else { return nil }
    let digits = String(decoding: bytes[start..<place], as: UTF8.self)
    // A number has one way of being written, so that equal lines have equal bytes.
    guard let number = Int64(digits), String(number) == digits else { return .other }
    return .integer(number)
  }

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
        text += escaped
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar.UTF8View? {
    guard let byte = next else { return nil }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return Unicode.Scalar(byte).utf8
    case UInt8(ascii: "b"): return Unicode.Scalar(8 as UInt8).utf8
    case UInt8(ascii: "f"): return Unicode.Scalar(12 as UInt8).utf8
    case UInt8(ascii: "n"): return ("\n" as Unicode.Scalar).utf8
    case UInt8(ascii: "r"): return ("\r" as Unicode.Scalar).utf8
    case UInt8(ascii: "t"): return ("\t" as Unicode.Scalar).utf8
    case UInt8(ascii: "u"): return codePoint()?.utf8
    default: return nil
    }
  }

  private mutating func codePoint() -> Unicode.Scalar? {
    guard let first = hexadecimal() else { return nil }
    guard (0xd800..<0xdc00).contains(first) else { return Unicode.Scalar(first) }
    guard skip(word: "\\u"), let second = hexadecimal(), (0xdc00..<0xe000).contains(second) else {
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

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
