import HaruCore
import HaruText

/// The streak, and the days of the month.
struct StudyCard {
  let cardDay: CardDay
  let palette: Palette

  /// The streak in a column of a fixed width, the month beside it.
  func draw(on canvas: Canvas) {
    let (margin, column, gap) = (16.0, 92.0, 16.0)
    canvas.fillBackground(palette, radius: 24)
    let left = canvas.mirrored(margin, width: column)
    let middle = left + column / 2
    let number = canvas.text.line(
      NumberText.grouped(cardDay.currentStreak), size: 58, weight: .heavy, fitting: column)
    canvas.draw(number, middle: Point(x: middle, y: 50), palette.streak)
    let label = canvas.text.line(
      CardText.dayStreak(cardDay.currentStreak), size: 14, weight: .bold, fitting: column)
    canvas.draw(label, x: middle - label.width / 2, baseline: 96, palette.text)
    drawState(on: canvas, Area(x: left, y: 110, width: column, height: 22))
    canvas.draw(footnoteOf: cardDay, in: Area(x: left, y: 138, width: column, height: 13), palette)

    let width = canvas.area.width - 2 * margin - column - gap
    let x = canvas.mirrored(margin + column + gap, width: width)
    drawTitle(on: canvas, Area(x: x, y: 12, width: width, height: 18), size: 13)
    MonthGrid(cardDay: cardDay, palette: palette).draw(
      on: canvas, in: Area(x: x, y: 34, width: width, height: canvas.area.height - 34 - 12))
  }

  /// The month over the whole card, the streak in the row of its title.
  func drawLarge(on canvas: Canvas) {
    let margin = 20.0
    canvas.fillBackground(palette, radius: 30)
    let width = canvas.area.width - 2 * margin
    let streak = canvas.draw(
      streakOf: cardDay, end: margin + width, baseline: 42, size: 30, labelWidth: 80, palette)
    let title = streak - 10 - margin
    drawTitle(
      on: canvas,
      Area(x: canvas.mirrored(margin, width: title), y: 18, width: title, height: 26), size: 19)
    MonthGrid(cardDay: cardDay, palette: palette).draw(
      on: canvas, in: Area(x: margin, y: 56, width: width, height: canvas.area.height - 56 - 16))
    canvas.draw(
      footnoteOf: cardDay,
      in: Area(x: 0, y: canvas.area.height - 18, width: canvas.area.width, height: 14), palette)
  }

  private func drawTitle(on canvas: Canvas, _ area: Area, size: Double) {
    let (emoji, gap) = (area.height, size / 2)
    let x = canvas.isRightToLeft ? area.right - emoji : area.x
    canvas.draw(
      signOf: cardDay.page.month, in: Area(x: x, y: area.y, width: emoji, height: emoji), palette)
    let title = canvas.text.line(
      CalendarText.title(cardDay.page.month), size: size, weight: .bold,
      fitting: area.width - emoji - gap)
    let start =
      canvas.isRightToLeft ? area.right - emoji - gap - title.width : area.x + emoji + gap
    canvas.draw(title, x: start, baseline: area.middle.y + size * 0.36, palette.text)
  }

  private var state: String {
    if cardDay.isStudied {
      // Translators: a studied day, on a picture; as short as possible.
      return text("Studied", as: "on a card")
    }
    if cardDay.isRest {
      // Translators: a rest day, on a picture; as short as possible.
      return text("Rest day", as: "on a card")
    }
    // Translators: a day that is not studied yet, on a picture; as short as possible.
    return text("Not yet")
  }

  /// Whether the day is studied, a rest day or open: by shape, colour and words.
  private func drawState(on canvas: Canvas, _ area: Area) {
    canvas.draw(state: state, in: area, palette.text) { middle, radius in
      if cardDay.isStudied {
        canvas.draw(studied: middle, radius: radius, in: palette)
      } else {
        canvas.stroke(ring: middle, radius: radius - 1, width: 1.5, palette.secondaryText)
      }
    }
  }
}
