internal import HaruLog

/// Lines of a file of the folder, in their order.
public struct LogChunk {
  /// What those of them say that are entries, each with its bytes.
  var lines: ArraySlice<(entry: ParsedEntry, bytes: ArraySlice<UInt8>)>
  /// The places of the others, counted from 0.
  public let damaged: [Int]
  /// The file.
  let file: String
  /// The month that the name of the file says.
  let month: String
  /// Whether the file has no lines after them.
  let isLast: Bool

  /// Whether nothing is to be taken from it, or noted of its file.
  public var isIdle: Bool { lines.isEmpty && !isLast }

  /// Reads lines.
  public init(
    _ lines: some Sequence<ArraySlice<UInt8>>, of month: String, in file: String, isLast: Bool
  ) {
    let parsed = lines.map { (entry: ParsedEntry(Array($0)), bytes: $0) }
    self.lines = parsed.filter { $0.entry != .damaged }[...]
    damaged = parsed.indices.filter { parsed[$0].entry == .damaged }
    (self.month, self.file, self.isLast) = (month, file, isLast)
  }
}
