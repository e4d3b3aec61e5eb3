import HaruCore
import HaruText

/// A repository: owner and name, counts, and the days since the last push.
struct RepositorySummary {
  let entry: RepositoryEntry
  let palette: Palette

  /// Stands for a number that is not known.
  static let unknownNumber = "–"
  private static let (margin, column, gap) = (18.0, 94.0, 16.0)

  func draw(on canvas: Canvas, in area: Area) {
    let width =
      area.width - 2 * RepositorySummary.margin - RepositorySummary.column - RepositorySummary.gap
    let left = RepositorySummary.margin
    drawNames(on: canvas, Area(x: left, y: area.y + 18, width: width, height: 44))
    if let facts = entry.facts {
      CountsRow(facts: facts, palette: palette).draw(
        on: canvas, in: Area(x: left, y: area.y + 82, width: width, height: 36))
      drawRemark(facts, on: canvas, Area(x: left, y: area.y + 128, width: width, height: 14))
    } else {
      drawNotLoaded(on: canvas, Area(x: left, y: area.y + 78, width: width, height: 60))
    }
    drawPush(
      on: canvas,
      Area(
        x: canvas.mirrored(left + width + RepositorySummary.gap, width: RepositorySummary.column),
        y: area.y, width: RepositorySummary.column, height: area.height))
  }

  // MARK: In reading direction; areas are not mirrored

  private func drawNames(on canvas: Canvas, _ area: Area) {
    let radius = area.height / 2
    let middle = canvas.mirrored(area.x, width: area.height) + radius
    Avatar(file: entry.avatar, name: entry.owner, palette: palette).draw(
      on: canvas, middle: Point(x: middle, y: area.middle.y), radius: radius)
    let start = area.x + area.height + 10
    let width = area.right - start
    drawName(
      entry.owner, size: 13, weight: .regular, on: canvas,
      Area(x: start, y: area.y, width: width, height: 20), palette.secondaryText)
    drawName(
      entry.name, size: 19, weight: .bold, on: canvas,
      Area(x: start, y: area.y + 18, width: width, height: 27), palette.title)
  }

  private func drawName(
    _ words: String, size: Double, weight: Weight, on canvas: Canvas, _ area: Area, _ ink: Ink
  ) {
    for line in canvas.text.outsideLines([words], size: size, weight: weight, fitting: area.width) {
      canvas.draw(
        line,
        in: Area(
          x: canvas.mirrored(area.x, width: area.width), y: area.y, width: area.width,
          height: area.height),
        x: canvas.mirrored(area.x, width: line.width), baseline: area.y + area.height * 0.73, ink)
    }
  }

  /// The day of the data, and what a dash means.
  private func drawRemark(_ facts: RepositoryEntry.Facts, on canvas: Canvas, _ area: Area) {
    if entry.isSample {
      return canvas.draw(
        sampleIn: Area(
          x: canvas.mirrored(area.x, width: 60), y: area.y, width: 60, height: 13), palette)
    }
    let shown: [Int?] = [facts.stars, facts.forks] + (facts.takesIssues ? [facts.openIssues] : [])
    let remarks = [
      shown.contains(nil) ? text("– means unknown") : nil,
      facts.asOf.map { text("as of {day}", ["day": DateText.date($0)]) },
    ]
    let line = canvas.text.line(
      remarks.compactMap(\.self).joined(separator: " · "), size: 11, weight: .regular,
      fitting: area.width)
    canvas.draw(line, start: area.x, baseline: area.y + 11, palette.secondaryText)
  }

  private func drawNotLoaded(on canvas: Canvas, _ area: Area) {
    let line = canvas.text.line(
      text("Not loaded yet"), size: 14, weight: .bold, fitting: area.width)
    canvas.draw(line, start: area.x, baseline: area.y + 14, palette.text)
    canvas.draw(
      command: RepositoryCardText.loadingCommand, start: area.x, y: area.y + 42,
      fitting: area.width, palette)
  }

  // MARK: The last push

  private var days: Int? { entry.facts?.daysSincePush }
  private var isQuiet: Bool { entry.facts?.isQuiet == true }
  private var ink: Ink {
    guard days != nil else { return palette.secondaryText }
    return isQuiet ? palette.quiet : palette.fresh
  }

  /// The days, large, and the state in words, shape and colour: docs/cards.md#the-card-of-a-repository.
  private func drawPush(on canvas: Canvas, _ area: Area) {
    let number = canvas.text.line(
      days.map(NumberText.grouped) ?? RepositorySummary.unknownNumber, size: 58, weight: .heavy,
      fitting: area.width)
    canvas.draw(number, middle: Point(x: area.middle.x, y: area.y + 50), ink)
    let label = canvas.text.line(sincePush, size: 13, weight: .bold, fitting: area.width)
    canvas.draw(
      label, x: area.middle.x - label.width / 2, baseline: area.y + 96, palette.text)
    let row = Area(x: area.x, y: area.y + 110, width: area.width, height: 22)
    canvas.draw(state: verdict, in: row, palette.text) { middle, radius in
      drawVerdictSign(on: canvas, middle, radius: radius)
    }
  }

  /// The words below the number of days.
  private var sincePush: String {
    switch days {
    // Translators: below a dash on a picture; as short as possible.
    case nil: text("last push")
    // Translators: below a large 0 on a picture; as short as possible.
    case 0: text("pushed today")
    case let days?:
      // Translators: below their number on a picture; as short as possible.
      text("day since push", "days since push", count: days)
    }
  }

  private var verdict: String {
    guard days != nil else {
      // Translators: the time of the last push; as short as possible.
      return text("unknown")
    }
    return isQuiet ? RepositoryCardText.quiet : RepositoryCardText.fresh
  }

  private func drawVerdictSign(on canvas: Canvas, _ middle: Point, radius: Double) {
    if days == nil || isQuiet {
      canvas.stroke(ring: middle, radius: radius - 1, width: 1.5, ink)
      if isQuiet { canvas.stroke(bar: middle, radius: radius * 0.5, ink) }
    } else {
      canvas.fill(disc: middle, radius: radius, ink)
      canvas.stroke(tick: middle, radius: radius, Ink(ink.color.text, 1))
    }
  }
}
