internal import HaruCore

/// The log of habitctl, lines of a day, a habit and a result with tabs between them
/// (docs/formats.md#habitctl).
enum Habitctl: LineLog {
  static let name = "habitctl"

  static func parse(_ line: String) throws(Import.Reason) -> HabitLine {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(trimmed)
    guard parts.count == 3 else { throw .cells(parts.count, of: 3) }
    guard let day = day(parts[0]) else { throw .notADate(parts[0]) }
    return HabitLine(day: day, habit: parts[1], state: try HabitLine.state(parts[2]))
  }

  /// The day of a date, behind which the first versions wrote the offset of the place.
  private static func day(_ text: String) -> Day? {
    let offset = text.utf8.dropFirst(10)
    let isOffset = offset.first.map { "+-".utf8.contains($0) } == true
    guard
      offset.isEmpty || offset.elementsEqual("Z".utf8)
        || isOffset && offset.dropFirst().allSatisfy({ "0123456789:".utf8.contains($0) })
    else { return nil }
    return Day(String(text.prefix(10)))
  }
}
