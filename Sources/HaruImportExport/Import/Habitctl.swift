internal import HaruCore

/// The log of habitctl, lines of a day, a habit and a result with tabs between them
/// (docs/formats.md#habitctl).
enum Habitctl: LineLog {
  static let name = "habitctl"

  static func entry(_ line: String) -> LogEntry? {
    let parts = parts(of: line)
    guard parts.count == 3, let day = Day(parts[0]), let state = LogEntry.results[parts[2]]
    else { return nil }
    return LogEntry(day: day, habit: parts[1], state: state)
  }

  static func reason(against line: String) -> Import.Reason {
    let parts = parts(of: line)
    guard parts.count == 3 else { return .cells(parts.count, of: 3) }
    guard Day(parts[0]) != nil else { return .notADate(parts[0]) }
    return parts[2].isEmpty ? .noValue : .unknownValue(parts[2])
  }

  private static func parts(of line: String) -> [String] {
    line.split(separator: "\t", omittingEmptySubsequences: false).map(trimmed)
  }
}
