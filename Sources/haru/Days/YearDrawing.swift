import HaruCore
import HaruDesktop
import HaruTerminal
import HaruText

/// Draws a year for a terminal: a column for each week, a row for each weekday, a sign for each day.
struct YearDrawing {
  let firstWeekday: Weekday

  /// The columns for the weekdays' names, with a blank on each side.
  private static let margin = 4

  /// The lines of a year, in parts of whole months where the terminal is too narrow; 53 weeks take 57
  /// columns.
  func lines(_ pages: [CalendarPage], columns: Int) -> [StyledLine] {
    let fitting = columns - YearDrawing.margin
    let lengths = [12, 6, 4, 3, 2]
    let length = lengths.first { parts(pages, of: $0).allSatisfy { weeks($0) <= fitting } } ?? 1
    return Array(parts(pages, of: length).map(part).joined(separator: [StyledLine()]))
  }

  private func parts(_ pages: [CalendarPage], of length: Int) -> [ArraySlice<CalendarPage>] {
    stride(from: 0, to: pages.count, by: length).map { pages[$0..<min($0 + length, pages.count)] }
  }

  /// How many days of its first week come before a part of the year.
  private func blanks(_ part: ArraySlice<CalendarPage>) -> Int {
    part.first?.cells.first?.day.weekday.position(inWeekBeginning: firstWeekday) ?? 0
  }

  private func weeks(_ part: ArraySlice<CalendarPage>) -> Int {
    (blanks(part) + part.reduce(0) { $0 + $1.cells.count } + 6) / 7
  }

  private func part(_ pages: ArraySlice<CalendarPage>) -> [StyledLine] {
    let cells = pages.flatMap(\.cells)
    return [months(pages)] + (0..<7).map { week($0, cells, blanks(pages), weeks(pages)) }
  }

  /// The signs that a year has, for its legend.
  func signs(_ pages: [CalendarPage]) -> Set<CalendarText.Sign> {
    Set(pages.flatMap(\.cells).compactMap(\.yearSign))
  }

  /// The names of the months, each above the week of its first day.
  private func months(_ pages: ArraySlice<CalendarPage>) -> StyledLine {
    var line = StyledLine()
    var offset = blanks(pages)
    for page in pages {
      let week = offset / 7
      offset += page.month.length
      let (name, room) = (CalendarText.short(page.month), offset / 7 - week)
      // A name that just fits stands close to the next one; one that is cut does not.
      let fits = DisplayWidth.columns(of: name) <= room
      line.append(
        StyledLine(fits ? name : DisplayWidth.fitted(name, to: room - 1)),
        at: YearDrawing.margin + week)
    }
    return line
  }

  /// The days of a weekday.
  private func week(
    _ row: Int, _ cells: [CalendarPage.Cell], _ blanks: Int, _ weeks: Int
  ) -> StyledLine {
    let weekday = Weekday.week(beginning: firstWeekday)[row]
    var line = StyledLine(" " + DisplayWidth.fitted(CalendarText.short(weekday), to: 2) + " ")
    for week in 0..<weeks {
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
  /// The sign of the day; `nil` for an ordinary day that does not count.
  fileprivate var yearSign: CalendarText.Sign? {
    if isToday { return isStudied ? .todayStudied : .today }
    if isStudied, !isAhead { return .studied }
    if isRest { return .rest }
    return isMissed ? .open : nil
  }
}
