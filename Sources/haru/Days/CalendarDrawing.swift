import HaruCore
import HaruDesktop
import HaruText

/// Draws months for a terminal.
///
/// A day takes four columns: a blank, two digits and a sign, such as `✓` for a studied day. Today is in
/// brackets; the closing one takes the blank of the next day if today has a sign. A sign says the same as a
/// colour, so that nobody depends on colours.
struct CalendarDrawing {
  let firstWeekday: Weekday
  /// The days with a note.
  let noted: Set<Day>

  private static let cellWidth = 4
  private static let monthWidth = 7 * cellWidth

  /// A month with a title.
  func month(_ page: CalendarPage, title: String) -> [StyledLine] {
    let theme = Theme(of: page.month.name)
    let heading = DisplayWidth.fitted(" " + title, to: CalendarDrawing.monthWidth)
    var lines = [StyledLine(heading, Style(background: theme.background, isBold: true)), weekdays]
    lines += page.weeks(beginning: firstWeekday).map { week($0, theme) }
    return lines
  }

  /// The signs that a month has, for its legend.
  func signs(_ page: CalendarPage) -> Set<CalendarText.Sign> {
    Set(page.cells.compactMap(sign))
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
    let names = Weekday.week(beginning: firstWeekday).map {
      " " + DisplayWidth.fitted(CalendarText.short($0), to: 2) + " "
    }
    return StyledLine(names.joined())
  }

  private func week(_ cells: [CalendarPage.Cell?], _ theme: Theme) -> StyledLine {
    var line = StyledLine()
    for (place, cell) in cells.enumerated() {
      let column = place * CalendarDrawing.cellWidth
      guard let cell else { continue }
      let style = Style(
        background: cell.isStudied && !cell.isAhead ? theme.background : nil,
        isBold: cell.isToday, isFaint: cell.isAhead)
      // The leading blank separates days and is not coloured; today's second bracket may stand there.
      let blank = cell.isToday ? 0 : 1
      line.append(StyledLine(String(word(cell).dropFirst(blank)), style), at: column + blank)
    }
    return line
  }
}
