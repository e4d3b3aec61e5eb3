import HaruCore
import HaruText

/// The card of a day: emoji and weekday in a row, the day's number large beneath.
struct MonthlyCard {
  let cardDay: CardDay
  let palette: Palette

  func draw(on canvas: Canvas) {
    let (margin, emoji, gap, badge) = (15.0, 27.0, 6.0, 13.0)
    canvas.fillBackground(palette, radius: 24)
    canvas.draw(
      signOf: cardDay.page.month,
      in: Area(x: canvas.mirrored(margin, width: emoji), y: margin, width: emoji, height: emoji),
      palette)
    let weekday = canvas.text.line(
      DateText.weekday(cardDay.day), orShorter: CalendarText.short(cardDay.day.weekday), size: 21,
      weight: .bold, fitting: canvas.area.width - 2 * margin - emoji - gap)
    canvas.draw(
      weekday, start: margin + emoji + gap, baseline: margin + emoji / 2 + 7, palette.title)
    let number = canvas.text.line(
      "\(cardDay.day.dayOfMonth)", size: 82, weight: .heavy, fitting: 104)
    canvas.draw(
      number,
      x: canvas.mirrored(margin - 1, width: number.ink.width) - number.ink.x,
      baseline: canvas.area.height - margin - 8, palette.day)
    if cardDay.isStudied {
      let x = canvas.mirrored(canvas.area.width - margin - 2 * badge, width: 2 * badge)
      canvas.draw(
        studied: Point(x: x + badge, y: canvas.area.height - margin - 8 - badge), radius: badge,
        in: palette)
    }
    if cardDay.isSample {
      canvas.draw(
        sampleIn: Area(x: 0, y: canvas.area.height - 16, width: canvas.area.width, height: 13),
        palette)
    }
  }

  /// The card as an icon: the short weekday, or a tick in its place once the day is studied.
  ///
  /// All of it is within the circle to which some notification servers cut a picture
  /// (docs/servers.md#pictures).
  func drawIcon(on canvas: Canvas) {
    let (emoji, gap, top) = (17.0, 2.0, 10.0)
    // What stands beside the emoji is alone where there is none.
    let side = canvas.showsEmoji ? 23.0 : 36.0
    let left = (64 - side - (canvas.showsEmoji ? emoji + gap : 0)) / 2
    let middle = top + emoji / 2
    canvas.fillBackground(palette, radius: 13)
    canvas.draw(
      signOf: cardDay.page.month,
      in: Area(x: canvas.mirrored(left, width: emoji), y: top, width: emoji, height: emoji),
      palette)
    let start = canvas.showsEmoji ? left + emoji + gap : left
    let beside = canvas.mirrored(start, width: side)
    if cardDay.isSample {
      canvas.draw(sampleIn: Area(x: beside, y: middle - 5, width: side, height: 10), palette)
    } else if cardDay.isStudied {
      let end = canvas.isRightToLeft ? beside + 8.5 : beside + side - 8.5
      canvas.draw(
        studied: Point(x: canvas.showsEmoji ? end : 32, y: middle), radius: 8.5, in: palette)
    } else {
      let weekday = canvas.text.line(
        CalendarText.short(cardDay.day.weekday), size: 14, weight: .bold, fitting: side)
      canvas.draw(weekday, middle: Point(x: beside + side / 2, y: middle), palette.title)
    }
    let number = canvas.text.line(
      "\(cardDay.day.dayOfMonth)", size: 34, weight: .heavy, fitting: 45)
    canvas.draw(number, middle: Point(x: 32, y: 41), palette.day)
  }
}
