internal import HaruCore

/// Comma-separated values (RFC 4180) with common deviations: any line end, semicolons or tabs for
/// commas, spaces around unquoted cells.
struct CSV {
  /// A row, and the line on which it begins.
  struct Row {
    let line: Int
    let cells: [String]

    /// A cell; empty if the row is too short.
    func cell(_ index: Int?) -> String {
      guard let index, cells.indices.contains(index) else { return "" }
      return cells[index]
    }
  }

  /// The rows that are not empty.
  let rows: [Row]

  init(_ text: Text) throws(ImportError) {
    var reader = Reader(bytes: text.bytes, separator: CSV.separator(of: text.bytes))
    var rows: [Row] = []
    while let row = try reader.row() {
      if row.cells.contains(where: { !$0.isEmpty }) { rows.append(row) }
    }
    self.rows = rows
  }

  /// The first rows, up to one that cannot be read.
  static func firstRows(_ count: Int, of text: Text) -> [Row] {
    var reader = Reader(bytes: text.bytes, separator: separator(of: text.bytes))
    var rows: [Row] = []
    while rows.count < count, let row = (try? reader.row()) ?? nil { rows.append(row) }
    return rows
  }

  /// The separator of the first line.
  private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let known = ",;\t".utf8
    return line.first { known.contains($0) } ?? UInt8(ascii: ",")
  }

  private struct Reader {
    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    let bytes: ArraySlice<UInt8>
    let separator: UInt8
    private var place: Int
    private var line = 1

    init(bytes: ArraySlice<UInt8>, separator: UInt8) {
      (self.bytes, self.separator, place) = (bytes, separator, bytes.startIndex)
    }

    private var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

    /// The next row; `nil` at the end.
    mutating func row() throws(ImportError) -> Row? {
      guard next != nil else { return nil }
      let first = line
      var cells: [String] = []
      repeat { cells.append(try cell()) } while skip(separator)
      _ = skip(Reader.carriageReturn)
      _ = skip(Reader.newline)
      line += 1
      return Row(line: first, cells: cells)
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
      guard next == byte else { return false }
      place += 1
      return true
    }

    private mutating func cell() throws(ImportError) -> String {
      while next == UInt8(ascii: " ") { place += 1 }
      var cell = next == Reader.quote ? try quoted() : []
      while let byte = next, byte != separator, byte != Reader.newline,
        byte != Reader.carriageReturn
      {
        cell.append(byte)
        place += 1
      }
      return trimmed(String(decoding: cell, as: UTF8.self))
    }

    /// The text between quotation marks; two of them stand for one.
    private mutating func quoted() throws(ImportError) -> [UInt8] {
      let opened = line
      var cell: [UInt8] = []
      place += 1
      while let byte = next {
        place += 1
        if byte == Reader.newline { line += 1 }
        if byte == Reader.quote, !skip(Reader.quote) { return cell }
        cell.append(byte)
      }
      throw .openQuote(line: opened)
    }
  }
}
