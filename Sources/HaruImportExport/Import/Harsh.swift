internal import HaruCore

/// The log of harsh, lines of `2026-11-20 : Study : y : comment : amount` (docs/formats.md#harsh).
enum Harsh: LineLog {
  static let name = "harsh"

  static func parse(_ line: String) throws(Import.Reason) -> HabitLine {
    // Editors remove the space at the end of a line whose last part is empty.
    let parts = (line + " ").parts(between: " : ").map(trimmed)
    guard (3...5).contains(parts.count) else { throw .parts(parts.count) }
    guard let day = Day(parts[0]) else { throw .notADate(parts[0]) }
    return HabitLine(
      day: day, habit: parts[1], state: try HabitLine.state(parts[2]),
      comment: parts.count > 3 ? parts[3] : "")
  }
}
