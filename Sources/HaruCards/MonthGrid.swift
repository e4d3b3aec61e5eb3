import HaruCore
import HaruText

/// The days of a month in weeks: studied ones on a disc and ticked, free ones underlined, today in
/// a ring, other months' places blank.
struct MonthGrid {
  private let entry: CardEntry
  private let palette: Palette

  init(_ entry: CardEntry, _ palette: Palette) {
    (self.entry, self.palette) = (entry, palette)
  }

  func draw(on canvas: Canvas, in area: Area) {
    let weeks = entry.page.weeks(beginning: entry.firstWeekday)
    let header = area.height / 8
    let column = area.width / 7
    // Six weeks are drawn no lower than four, so that one month stands as another does.
    let row = (area.height - header) / Double(max(weeks.count, 5))
    func middle(_ index: Int, _ y: Double) -> Point {
      let place = canvas.isRightToLeft ? 6 - index : index
      return Point(x: area.x + (Double(place) + 0.5) * column, y: y)
    }
    for (index, weekday) in Weekday.week(beginning: entry.firstWeekday).enumerated() {
      let name = canvas.text.line(
        CardText.shortWeekday(weekday), size: min(header * 0.75, 13), weight: .bold,
        fitting: column - 2)
      canvas.draw(name, middle: middle(index, area.y + header / 2), palette.secondaryText)
    }
    for (number, week) in weeks.enumerated() {
      let y = area.y + header + (Double(number) + 0.5) * row
      for (index, cell) in week.enumerated() {
        guard let cell else { continue }
        draw(cell, on: canvas, at: middle(index, y), radius: min(row, column) / 2 - 1)
      }
    }
  }

  private func draw(
    _ cell: CalendarPage.Cell, on canvas: Canvas, at middle: Point, radius: Double
  ) {
    let isStudied = cell.isStudied && !cell.isAhead
    // Where there is room for both, the number stays and the tick stands at its foot.
    let isRoomy = radius > 14
    let disc = radius * 0.88
    if isStudied, !isRoomy {
      canvas.draw(studied: middle, radius: disc, in: palette)
    } else {
      if isStudied { canvas.fill(disc: middle, radius: disc, Ink(palette.mark, 1)) }
      let number = canvas.text.line(
        CardText.number(cell.day.dayOfMonth), size: radius * (isRoomy ? 0.85 : 1.15),
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
