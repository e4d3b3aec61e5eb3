internal import HaruCore
internal import HaruLog

/// Lines of a file of the folder, in their order.
public struct LogChunk {
  /// What those of them say that are entries, each with its bytes.
  var lines: ArraySlice<(entry: ParsedEntry, bytes: ArraySlice<UInt8>)>
  /// The numbers of the others in the file, counted from 1.
  public let damaged: [Int]
  /// Those that are kept, and not understood.
  public let unknown: [UnknownLine]
  /// The file.
  let file: String
  /// The month that the name of the file says.
  let month: String
  /// Whether the file has no lines after them.
  let isLast: Bool

  /// Whether nothing is to be taken from it, or noted of its file.
  public var isIdle: Bool { lines.isEmpty && !isLast }

  /// Reads lines, which come after so many others of the file.
  public init(
    _ lines: some Sequence<ArraySlice<UInt8>>, after count: Int = 0, of month: String,
    in file: String, isLast: Bool
  ) {
    let parsed = lines.map { (entry: ParsedEntry(Array($0)), bytes: $0) }
    self.lines = parsed.filter { $0.entry != .damaged }[...]
    let numbered = zip((count + 1)..., parsed)
    damaged = numbered.filter { $1.entry == .damaged }.map(\.0)
    unknown = numbered.compactMap { number, line in
      guard case .unknown = line.entry else { return nil }
      return UnknownLine(number: number, key: JSON(line: line.bytes)?["key"]?.string)
    }
    (self.month, self.file, self.isLast) = (month, file, isLast)
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
