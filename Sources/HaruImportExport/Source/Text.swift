internal import HaruCore

/// The text of a file, as UTF-8 and without a byte order mark.
struct Text {
  /// The largest size that is read.
  static let limit = Megabytes(count: 64)

  /// Its bytes.
  let bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) throws(ImportError) {
    let bytes = try Text.ofUTF16(bytes) ?? bytes
    self.bytes = bytes.withoutByteOrderMark
    guard String(validating: self.bytes, as: UTF8.self) == nil else { return }
    let wrong = wholeLines.first { String(validating: $0.bytes, as: UTF8.self) == nil }
    if let wrong { throw .notUTF8(line: wrong.number) }
  }

  /// A file in UTF-16 as UTF-8; `nil` for one that does not begin with its byte order mark.
  private static func ofUTF16(_ bytes: [UInt8]) throws(ImportError) -> [UInt8]? {
    let isBigEndian = bytes.starts(with: [0xfe, 0xff])
    guard isBigEndian || bytes.starts(with: [0xff, 0xfe]) else { return nil }
    guard bytes.count.isMultiple(of: 2) else { throw .damaged }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw .damaged }
    return Array(text.utf8)
  }

  /// Whether it is an iCalendar file, whose lines may be folded.
  var isCalendar: Bool { bytes.starts(with: "BEGIN:VCALENDAR".utf8) }

  /// Its lines as bytes; those of a calendar are joined where they were folded, perhaps within a
  /// letter.
  var wholeLines: [(number: Int, bytes: [UInt8])] {
    let isFolded = isCalendar
    var lines: [(number: Int, bytes: [UInt8])] = []
    for (index, line) in bytes.split(separator: .newline, omittingEmptySubsequences: false)
      .enumerated()
    {
      let line = line.last == .carriageReturn ? line.dropLast() : line
      if isFolded, !lines.isEmpty, let first = line.first, " \t".utf8.contains(first) {
        lines[lines.count - 1].bytes += line.dropFirst()
      } else {
        lines.append((index + 1, Array(line)))
      }
    }
    return lines
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
      let line = rest.prefix { $0 != .newline }
      isAtEnd = line.endIndex == rest.endIndex
      rest = rest[line.endIndex...].dropFirst()
      let text = line.last == .carriageReturn ? line.dropLast() : line
      return (number, String(decoding: text, as: UTF8.self))
    }
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
