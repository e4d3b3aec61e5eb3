import HaruCore
import HaruText

/// Days in weeks: a square in its month's colour for studied days, a line for rest days, a dot for other
/// days, a ring around today; above each month its emoji and its name.
struct YearGrid {
  let cardDay: CardDay
  let cells: [CalendarPage.Cell]
  let palette: Palette

  /// The height of a part with cells of a size.
  static func height(pitch: Double) -> Double { header + 7 * pitch }

  private static let header = 17.0
  private static let labels = 24.0

  /// The size of the cells of a part.
  static func pitch(columns: Int, width: Double) -> Double { (width - labels) / Double(columns) }

  /// Draws some weeks into an area that is not mirrored yet.
  func draw(_ weeks: Range<Int>, on canvas: Canvas, in area: Area) {
    let pitch = YearGrid.pitch(columns: weeks.count, width: area.width)
    let top = area.y + YearGrid.header
    func middle(_ week: Int, _ row: Int) -> Point {
      let x = area.x + YearGrid.labels + (Double(week - weeks.lowerBound) + 0.5) * pitch
      return Point(x: canvas.mirrored(x), y: top + (Double(row) + 0.5) * pitch)
    }
    drawWeekdays(on: canvas, start: area.x, top: top, pitch: pitch)
    for (number, cell) in cells.enumerated() where weeks.contains(number / 7) {
      draw(cell, on: canvas, at: middle(number / 7, number % 7), pitch: pitch)
    }
    for month in months(weeks) {
      draw(
        month.month, on: canvas, start: area.x + YearGrid.labels + month.offset * pitch,
        top: area.y, width: month.columns * pitch)
    }
  }

  /// The months of some weeks, each above its first whole week, so that two never share a place.
  private func months(
    _ weeks: Range<Int>
  ) -> [(month: Month, offset: Double, columns: Double)] {
    let weeks = weeks.filter { cells.indices.contains($0 * 7) }
    let names = weeks.map { cells[$0 * 7].day.month }
    let starts = names.indices.filter { $0 == 0 || names[$0] != names[$0 - 1] }
    return zip(starts, starts.dropFirst() + [names.count]).map { start, end in
      (names[start], Double(start), Double(end - start))
    }
  }

  /// A month's emoji, if there is room for it, and its name, if there is room for that too.
  private func draw(
    _ month: Month, on canvas: Canvas, start: Double, top: Double, width: Double
  ) {
    let side = 13.0
    guard width > side else { return }
    let emoji = Area(x: canvas.mirrored(start, width: side), y: top, width: side, height: side)
    canvas.draw(signOf: month, in: emoji, palette)
    let room = width - side - 4
    let name = canvas.text.line(
      CalendarText.short(month), size: 9, weight: .regular, fitting: max(1, room))
    guard room >= 16 else { return }
    canvas.draw(name, start: start + side + 2, baseline: top + 10, palette.secondaryText)
  }

  /// Every second weekday, because all seven would touch.
  private func drawWeekdays(on canvas: Canvas, start: Double, top: Double, pitch: Double) {
    let names = Weekday.week(beginning: cardDay.firstWeekday).map(CalendarText.short)
    let lines = canvas.text.lines(names, size: 9, weight: .regular, fitting: YearGrid.labels - 4)
    for row in [1, 3, 5] {
      canvas.draw(
        lines[row], start: start, baseline: top + (Double(row) + 0.5) * pitch + 3.2,
        palette.secondaryText)
    }
  }

  private func draw(
    _ cell: CalendarPage.Cell, on canvas: Canvas, at middle: Point, pitch: Double
  ) {
    if cell.isToday {
      canvas.stroke(ring: middle, radius: pitch * 0.72, width: 1.3, palette.text)
    }
    if cell.isStudied, !cell.isAhead {
      draw(studied: palette.mark(of: cell.day.month.name), on: canvas, at: middle, pitch * 0.82)
    } else if cell.isRest {
      draw(restOn: canvas, at: middle, pitch * 0.7)
    } else {
      canvas.fill(
        disc: middle, radius: pitch * (cell.isMissed || cell.isToday ? 0.14 : 0.07),
        palette.secondaryText)
    }
  }

  private func draw(studied color: Color, on canvas: Canvas, at middle: Point, _ side: Double) {
    let square = Area(x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side)
    canvas.fill(rounded: square, radius: side * 0.2, Ink(color, 1))
  }

  private func draw(restOn canvas: Canvas, at middle: Point, _ width: Double) {
    let line = Area(
      x: middle.x - width / 2, y: middle.y - width * 0.13, width: width, height: width * 0.26)
    canvas.fill(rounded: line, radius: width * 0.13, palette.secondaryText)
  }

  /// What the shapes mean, from a place in the reading direction.
  func drawLegend(on canvas: Canvas, start: Double, baseline: Double) {
    var x = start
    for sign in [CalendarText.Sign.studied, .rest, .open] {
      let middle = Point(x: canvas.mirrored(x + 5), y: baseline - 3.6)
      switch sign {
      case .studied: draw(studied: palette.mark, on: canvas, at: middle, 9)
      case .rest: draw(restOn: canvas, at: middle, 8)
      default: canvas.fill(disc: middle, radius: 1.6, palette.secondaryText)
      }
      let words = canvas.text.line(CalendarText.meaning(sign), size: 11, weight: .regular)
      canvas.draw(words, start: x + 14, baseline: baseline, palette.secondaryText)
      x += 14 + words.width + 14
    }
  }
}
