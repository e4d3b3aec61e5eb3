import HaruCore
import HaruText

/// The length of the streak, large.
struct StreakCard {
  let cardDay: CardDay
  let palette: Palette

  func draw(on canvas: Canvas) {
    canvas.fillBackground(palette, radius: 24)
    let (middle, width) = (canvas.area.width / 2, canvas.area.width - 30)
    let number = canvas.text.line(
      NumberText.grouped(cardDay.currentStreak), size: 76, weight: .heavy, fitting: width)
    canvas.draw(number, middle: Point(x: middle, y: 58), palette.streak)
    let label = canvas.text.line(
      CardText.dayStreak(cardDay.currentStreak), size: 18, weight: .bold, fitting: width)
    canvas.draw(label, x: middle - label.width / 2, baseline: 114, palette.text)
    if let second {
      let line = canvas.text.line(second, size: 14, weight: .regular, fitting: width)
      canvas.draw(line, x: middle - line.width / 2, baseline: 136, palette.secondaryText)
    }
    canvas.draw(
      footnoteOf: cardDay, in: Area(x: 0, y: 143, width: canvas.area.width, height: 13), palette)
  }

  /// The line below the streak; none while an earlier one was longer: a card does not remind of a loss.
  private var second: String? {
    if cardDay.currentStreak == 0 {
      // Translators: a streak; below the number 0 and its words.
      return text("start one today")
    }
    return cardDay.currentStreak < cardDay.longestStreak
      ? nil : text("longest {longest}", ["longest": NumberText.grouped(cardDay.longestStreak)])
  }
}
