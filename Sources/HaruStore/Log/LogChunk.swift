internal import HaruLog

/// Lines of a file of the folder, in their order, as many as one transaction takes.
public struct LogChunk {
  /// What they say, each with its bytes.
  let lines: [(entry: ParsedEntry, bytes: ArraySlice<UInt8>)]
  /// The file.
  let file: String
  /// The month that the name of the file says.
  let month: String
  /// Whether the file has no lines after them.
  let isLast: Bool

  /// Reads lines.
  public init(
    _ lines: some Sequence<ArraySlice<UInt8>>, of month: String, in file: String, isLast: Bool
  ) {
    self.lines = lines.map { (ParsedEntry(Array($0)), $0) }
    (self.month, self.file, self.isLast) = (month, file, isLast)
  }
}
