import HaruCore
import HaruDesktop
import HaruText

/// Draws a year for a terminal: a column for each week, a row for each weekday, a sign for each day.
struct YearDrawing {
  let firstWeekday: Weekday

  /// The columns of the weekdays' names, with a blank on each side.
  private static let margin = 4

  /// The year, in as many parts as the columns need; 53 weeks take 57 columns.
  func lines(_ pages: [CalendarPage], columns: Int) -> [StyledLine] {
    let cells = pages.flatMap(\.cells)
    let blanks = cells.first?.day.weekday.position(inWeekBeginning: firstWeekday) ?? 0
    let weeks = (blanks + cells.count + 6) / 7
    let fitting = max(4, columns - YearDrawing.margin)
    let parts = (weeks + fitting - 1) / fitting
    let step = (weeks + parts - 1) / parts
    return stride(from: 0, to: weeks, by: step).flatMap { first in
      let part = first..<min(first + step, weeks)
      return (first == 0 ? [] : [StyledLine()]) + [months(pages, blanks, part)]
        + (0..<7).map { row in week(row, cells, blanks, part) }
    }
  }

  /// The signs that a year has, for its legend.
  func signs(_ pages: [CalendarPage]) -> Set<CalendarText.Sign> {
    Set(pages.flatMap(\.cells).compactMap(\.yearSign))
  }

  /// The names of the months, each above the week of its first day.
  private func months(
    _ pages: [CalendarPage], _ blanks: Int, _ part: Range<Int>
  ) -> StyledLine {
    var line = StyledLine()
    var offset = blanks
    for page in pages {
      let week = offset / 7
      offset += page.month.length
      let end = min(offset / 7, part.upperBound)
      guard part.contains(week) else { continue }
      let name = DisplayWidth.fitted(CalendarText.short(page.month), to: max(0, end - week - 1))
      line.append(StyledLine(name), at: YearDrawing.margin + week - part.lowerBound)
    }
    return line
  }

  /// The days of a weekday.
  private func week(
    _ row: Int, _ cells: [CalendarPage.Cell], _ blanks: Int, _ part: Range<Int>
  ) -> StyledLine {
    let weekday = Weekday.week(beginning: firstWeekday)[row]
    var line = StyledLine(" " + DisplayWidth.fitted(CalendarText.short(weekday), to: 2) + " ")
    for week in part {
      let number = week * 7 + row - blanks
      guard cells.indices.contains(number), let sign = cells[number].yearSign else {
        line.append(" ")
        continue
      }
      let cell = cells[number]
      let isStudied = cell.isStudied && !cell.isAhead
      let style = Style(
        background: isStudied ? Theme(of: cell.day.month.name).background : nil,
        isBold: cell.isToday, isFaint: !isStudied && !cell.isToday)
      line.append(sign.rawValue, style)
    }
    return line
  }
}

extension CalendarPage.Cell {
  /// The sign of the day; `nil` for an ordinary day ahead.
  fileprivate var yearSign: CalendarText.Sign? {
    if isToday { return isStudied ? .todayStudied : .today }
    if isStudied, !isAhead { return .studied }
    if isRest { return .rest }
    return isAhead ? nil : .open
  }
}
