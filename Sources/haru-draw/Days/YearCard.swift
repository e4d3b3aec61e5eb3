import HaruCore
import HaruText

/// The days of the last 53 weeks, and the streak.
struct YearCard {
  let cardDay: CardDay
  let year: RecentWeeks
  let palette: Palette

  private static let margin = 20.0

  /// One row of weeks.
  func draw(on canvas: Canvas) {
    let width = begin(on: canvas)
    let title = drawTitle(on: canvas, baseline: 33, fitting: 200)
    canvas.draw(
      progress(on: canvas), start: YearCard.margin + title + 12, baseline: 33,
      palette.secondaryText)
    let area = Area(x: YearCard.margin, y: 46, width: width, height: 0)
    grid.draw(0..<RecentWeeks.count, on: canvas, in: area)
    grid.drawLegend(on: canvas, start: YearCard.margin + 24, baseline: canvas.area.height - 11)
    // Beside the legend, which is long in some languages.
    drawSample(on: canvas, start: canvas.area.width / 2)
  }

  /// Two rows of weeks.
  func drawLarge(on canvas: Canvas) {
    let width = begin(on: canvas)
    _ = drawTitle(on: canvas, baseline: 42, fitting: 118)
    canvas.draw(
      progress(on: canvas), start: YearCard.margin, baseline: 66, palette.secondaryText)
    // As many columns in both, so that their cells are alike; the last one stays empty.
    let half = (RecentWeeks.count + 1) / 2
    let height = YearGrid.height(pitch: YearGrid.pitch(columns: half, width: width))
    for (part, weeks) in [0..<half, half..<2 * half].enumerated() {
      let y = 86 + Double(part) * (height + 18)
      grid.draw(
        weeks, on: canvas, in: Area(x: YearCard.margin, y: y, width: width, height: height))
    }
    grid.drawLegend(on: canvas, start: YearCard.margin, baseline: canvas.area.height - 30)
    drawSample(on: canvas)
  }

  private var grid: YearGrid {
    YearGrid(cardDay: cardDay, cells: year.cells, palette: palette)
  }

  private func begin(on canvas: Canvas) -> Double {
    canvas.fillBackground(palette, radius: 24)
    return canvas.area.width - 2 * YearCard.margin
  }

  /// The title, and the streak at the other end of the row; returns the width of the title.
  private func drawTitle(on canvas: Canvas, baseline: Double, fitting room: Double) -> Double {
    let title = canvas.text.line(
      CalendarText.recentWeeks, size: 21, weight: .bold, fitting: room)
    canvas.draw(title, start: YearCard.margin, baseline: baseline, palette.text)
    _ = canvas.draw(
      streakOf: cardDay, end: canvas.area.width - YearCard.margin, baseline: baseline, size: 26,
      labelWidth: 90, palette)
    return title.width
  }

  private func progress(on canvas: Canvas) -> TextLine {
    canvas.text.line(
      CalendarText.progress(year.progress) ?? "", size: 13, weight: .regular, fitting: 220)
  }

  private func drawSample(on canvas: Canvas, start: Double = 0) {
    guard cardDay.isSample else { return }
    let width = canvas.area.width - start
    canvas.draw(
      sampleIn: Area(
        x: canvas.mirrored(start, width: width), y: canvas.area.height - 19, width: width,
        height: 14),
      palette)
  }
}
