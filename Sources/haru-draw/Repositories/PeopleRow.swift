import HaruCore
import HaruText

/// The contributors of a repository in a row of a fixed height.
struct PeopleRow {
  let entry: RepositoryEntry
  let palette: Palette

  func draw(on canvas: Canvas, in area: Area) {
    let title = canvas.text.line(
      text("Top contributors"), size: 14, weight: .bold, fitting: area.width)
    canvas.draw(title, start: area.x, baseline: area.y + 14, palette.text)
    let row = Area(x: area.x, y: area.y + 26, width: area.width, height: area.height - 26)
    switch entry.people {
    case .known(let people) where !people.isEmpty: draw(people, on: canvas, in: row)
    case .known: draw(text("none yet"), on: canvas, in: row)
    case .tooMany: draw(text("too many to count"), on: canvas, in: row)
    case .unknown: drawNotLoaded(on: canvas, in: row)
    }
  }

  private func draw(_ words: String, on canvas: Canvas, in row: Area) {
    let line = canvas.text.line(words, size: 14, weight: .regular, fitting: row.width)
    canvas.draw(
      line, x: row.middle.x - line.width / 2, baseline: row.middle.y - 8, palette.secondaryText)
  }

  private func drawNotLoaded(on canvas: Canvas, in row: Area) {
    draw(text("not loaded yet"), on: canvas, in: row)
    // Without counts, the card shows the command above already.
    guard entry.facts != nil else { return }
    canvas.draw(
      command: RepositoryCardText.loadingCommand, y: row.middle.y + 16, fitting: row.width, palette)
  }

  private func draw(_ people: [Contributor], on canvas: Canvas, in row: Area) {
    let column = row.width / Double(Contributors.limit)
    let width = column - 4
    let logins = canvas.text.outsideLines(
      people.map(\.login), size: 13, weight: .bold, fitting: width)
    let commits = canvas.text.lines(
      people.map { self.commits($0.contributions) }, size: 12, weight: .regular, fitting: width)
    for (place, person) in people.enumerated() {
      let area = Area(
        x: canvas.mirrored(row.x + Double(place) * column, width: column) + 2, y: row.y,
        width: width, height: row.height)
      draw(person, logins[place], commits[place], on: canvas, in: area)
    }
  }

  private func commits(_ count: Int) -> String {
    text(
      "{commits} commit", "{commits} commits", count: NumberText.counted(count),
      ["commits": NumberText.short(count)])
  }

  private func draw(
    _ person: Contributor, _ login: TextLine, _ commits: TextLine, on canvas: Canvas,
    in area: Area
  ) {
    let radius = 26.0
    Avatar(file: person.avatar, name: person.login, palette: palette).draw(
      on: canvas, middle: Point(x: area.middle.x, y: area.y + radius + 2), radius: radius)
    let baseline = area.y + 2 * radius + 20
    canvas.draw(
      login, in: Area(x: area.x, y: baseline - 14, width: area.width, height: 19),
      x: area.middle.x - login.width / 2, baseline: baseline, palette.text)
    canvas.draw(
      commits, x: area.middle.x - commits.width / 2, baseline: baseline + 17,
      palette.secondaryText)
  }
}
