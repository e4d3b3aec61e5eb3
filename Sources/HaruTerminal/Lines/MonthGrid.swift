public import HaruCore

/// Where the days of a month stand among its lines: what draws them asks it, and what is clicked.
public struct MonthGrid: Sendable {
  /// The first day of a week.
  let firstWeekday: Weekday
  /// The columns of a day.
  let cellWidth: Int
  /// The lines above the first week: those of the title, of the weekdays, and between them.
  let headingLines: Int
  /// The lines from one week to the next.
  let weekLines: Int

  /// A day with its brackets and its sign, such as `[26✓]`.
  static let wordWidth = 5
  /// The least columns of a day, in which it shares one of its blanks with the next.
  static let leastCellWidth = 4
  /// The least columns of a month.
  static let leastWidth = 7 * leastCellWidth

  /// Makes a grid of as many columns as fit, with the weeks right below each other.
  ///
  /// - Parameters:
  ///   - firstWeekday: The first day of a week.
  ///   - columns: Those that there are.
  public init(firstWeekday: Weekday, columns: Int) {
    self.init(
      firstWeekday: firstWeekday,
      cellWidth: min(MonthGrid.wordWidth, max(MonthGrid.leastCellWidth, columns / 7)))
  }

  init(firstWeekday: Weekday, cellWidth: Int, headingLines: Int = 2, weekLines: Int = 1) {
    (self.firstWeekday, self.cellWidth) = (firstWeekday, cellWidth)
    (self.headingLines, self.weekLines) = (headingLines, weekLines)
  }

  /// The columns of a month.
  var width: Int { 7 * cellWidth }

  /// The lines of a month with six weeks, the most that one has.
  var lines: Int { headingLines + 5 * weekLines + 1 }

  /// The blanks in front of a day's word.
  var inset: Int { max(0, (cellWidth - MonthGrid.wordWidth + 1) / 2) }

  /// Whether a column separates two days; otherwise the blanks of their words do.
  var isWide: Bool { cellWidth > MonthGrid.wordWidth }

  /// Where the number of a day stands among the lines of its month.
  func place(of day: Day) -> (row: Int, column: Int)? {
    for (row, week) in day.month.weeks(beginning: firstWeekday).enumerated() {
      guard let place = week.firstIndex(of: day) else { continue }
      return (headingLines + row * weekLines, place * cellWidth + inset + 1)
    }
    return nil
  }

  /// The columns of its cell that belong to a day: those of its word, without the blanks that it shares with the
  /// next where days are narrow.
  private var drawn: Range<Int> {
    let word = inset..<inset + MonthGrid.wordWidth
    return isWide ? word : word.lowerBound + 1..<word.upperBound - 1
  }

  /// The day that is drawn at a place among the lines of its month; `nil` if there is none.
  func day(of month: Month, row: Int, column: Int) -> Day? {
    let weeks = month.weeks(beginning: firstWeekday)
    let (week, between) = (row - headingLines).quotientAndRemainder(dividingBy: weekLines)
    guard row >= headingLines, between == 0, weeks.indices.contains(week),
      (0..<width).contains(column), drawn.contains(column % cellWidth)
    else { return nil }
    return weeks[week][column / cellWidth]
  }
}
