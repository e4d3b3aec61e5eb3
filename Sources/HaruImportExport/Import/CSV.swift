internal import HaruCore

/// Comma-separated values (RFC 4180) with common deviations: any line end, semicolons, tabs or what
/// the first line names for commas, spaces around unquoted cells.
///
/// Rows are made one by one, each time they are asked for, so that a long file needs little memory.
struct CSV {
  /// A row, and the line on which it begins.
  struct Row {
    let line: Int
    /// Whether no line end follows: the last row of a file that may have been cut.
    let isOpen: Bool
    private let bytes: ArraySlice<UInt8>
    /// The ends of its cells; a separator is behind each but the last.
    private let ends: [Int]

    fileprivate init(line: Int, isOpen: Bool, bytes: ArraySlice<UInt8>, ends: [Int]) {
      (self.line, self.isOpen, self.bytes, self.ends) = (line, isOpen, bytes, ends)
    }

    /// The row with these of its columns alone.
    fileprivate func keeping(_ columns: Range<Int>) -> Row {
      let kept = Array(ends.prefix(columns.upperBound).dropFirst(columns.lowerBound))
      return Row(
        line: line, isOpen: isOpen, bytes: bytes[start(of: columns.lowerBound)...], ends: kept)
    }

    /// The number of its cells.
    var count: Int { ends.count }

    /// Its cells.
    var cells: [String] { ends.indices.map { cell($0) } }

    /// A cell; empty if the row is too short.
    func cell(_ index: Int?) -> String { cell(index, keepingBlanks: false) }

    /// A cell with a note, whose blanks are its own where it is quoted.
    func note(_ index: Int?) -> String { cell(index, keepingBlanks: true) }

    private func cell(_ index: Int?, keepingBlanks: Bool) -> String {
      guard let index, ends.indices.contains(index) else { return "" }
      return Cell.text(bytes[start(of: index)..<ends[index]], keepingBlanks: keepingBlanks)
    }

    private func start(of index: Int) -> Int {
      index == 0 ? bytes.startIndex : ends[index - 1] + 1
    }

    /// Whether no cell has a text.
    fileprivate var isEmpty: Bool { Row.isBlank(bytes) }

    /// The columns from the first with a text to the last one.
    fileprivate var filled: Range<Int> {
      func isFilled(_ index: Int) -> Bool { !Row.isBlank(bytes[start(of: index)..<ends[index]]) }
      guard let first = ends.indices.first(where: isFilled),
        let last = ends.indices.last(where: isFilled)
      else { return 0..<0 }
      return first..<last + 1
    }

    private static func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
      bytes.allSatisfy { [.comma, .semicolon, .tab, .space, .quote].contains($0) }
    }
  }

  private let text: Text
  /// The columns that are read: those at either end that are empty in every row are left out.
  private let columns: Range<Int>
  /// Whether the last columns are empty.
  let hasEmptyEnd: Bool

  init(_ text: Text) {
    self.text = text
    let rows = CSV.rows(of: text)
    guard let first = rows.first(where: { _ in true }) else {
      (columns, hasEmptyEnd) = (0..<Int.max, false)
      return
    }
    var (lower, upper) = (first.filled.lowerBound, first.filled.upperBound)
    for row in rows {
      // Most tables begin and end with a column that counts, and need not be read for this.
      guard lower > 0 || upper < first.count else { break }
      lower = min(lower, row.filled.lowerBound)
      upper = max(upper, row.filled.upperBound)
    }
    hasEmptyEnd = upper < first.count
    columns = lower..<(hasEmptyEnd ? upper : Int.max)
  }

  /// The rows that are not empty.
  var rows: AnySequence<Row> {
    let all = CSV.rows(of: text)
    return columns == 0..<Int.max ? all : AnySequence(all.lazy.map { $0.keeping(columns) })
  }

  private static func rows(of text: Text) -> AnySequence<Row> {
    AnySequence { Reader(text) }
  }

  /// The first row that is not empty.
  var header: Row? { rows.first { _ in true } }

  /// Throws if a quotation mark is never closed, so that all behind it would be one cell.
  func requireClosedQuotes() throws(ImportError) {
    var reader = Reader(text)
    while reader.next() != nil {}
    if let line = reader.openQuote { throw .openQuote(line: line) }
  }

  /// Makes the rows that are not empty.
  private struct Reader: IteratorProtocol {
    let bytes: ArraySlice<UInt8>
    let separator: UInt8
    private var place: Int
    private var line = 1
    /// The line of a quotation mark that is never closed.
    private(set) var openQuote: Int?

    init(_ text: Text) {
      (bytes, place) = (text.bytes, text.bytes.startIndex)
      let header = bytes.prefix { $0 != .newline && $0 != .carriageReturn }
      if let named = Reader.namedSeparator(header) {
        (separator, place, line) = (named, header.endIndex, 2)
        _ = (skip(.carriageReturn), skip(.newline))
      } else {
        separator = header.first { [.comma, .semicolon, .tab].contains($0) } ?? .comma
      }
    }

    /// The separator that a first line `sep=;` names, which is for Excel.
    private static func namedSeparator(_ line: ArraySlice<UInt8>) -> UInt8? {
      let line = line.prefix(8).filter { $0 != .quote }
      let name = String(decoding: line.dropLast(), as: UTF8.self)
      return name.lowercased() == "sep=" ? line.last : nil
    }

    mutating func next() -> Row? {
      while let row = nextLine() {
        if !row.isEmpty { return row }
      }
      return nil
    }

    private mutating func nextLine() -> Row? {
      let (start, end) = (place, bytes.endIndex)
      guard start < end else { return nil }
      let first = line
      var ends: [Int] = []
      repeat {
        skipCell()
        ends.append(place)
      } while skip(separator)
      let row = bytes[start..<place]
      let isEnded = skip(.carriageReturn)
      let isOpen = !skip(.newline) && !isEnded
      line += 1
      return Row(line: first, isOpen: isOpen, bytes: row, ends: ends)
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
      guard place < bytes.endIndex, bytes[place] == byte else { return false }
      place += 1
      return true
    }

    private mutating func skipCell() {
      while skip(.space) {}
      if skip(.quote) { skipQuoted() }
      while place < bytes.endIndex {
        let byte = bytes[place]
        if byte == separator || byte == .newline || byte == .carriageReturn { return }
        place += 1
      }
    }

    /// Goes on behind the closing quotation mark; two of them stand for one.
    private mutating func skipQuoted() {
      let opened = line
      while place < bytes.endIndex {
        let byte = bytes[place]
        place += 1
        if byte == .newline { line += 1 }
        if byte == .quote, !skip(.quote) { return }
      }
      openQuote = openQuote ?? opened
    }
  }

  /// The text of a cell.
  private enum Cell {
    static func text(_ bytes: ArraySlice<UInt8>, keepingBlanks: Bool) -> String {
      let bytes = bytes.drop { $0 == .space }
      guard bytes.first == .quote else { return trimmed(bytes) }
      var text: [UInt8] = []
      var isQuoted = true
      var place = bytes.startIndex + 1
      while place < bytes.endIndex {
        let byte = bytes[place]
        place += 1
        if isQuoted, byte == .quote {
          guard place < bytes.endIndex, bytes[place] == .quote else {
            isQuoted = false
            continue
          }
          place += 1
        }
        text.append(byte)
      }
      return keepingBlanks ? String(decoding: text, as: UTF8.self) : trimmed(text[...])
    }

    /// Most cells are words in ASCII without white space around them.
    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
      let text = String(decoding: bytes, as: UTF8.self)
      let isBare = [bytes.first, bytes.last].allSatisfy { (0x21..<0x7f).contains($0 ?? 0x21) }
      return isBare ? text : HaruImportExport.trimmed(text)
    }
  }
}

extension UInt8 {
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let semicolon = UInt8(ascii: ";")
  fileprivate static let tab = UInt8(ascii: "\t")
}
