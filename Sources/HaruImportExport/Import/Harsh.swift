internal import HaruCore

/// The log of harsh, lines of `2026-11-20 : Study : y : comment : amount` (docs/formats.md#harsh).
enum Harsh: LineLog {
  static let name = "harsh"

  static func parse(_ line: String) -> HabitLine? {
    let parts = parts(of: line)
    guard (3...5).contains(parts.count), let day = Day(parts[0]),
      let state = HabitLine.results[parts[2]]
    else { return nil }
    let comment = parts.count > 3 ? parts[3] : ""
    return HabitLine(day: day, habit: parts[1], state: state, comment: comment)
  }

  static func reason(against line: String) -> Import.Reason {
    let parts = parts(of: line)
    guard (3...5).contains(parts.count) else { return .parts(parts.count) }
    guard Day(parts[0]) != nil else { return .notADate(parts[0]) }
    return parts[2].isEmpty ? .noValue : .unknownValue(parts[2])
  }

  private static func parts(of line: String) -> [String] {
    // Editors remove the space at the end of a line whose last part is empty.
    (line + " ").parts(between: " : ").map(trimmed)
  }
}
