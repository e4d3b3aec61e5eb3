import HaruCore
import HaruDesktop
import HaruTerminal
import HaruText

/// Draws many months for a terminal: a column for each week, a row for each weekday, a sign for each day.
struct YearDrawing {
  let firstWeekday: Weekday

  /// The columns for the weekdays' names, with a blank on each side.
  private static let margin = 4

  /// The days of a month, or of a part of it.
  private typealias Days = ArraySlice<CalendarPage.Cell>

  /// The lines of days that follow each other, in parts of whole months where the terminal is too narrow;
  /// 53 weeks take 57 columns.
  func lines(_ cells: [CalendarPage.Cell], columns: Int) -> [StyledLine] {
    let fitting = columns - YearDrawing.margin
    let starts = cells.indices.filter { $0 == 0 || cells[$0].day.dayOfMonth == 1 }
    let months = zip(starts, starts.dropFirst() + [cells.count]).map { cells[$0..<$1] }
    let lengths = [months.count, 6, 4, 3, 2]
    let length = lengths.first { parts(months, of: $0).allSatisfy { weeks($0) <= fitting } } ?? 1
    return Array(
      parts(months, of: length).map { part($0, fitting) }.joined(separator: [StyledLine()]))
  }

  private func parts(_ months: [Days], of length: Int) -> [ArraySlice<Days>] {
    stride(from: 0, to: months.count, by: length).map {
      months[$0..<min($0 + length, months.count)]
    }
  }

  /// How many days of its first week come before a part.
  private func blanks(_ part: ArraySlice<Days>) -> Int {
    part.first?.first?.day.weekday.position(inWeekBeginning: firstWeekday) ?? 0
  }

  private func weeks(_ part: ArraySlice<Days>) -> Int {
    (blanks(part) + part.reduce(0) { $0 + $1.count } + 6) / 7
  }

  private func part(_ months: ArraySlice<Days>, _ fitting: Int) -> [StyledLine] {
    let cells = months.flatMap(\.self)
    return [names(months, fitting)] + (0..<7).map { week($0, cells, blanks(months), weeks(months)) }
  }

  /// The signs that days have, for their legend.
  func signs(_ cells: [CalendarPage.Cell]) -> Set<CalendarText.Sign> {
    Set(cells.compactMap(\.yearSign))
  }

  /// The names of the months, each above the week of its first day.
  private func names(_ months: ArraySlice<Days>, _ fitting: Int) -> StyledLine {
    var line = StyledLine()
    var offset = blanks(months)
    for (number, days) in zip(months.indices, months) {
      let week = offset / 7
      offset += days.count
      guard let month = days.first?.day.month else { continue }
      // The last name may go on beyond the weeks.
      let end = number == months.endIndex - 1 ? fitting : offset / 7
      let (name, room) = (CalendarText.short(month), end - week)
      // A name that just fits stands close to the next one; one that is cut does not. A few days have none.
      let fits = DisplayWidth.columns(of: name) <= room
      guard fits || room > 3 else { continue }
      line.beginColumn()
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
