import HaruCore
import HaruText

/// The days of a month in weeks: a disc and a tick for studied days, a line under rest days, a ring
/// around today; the places of other months are blank.
struct MonthGrid {
  let cardDay: CardDay
  let palette: Palette

  func draw(on canvas: Canvas, in area: Area) {
    let weeks = cardDay.page.weeks(beginning: cardDay.firstWeekday)
    let header = area.height / 8
    let column = area.width / 7
    // A month of four weeks has the row height of one with five.
    let row = (area.height - header) / Double(max(weeks.count, 5))
    func middle(_ index: Int, _ y: Double) -> Point {
      let place = canvas.isRightToLeft ? 6 - index : index
      return Point(x: area.x + (Double(place) + 0.5) * column, y: y)
    }
    let names = weekdays(on: canvas, size: min(header * 0.75, 13), width: column - 3)
    for (index, name) in names.enumerated() {
      canvas.draw(
        name, x: middle(index, 0).x - name.width / 2, baseline: area.y + header * 0.74,
        palette.secondaryText)
    }
    for (number, week) in weeks.enumerated() {
      let y = area.y + header + (Double(number) + 0.5) * row
      for (index, cell) in week.enumerated() {
        guard let cell else { continue }
        draw(cell, on: canvas, at: middle(index, y), radius: min(row, column) / 2 - 1)
      }
    }
  }

  /// Short names of the weekdays in one size; their first letters if that would be too small.
  private func weekdays(on canvas: Canvas, size: Double, width: Double) -> [TextLine] {
    let names = Weekday.week(beginning: cardDay.firstWeekday).map(CalendarText.short)
    func lines(_ words: [String], _ size: Double) -> [TextLine] {
      words.map { canvas.text.line($0, size: size, weight: .bold) }
    }
    let widest = lines(names, size).map(\.width).max() ?? width
    let share = min(1, width / widest)
    return share < TextLayout.leastShare
      ? lines(names.map { String($0.prefix(1)) }, size) : lines(names, size * share)
  }

  private func draw(
    _ cell: CalendarPage.Cell, on canvas: Canvas, at middle: Point, radius: Double
  ) {
    let isStudied = cell.isStudied && !cell.isAhead
    // With room for both, the tick goes below the number.
    let isRoomy = radius > 14
    let disc = radius * 0.88
    if isStudied, !isRoomy {
      canvas.draw(studied: middle, radius: disc, in: palette)
    } else {
      if isStudied { canvas.fill(disc: middle, radius: disc, Ink(palette.mark, 1)) }
      let number = canvas.text.line(
        "\(cell.day.dayOfMonth)", size: radius * (isRoomy ? 0.85 : 1.15),
        weight: cell.isToday || isStudied ? .bold : .regular, fitting: radius * 1.7)
      let ink =
        isStudied
        ? Ink(palette.onMark, 1) : cell.isAhead ? palette.secondaryText : palette.text
      let lift = isStudied ? radius * 0.2 : 0
      canvas.draw(number, middle: Point(x: middle.x, y: middle.y - lift), ink)
      if isStudied {
        canvas.stroke(
          tick: Point(x: middle.x, y: middle.y + radius * 0.48), radius: radius * 0.42, ink)
      }
    }
    if cell.isRest, !isStudied {
      let width = radius * 0.9
      canvas.fill(
        rounded: Area(
          x: middle.x - width / 2, y: middle.y + radius * 0.72, width: width,
          height: radius * 0.16), radius: radius * 0.08, palette.text)
    }
    if cell.isToday {
      canvas.stroke(
        ring: middle, radius: radius + 0.2, width: max(1.2, radius * 0.1), palette.text)
    }
  }
}
