internal import HaruCore

/// The text of a file, in UTF-8 and without a byte order mark.
struct Text {
  /// The largest size that is read.
  static let limit = Megabytes(count: 64)

  /// Its bytes.
  let bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) throws(ImportError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let wrong = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
      throw .notUTF8(line: (wrong ?? 0) + 1)
    }
    self.bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
  }

  /// Its lines with their numbers, counted from 1, without their ends.
  var lines: Lines { Lines(rest: bytes) }

  /// Lines that are made one by one, so that a long file needs little memory.
  struct Lines: Sequence, IteratorProtocol {
    fileprivate var rest: ArraySlice<UInt8>
    private var number = 0
    private var isAtEnd = false

    fileprivate init(rest: ArraySlice<UInt8>) {
      self.rest = rest
    }

    mutating func next() -> (number: Int, text: String)? {
      if isAtEnd { return nil }
      number += 1
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      isAtEnd = line.endIndex == rest.endIndex
      rest = rest[line.endIndex...].dropFirst()
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return (number, String(decoding: text, as: UTF8.self))
    }
  }
}
