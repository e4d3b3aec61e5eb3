internal import HaruCore

/// The text of a file, in UTF-8 and without a byte order mark.
struct Text {
  /// The largest size that is read.
  static let limit = Megabytes(count: 64)

  /// Its bytes.
  let bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) throws(ImportError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw .notUTF8(line: Text.firstBadLine(of: bytes))
    }
    self.bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
  }

  /// Its lines with their numbers, counted from 1, without their ends.
  var lines: some Sequence<(number: Int, text: String)> {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).lazy.enumerated()
      .map { index, line in
        let end = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return (index + 1, String(decoding: end, as: UTF8.self))
      }
  }

  private static func firstBadLine(of bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let bad = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
    return (bad ?? 0) + 1
  }
}
