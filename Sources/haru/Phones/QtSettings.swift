import HaruCore
import HaruImportExport
import HaruSystem

/// A settings file as Qt's QSettings writes it (docs/formats.md#kde-connect).
///
/// Lines that are not changed stay as they are.
struct QtSettings {
  private var lines: [Substring]

  /// Reads a file; a missing one is empty.
  init(path: String) throws(ImportError) {
    guard !Files.isMissing(path) else {
      lines = []
      return
    }
    let bytes = try RegularFile.bytes(path, limit: Megabytes(count: 1))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .damaged }
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The names of the groups, in their order.
  var groups: [String] { lines.compactMap(QtSettings.group) }

  /// Whether a key has a value, even one that cannot be read.
  func has(_ key: String, in group: String) -> Bool { index(of: key, in: group) != nil }

  /// The value of a key; `nil` if it is missing or not UTF-8.
  func value(of key: String, in group: String) -> String? {
    index(of: key, in: group).flatMap { QtSettings.decoded(lines[$0].dropFirst(key.count + 1)) }
  }

  /// Sets a key to bytes, which must be ASCII: of other bytes Qt 5 and Qt 6 write different escapes.
  mutating func set(bytes ascii: String, for key: String, in group: String) {
    let escaped = ascii.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    let line = Substring("\(key)=\"@ByteArray(\(escaped))\"")
    if let place = index(of: key, in: group) {
      lines[place] = line
    } else if let place = lines.firstIndex(where: { QtSettings.group($0) == group }) {
      lines.insert(line, at: place + 1)
    } else {
      lines += ["[\(group)]", line]
    }
  }

  private func index(of key: String, in group: String) -> Int? {
    var current: String?
    return lines.firstIndex { line in
      if let name = QtSettings.group(line) { current = name }
      return current == group && line.hasPrefix(key + "=")
    }
  }

  private static func group(_ line: Substring) -> String? {
    line.hasPrefix("[") && line.hasSuffix("]") ? String(line.dropFirst().dropLast()) : nil
  }

  // MARK: Values

  /// A text or an array of bytes, without its escapes.
  private static func decoded(_ value: Substring) -> String? {
    guard let units = unescaped(value) else { return nil }
    let text = String(decoding: units, as: UTF16.self)
    let (opening, closing) = ("@ByteArray(", ")")
    guard text.hasPrefix(opening), text.hasSuffix(closing) else { return text }
    let bytes = units.dropFirst(opening.utf16.count).dropLast().compactMap { UInt8(exactly: $0) }
    guard bytes.count == units.count - opening.utf16.count - 1 else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static let escapes: [Character: UInt16] = [
    "a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "\"": 34, "?": 63, "'": 39,
    "\\": 92, "0": 0,
  ]

  private static func unescaped(_ value: Substring) -> [UInt16]? {
    var (units, rest): ([UInt16], Substring) = ([], value)
    while let character = rest.popFirst() {
      guard character == "\\" else {
        if character != "\"" { units += Array(character.utf16) }
        continue
      }
      guard let letter = rest.popFirst() else { return nil }
      if letter == "x" {
        let digits = rest.prefix { $0.isHexDigit }
        guard let unit = UInt16(digits, radix: 16) else { return nil }
        units.append(unit)
        rest = rest.dropFirst(digits.count)
      } else if let unit = escapes[letter] {
        units.append(unit)
      } else {
        return nil
      }
    }
    return units
  }
}
