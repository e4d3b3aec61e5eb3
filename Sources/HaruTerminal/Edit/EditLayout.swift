internal import HaruCore

/// Where each part of the editor stands: a page in the middle of the window, and in it one month, or two.
///
/// What draws asks it, and what is clicked.
struct EditLayout {
  /// The size of the page, and its first row and column in the window.
  let (rows, columns): (Int, Int)
  let (top, left): (Int, Int)
  let grid: MonthGrid
  /// How many months stand beside each other.
  let count: Int

  /// A page that is larger would be a walk for the eye.
  private static let (mostRows, mostColumns) = (30, 120)
  /// From these lines on, one stands between the title and the weekdays; from those of a window, one above and one
  /// below the page; from those of a page, one between the weeks.
  private static let (airyRows, framedRows, wideRows) = (24, 28, 28)
  private static let mostCellWidth = 8
  /// The columns between two months, and those beside them.
  private static let (gap, edge) = (4, 1)

  /// Lays out a window.
  init(rows: Int, columns: Int, firstWeekday: Weekday) {
    let frame = rows < EditLayout.framedRows ? 0 : 2
    let page = (
      rows: min(rows - frame, EditLayout.mostRows), columns: min(columns, EditLayout.mostColumns)
    )
    (self.rows, self.columns) = page
    (top, left) = ((rows - page.rows) / 2, (columns - page.columns) / 2)
    func cellWidth(_ count: Int) -> Int {
      let free = page.columns - 2 * EditLayout.edge - (count - 1) * EditLayout.gap
      return min(EditLayout.mostCellWidth, free / (7 * count))
    }
    count = cellWidth(2) >= MonthGrid.wordWidth ? 2 : 1
    let isAiry = page.rows >= EditLayout.airyRows
    grid = MonthGrid(
      firstWeekday: firstWeekday, cellWidth: max(MonthGrid.leastCellWidth, cellWidth(count)),
      headingLines: isAiry ? 3 : 2, weekLines: page.rows >= EditLayout.wideRows ? 2 : 1)
  }

  /// Whether there are lines to spare.
  var isAiry: Bool { grid.headingLines > 2 }

  /// The columns of all months.
  var width: Int { count * grid.width + (count - 1) * EditLayout.gap }

  /// The first column of the months in the page.
  var inset: Int { max(0, (columns - width) / 2) }

  /// The first column of a month in the page, by its place from the left.
  func column(ofMonth place: Int) -> Int { inset + place * (grid.width + EditLayout.gap) }

  /// The columns of a text, which begins a column after the months.
  var textWidth: Int { max(1, min(width, columns - inset) - 2) }

  /// The months that are shown, the last of which is at the right; before the first of all there is none.
  func months(endingWith last: Month) -> [(month: Month, column: Int)] {
    (0..<count).compactMap { place in
      last.advanced(by: place - count + 1).map { ($0, column(ofMonth: place)) }
    }
  }

  /// The day at a place of the page; `nil` if there is none.
  func day(_ months: [(month: Month, column: Int)], row: Int, column: Int) -> Day? {
    for (month, begin) in months {
      if let day = grid.day(of: month, row: row, column: column - begin) { return day }
    }
    return nil
  }
}
