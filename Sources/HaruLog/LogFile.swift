public import HaruCore

/// A file of the folder: lines of entries, which never change, because its name is the hash of what it holds
/// (docs/sync.md#the-folder).
public struct LogFile: Hashable, Sendable {
  /// The month of its entries, such as `2026-11`.
  public let month: String
  /// The hash of its bytes.
  private let content: EntryName
  private static let ending = ".jsonl"

  /// Its name, such as `2026-11-0fc468c919a164fc0fc468c919a164fc.jsonl`.
  public var name: String { "\(month)-\(content)\(LogFile.ending)" }

  /// Reads a name; `nil` for anything that `name` does not write.
  public init?(_ name: String) {
    guard name.hasSuffix(LogFile.ending),
      let content = EntryName(String(name.dropLast(6).suffix(32)))
    else { return nil }
    (month, self.content) = (String(name.prefix(7)), content)
    guard !LogMonth.instants(of: month).isEmpty, self.name == name else { return nil }
  }

  /// The file of some bytes.
  public init(of bytes: [UInt8], in month: String) {
    (self.month, content) = (month, EntryName(of: bytes))
    assert(LogFile(name) == self, "a file is known by its name")
  }

  /// Whether it holds what its name says.
  public func holds(_ bytes: [UInt8]) -> Bool { EntryName(of: bytes) == content }
}

/// The lines of a file, some at a time: a file of line ends alone has more than there is memory for.
public struct LogLines {
  private var rest: ArraySlice<UInt8>
  private var hasBegun = false

  /// Reads the lines of some bytes, of which the last line may lack its end; no bytes are one line with nothing
  /// in it, and no entry.
  public init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Whether there are no more.
  public var isAtEnd: Bool { hasBegun && rest.isEmpty }

  /// The next lines, without their ends; `nil` after the last.
  public mutating func next(_ most: Int) -> [ArraySlice<UInt8>]? {
    guard !isAtEnd else { return nil }
    var lines: [ArraySlice<UInt8>] = []
    repeat {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      lines.append(rest[..<end])
      rest = rest[end...].dropFirst()
    } while lines.count < most && !rest.isEmpty
    hasBegun = true
    return lines
  }
}

/// The months by which a folder sorts entries: those of their instants, in UTC.
public enum LogMonth {
  /// The month of an instant, such as `2026-11`.
  public static func of(_ instant: Instant) -> String {
    String(DayBoundary.utc.day(at: instant).description.prefix(7))
  }

  /// The instants of a month, in seconds since 1970; none of what is no month.
  public static func instants(of month: String) -> Range<Int64> {
    guard let days = Day(month + "-01")?.month.days else { return 0..<0 }
    let (start, end) = (
      DayBoundary.utc.start(of: days.lowerBound), DayBoundary.utc.end(of: days.upperBound)
    )
    assert(of(start) == month && of(end - 1) == month, "an instant of a month lies in it")
    return start.seconds..<end.seconds
  }
}
