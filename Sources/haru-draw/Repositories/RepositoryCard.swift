import HaruCore
import HaruText

/// One or two repositories, or how to watch one.
struct RepositoryCard {
  let palette: Palette

  private static let summaryHeight = 160.0

  /// One repository, on a large card with its contributors.
  func draw(_ entry: RepositoryEntry, on canvas: Canvas, isLarge: Bool) {
    canvas.fillBackground(palette, radius: isLarge ? 30 : 24)
    summary(of: entry, top: isLarge ? 8 : 0, on: canvas)
    guard isLarge else { return }
    divide(canvas, y: 180)
    let margin = 20.0
    PeopleRow(entry: entry, palette: palette).draw(
      on: canvas,
      in: Area(x: margin, y: 192, width: canvas.area.width - 2 * margin, height: 128))
  }

  /// Two repositories.
  func draw(_ first: RepositoryEntry, _ second: RepositoryEntry, on canvas: Canvas) {
    canvas.fillBackground(palette, radius: 30)
    summary(of: first, top: 4, on: canvas)
    divide(canvas, y: canvas.area.height / 2)
    summary(of: second, top: canvas.area.height / 2 + 4, on: canvas)
  }

  /// How to watch a repository.
  func drawChoice(on canvas: Canvas) {
    let isLarge = canvas.area.height > RepositoryCard.summaryHeight
    canvas.fillBackground(palette, radius: isLarge ? 30 : 24)
    let middle = canvas.area.middle
    let sign = Point(x: middle.x, y: middle.y - 38)
    canvas.fill(disc: sign, radius: 20, palette.placeholder)
    canvas.stroke(plus: sign, radius: 9, palette.text)
    let line = canvas.text.line(
      RepositoryCardText.choose, size: 18, weight: .bold, fitting: canvas.area.width - 40)
    canvas.draw(line, x: middle.x - line.width / 2, baseline: middle.y + 8, palette.text)
    canvas.draw(
      command: RepositoryCardText.choosingCommand, y: middle.y + 36,
      fitting: canvas.area.width - 40, palette)
  }

  private func summary(of entry: RepositoryEntry, top: Double, on canvas: Canvas) {
    RepositorySummary(entry: entry, palette: palette).draw(
      on: canvas,
      in: Area(
        x: 0, y: top, width: canvas.area.width, height: RepositoryCard.summaryHeight))
  }

  private func divide(_ canvas: Canvas, y: Double) {
    let margin = 20.0
    canvas.fill(
      rounded: Area(x: margin, y: y - 0.5, width: canvas.area.width - 2 * margin, height: 1),
      radius: 0.5, palette.placeholder)
  }
}

extension Canvas {
  /// A command to type, on a band: at a place in the reading direction, or centred.
  func draw(
    command: String, start: Double? = nil, y: Double, fitting width: Double, _ palette: Palette
  ) {
    let margin = 10.0
    let line = text.line(command, size: 13, weight: .bold, fitting: width - 2 * margin)
    let whole = line.width + 2 * margin
    let x = start.map { mirrored($0, width: whole) } ?? (area.width - whole) / 2
    fill(
      rounded: Area(x: x, y: y - 12, width: whole, height: 24), radius: 8, palette.placeholder)
    draw(line, x: x + margin, baseline: y + 4.7, palette.text)
  }
}
