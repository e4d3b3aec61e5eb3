public import HaruCore
internal import HaruDesktop
public import HaruText

/// Draws months for a terminal.
///
/// A day has a number of two digits and a sign, such as `✓` for a studied day. Today is in brackets. A sign says the
/// same as a colour, so that nobody depends on colours.
public struct CalendarDrawing {
  private let grid: MonthGrid
  /// The days with a note.
  private let noted: Set<Day>

  /// Draws days where a grid has them, and signs for those with a note.
  public init(_ grid: MonthGrid, noted: Set<Day>) {
    (self.grid, self.noted) = (grid, noted)
  }

  /// A month with its title and the emoji of its theme.
  public func month(_ page: CalendarPage) -> [StyledLine] {
    let theme = Theme(of: page.month.name)
    let title = " " + theme.pictureEmoji + " " + CalendarText.title(page.month)
    let style = Style(background: theme.background, isBold: true)
    return [StyledLine(DisplayWidth.fitted(title, to: grid.width), style)] + days(page)
  }

  /// The lines of a month below its title; selected days are reversed.
  func days(_ page: CalendarPage, selected: ClosedRange<Day>? = nil) -> [StyledLine] {
    let theme = Theme(of: page.month.name)
    let gap = Array(repeating: StyledLine(), count: grid.weekLines - 1)
    let weeks = page.weeks(beginning: grid.firstWeekday).map { week($0, theme, selected) }
    return Array(repeating: StyledLine(), count: grid.headingLines - 2) + [weekdays]
      + weeks.flatMap { [$0] + gap }
  }

  /// The signs that a month has, for its legend.
  public func signs(_ page: CalendarPage) -> Set<CalendarText.Sign> {
    Set(page.cells.compactMap(sign))
  }

  /// What the signs mean, in as few lines as the columns allow.
  public static func legend(_ signs: Set<CalendarText.Sign>, columns: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    for sign in CalendarText.Sign.allCases where signs.contains(sign) {
      var entry = StyledLine(" " + sign.rawValue)
      entry.beginColumn()
      entry.append(" " + CalendarText.meaning(sign))
      if let last = lines.last, last.width + 1 + entry.width <= columns {
        lines[lines.count - 1].beginColumn()
        lines[lines.count - 1].append(entry, at: last.width + 1)
      } else {
        lines.append(entry)
      }
    }
    return lines
  }

  /// The sign of a day; `nil` if it has none.
  private func sign(_ cell: CalendarPage.Cell) -> CalendarText.Sign? {
    let isNoted = noted.contains(cell.day)
    if cell.isStudied { return isNoted ? .studiedNoted : .studied }
    if cell.isRest { return isNoted ? .restNoted : .rest }
    return isNoted ? .noted : nil
  }

  /// The day in its brackets or between blanks.
  private func word(_ cell: CalendarPage.Cell) -> String {
    let day = cell.day.dayOfMonth
    let number = day < 10 ? " \(day)" : "\(day)"
    let sign = sign(cell)?.rawValue ?? ""
    let inner = number + sign
    return cell.isToday
      ? DisplayWidth.fitted("[" + inner + "]", to: MonthGrid.wordWidth)
      : " " + DisplayWidth.fitted(inner, to: MonthGrid.wordWidth - 2) + " "
  }

  private var weekdays: StyledLine {
    var line = StyledLine()
    let letters = grid.cellWidth - 2 - grid.inset
    for weekday in Weekday.week(beginning: grid.firstWeekday) {
      line.beginColumn()
      let name = DisplayWidth.fitted(CalendarText.short(weekday), to: min(3, letters))
      let cell = String(repeating: " ", count: grid.inset + 1) + name
      line.append(DisplayWidth.fitted(cell, to: grid.cellWidth))
    }
    return line
  }

  private func week(
    _ cells: [CalendarPage.Cell?], _ theme: Theme, _ selected: ClosedRange<Day>?
  ) -> StyledLine {
    var line = StyledLine()
    for (place, cell) in cells.enumerated() {
      guard let cell else { continue }
      let isSelected = selected?.contains(cell.day) ?? false
      // Reversed, the colour of a studied day would be one of letters, and the day look left out of the selected ones.
      let hasColor = cell.isStudied && !cell.isAhead && !isSelected
      let style = Style(
        background: hasColor ? theme.background : nil, isBold: cell.isToday,
        isFaint: cell.isAhead, isReversed: isSelected)
      var word = Array(word(cell))
      var column = place * grid.cellWidth + grid.inset
      // What separates two days has no colour.
      if !grid.isWide {
        if word.first == " " { (word, column) = (Array(word.dropFirst()), column + 1) }
        if word.last == " " { word.removeLast() }
      }
      line.append(StyledLine(String(word), style), at: column)
    }
    return line
  }
}
