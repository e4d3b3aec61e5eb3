internal import HaruCore
internal import HaruLog

/// Lines of a file of the folder, in their order; or entries that are in no file.
public struct LogChunk {
  /// What those of them say that are entries, each with its number in the file, counted from 1, and its bytes.
  var lines: ArraySlice<(number: Int, entry: ParsedEntry, bytes: ArraySlice<UInt8>)>
  /// The numbers of the others.
  public let damaged: [Int]
  /// The file; `nil` for entries that are in none.
  let file: String?
  /// The month in the name of the file; `nil` for entries that are in none.
  let month: String?
  /// Whether the file has no lines after them.
  let isLast: Bool

  /// Whether nothing is to be taken from it, or remembered of its file.
  public var isIdle: Bool { lines.isEmpty && !isLast }

  /// Reads lines, which come after so many others of the file.
  public init(
    _ lines: some Sequence<ArraySlice<UInt8>>, after count: Int = 0, of month: String,
    in file: String, isLast: Bool
  ) {
    let parsed = zip((count + 1)..., lines).map { number, line in
      (number: number, entry: ParsedEntry(Array(line)), bytes: line)
    }
    self.lines = parsed.filter { $0.entry != .damaged }[...]
    damaged = parsed.filter { $0.entry == .damaged }.map(\.number)
    (self.month, self.file, self.isLast) = (month, file, isLast)
  }

  /// Makes a chunk of entries that are in no file.
  init(_ entries: [LogEntry]) {
    lines = entries.map { (0, .entry($0), []) }[...]
    (damaged, month, file, isLast) = ([], nil, nil, false)
  }

  /// The first lines that are kept, and not understood: only of these is read what they are about.
  public func unknown(atMost count: Int) -> [UnknownLine] {
    let unknown = lines.lazy.filter { if case .unknown = $0.entry { true } else { false } }
    return unknown.prefix(count).map { line in
      UnknownLine(number: line.number, key: JSON(line: line.bytes)?["key"]?.string)
    }
  }
}

/// A line of a file of the folder that is kept, and not understood.
public struct UnknownLine: Hashable, Sendable {
  /// Its number in the file, counted from 1.
  public let number: Int
  /// What it says that it is about, such as a day; `nil` if that cannot be told.
  public let key: String?

  /// Makes a line from its number and what it is about.
  public init(number: Int, key: String?) {
    (self.number, self.key) = (number, key)
  }
}
