import HaruCore
import HaruText

/// The counts of a repository in a row: sign and number, the word beneath.
struct CountsRow {
  let facts: RepositoryEntry.Facts
  let palette: Palette

  /// One count, laid out.
  private struct Column {
    let sign: Sign
    let side: Double
    let number: TextLine
    let word: TextLine

    var width: Double { max(side + 4 + number.width, word.width) }
  }

  /// Draws it into an area that is not mirrored yet.
  func draw(on canvas: Canvas, in area: Area) {
    let gap = 12.0
    let natural = columns(1, on: canvas)
    let room = area.width - gap * Double(natural.count - 1)
    let share = room / natural.reduce(0) { $0 + $1.width }
    var x = area.x
    for column in share < 1 ? columns(share, on: canvas) : natural {
      draw(column, on: canvas, x: x, y: area.y)
      x += column.width + gap
    }
  }

  /// The counts, in a share of their usual size.
  private func columns(_ share: Double, on canvas: Canvas) -> [Column] {
    func column(_ sign: Sign, _ count: Int?, _ word: String) -> Column {
      Column(
        sign: sign, side: 13 * share,
        number: canvas.text.line(
          count.map(NumberText.short) ?? RepositorySummary.unknownNumber, size: 15 * share,
          weight: .bold),
        word: canvas.text.line(word, size: 10.5 * share, weight: .regular))
    }
    func counted(_ count: Int?) -> Int { NumberText.counted(count ?? 0) }
    // Translators: below their number on a picture; as short as possible.
    let stars = text("star", "stars", count: counted(facts.stars))
    // Translators: below their number on a picture; as short as possible.
    let forks = text("fork", "forks", count: counted(facts.forks))
    let always = [column(.star, facts.stars, stars), column(.fork, facts.forks, forks)]
    guard facts.takesIssues else { return always }
    // Translators: open issues and pull requests, which GitHub counts together; below their number
    // on a picture; as short as possible.
    let issues = text("issue or PR", "issues + PRs", count: counted(facts.openIssues))
    return always + [column(.issue, facts.openIssues, issues)]
  }

  private func draw(_ column: Column, on canvas: Canvas, x: Double, y: Double) {
    let (side, baseline) = (column.side, y + 15)
    canvas.draw(
      column.sign,
      in: Area(
        x: canvas.mirrored(x, width: side), y: baseline - 0.95 * side, width: side, height: side),
      palette.secondaryText)
    canvas.draw(column.number, start: x + side + 4, baseline: baseline, palette.text)
    canvas.draw(column.word, start: x, baseline: y + 31, palette.secondaryText)
  }
}
