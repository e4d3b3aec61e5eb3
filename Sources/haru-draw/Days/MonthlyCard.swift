import HaruCore
import HaruText

/// The card of a day: emoji and weekday in a row, the day's number large beneath.
struct MonthlyCard {
  let entry: CardEntry
  let palette: Palette

  func draw(on canvas: Canvas) {
    let (margin, emoji, gap, badge) = (15.0, 27.0, 6.0, 13.0)
    canvas.fillBackground(palette, radius: 24)
    canvas.draw(
      emoji: entry.theme.pictureEmoji,
      in: Area(x: canvas.mirrored(margin, width: emoji), y: margin, width: emoji, height: emoji),
      palette)
    let weekday = canvas.text.line(
      DateText.weekday(entry.day), orShorter: CalendarText.short(entry.day.weekday), size: 21,
      weight: .bold, fitting: canvas.area.width - 2 * margin - emoji - gap)
    canvas.draw(
      weekday, start: margin + emoji + gap, baseline: margin + emoji / 2 + 7, palette.title)
    let number = canvas.text.line(
      "\(entry.day.dayOfMonth)", size: 82, weight: .heavy, fitting: 104)
    canvas.draw(
      number,
      x: canvas.mirrored(margin - 1, width: number.ink.width) - number.ink.x,
      baseline: canvas.area.height - margin - 8, palette.day)
    if entry.isStudied {
      let x = canvas.mirrored(canvas.area.width - margin - 2 * badge, width: 2 * badge)
      canvas.draw(
        studied: Point(x: x + badge, y: canvas.area.height - margin - 8 - badge), radius: badge,
        in: palette)
    }
    if entry.isSample {
      canvas.draw(
        sampleIn: Area(x: 0, y: canvas.area.height - 16, width: canvas.area.width, height: 13),
        palette)
    }
  }

  /// The card as an icon: the short weekday, or a tick in its place once the day is studied.
  func drawIcon(on canvas: Canvas) {
    let (margin, emoji) = (6.0, 20.0)
    canvas.fillBackground(palette, radius: 13)
    canvas.draw(
      emoji: entry.theme.pictureEmoji,
      in: Area(x: canvas.mirrored(margin, width: emoji), y: margin, width: emoji, height: emoji),
      palette)
    let side = canvas.mirrored(margin + emoji + 3, width: 29)
    if entry.isSample {
      canvas.draw(sampleIn: Area(x: side - 1, y: margin + 4, width: 31, height: 12), palette)
    } else if entry.isStudied {
      let x = canvas.isRightToLeft ? side + 10 : side + 19
      canvas.draw(studied: Point(x: x, y: margin + 10), radius: 10, in: palette)
    } else {
      let weekday = canvas.text.line(
        CalendarText.short(entry.day.weekday), size: 16, weight: .bold, fitting: 29)
      canvas.draw(weekday, middle: Point(x: side + 14.5, y: margin + 10), palette.title)
    }
    let number = canvas.text.line(
      "\(entry.day.dayOfMonth)", size: 38, weight: .heavy, fitting: 52)
    canvas.draw(number, middle: Point(x: 32, y: 43), palette.day)
  }
}
