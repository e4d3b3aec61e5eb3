public import HaruCore
internal import HaruDesktop
public import HaruText

/// Draws months for a terminal.
///
/// A day takes four columns: a blank, two digits and a sign, such as `✓` for a studied day. Today is in
/// brackets; the closing one takes the blank of the next day if today has a sign. A sign says the same as a
/// colour, so that nobody depends on colours.
public struct CalendarDrawing {
  private let firstWeekday: Weekday
  /// The days with a note.
  private let noted: Set<Day>

  /// Draws weeks that begin on a weekday, and signs for the days with a note.
  public init(firstWeekday: Weekday, noted: Set<Day>) {
    (self.firstWeekday, self.noted) = (firstWeekday, noted)
  }

  private static let cellWidth = 4
  private static let monthWidth = 7 * cellWidth

  /// The lines above the first week.
  private static let headingLines = 2

  /// What stands at the right of a title that can be clicked: the ways to the months beside it.
  private static let turns = " ‹  › "

  /// A month with its title and the emoji of its theme; selected days are reversed.
  ///
  /// Where days can be selected, its title has the ways to other months.
  public func month(_ page: CalendarPage, selected: ClosedRange<Day>? = nil) -> [StyledLine] {
    let theme = Theme(of: page.month.name)
    let title = " " + theme.pictureEmoji + " " + CalendarText.title(page.month)
    let turns = selected == nil ? "" : CalendarDrawing.turns
    let style = Style(background: theme.background, isBold: true)
    var heading = StyledLine(
      DisplayWidth.fitted(title, to: CalendarDrawing.monthWidth - turns.count), style)
    heading.beginColumn()
    heading.append(turns, style)
    var lines = [heading, weekdays]
    lines += page.weeks(beginning: firstWeekday).map { week($0, theme, selected) }
    return lines
  }

  /// The signs that a month has, for its legend.
  public func signs(_ page: CalendarPage) -> Set<CalendarText.Sign> {
    Set(page.cells.compactMap(sign))
  }

  /// Where the number of a day stands among the lines of its month.
  public func place(of day: Day) -> (row: Int, column: Int)? {
    for (row, week) in day.month.weeks(beginning: firstWeekday).enumerated() {
      guard let place = week.firstIndex(of: day) else { continue }
      return (CalendarDrawing.headingLines + row, place * CalendarDrawing.cellWidth + 1)
    }
    return nil
  }

  /// The day that is drawn at a place among the lines of its month; `nil` if none is.
  public func day(of month: Month, row: Int, column: Int) -> Day? {
    let weeks = month.weeks(beginning: firstWeekday)
    let week = row - CalendarDrawing.headingLines
    guard weeks.indices.contains(week), (0..<CalendarDrawing.monthWidth).contains(column) else {
      return nil
    }
    return weeks[week][column / CalendarDrawing.cellWidth]
  }

  /// What is drawn at a place in the title of a month: the way to the next month (1) or to the one before (-1), or
  /// its name (0); `nil` beside it.
  public func turn(row: Int, column: Int) -> Int? {
    let begin = CalendarDrawing.monthWidth - CalendarDrawing.turns.count
    guard row == 0, (0..<CalendarDrawing.monthWidth).contains(column) else { return nil }
    return column < begin ? 0 : column < begin + CalendarDrawing.turns.count / 2 ? -1 : 1
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

  /// The day's four columns, or five where today has a sign.
  private func word(_ cell: CalendarPage.Cell) -> String {
    let day = cell.day.dayOfMonth
    let number = day < 10 ? " \(day)" : "\(day)"
    let sign = sign(cell)?.rawValue ?? ""
    return cell.isToday ? "[\(number)\(sign)]" : " \(number)\(sign.isEmpty ? " " : sign)"
  }

  private var weekdays: StyledLine {
    var line = StyledLine()
    for weekday in Weekday.week(beginning: firstWeekday) {
      line.beginColumn()
      line.append(" " + DisplayWidth.fitted(CalendarText.short(weekday), to: 2) + " ")
    }
    return line
  }

  private func week(
    _ cells: [CalendarPage.Cell?], _ theme: Theme, _ selected: ClosedRange<Day>?
  ) -> StyledLine {
    var line = StyledLine()
    for (place, cell) in cells.enumerated() {
      let column = place * CalendarDrawing.cellWidth
      guard let cell else { continue }
      let style = Style(
        background: cell.isStudied && !cell.isAhead ? theme.background : nil,
        isBold: cell.isToday, isFaint: cell.isAhead,
        isReversed: selected?.contains(cell.day) ?? false)
      // The leading blank separates days and is not coloured; today's second bracket may stand there.
      let blank = cell.isToday ? 0 : 1
      line.append(StyledLine(String(word(cell).dropFirst(blank)), style), at: column + blank)
    }
    return line
  }
}
