internal import HaruCore
internal import HaruDesktop
internal import HaruText

/// The titles of the months, the ways to others, and the way out, to be clicked.
struct EditHeading {
  /// A part of it, and the key that a click on it stands for.
  private struct Part {
    let text: String
    let column: Int
    let style: Style
    var key: EditKey?
    var end: Int { column + DisplayWidth.columns(of: text) }
  }

  private static let (previous, next, close) = (" ‹ ", " › ", " ✕ ")

  private var parts: [Part] = []

  /// Places the titles of months, each above its columns of a width; where a month does not fit, the way out has no
  /// room.
  init(_ months: [(month: Month, column: Int)], width: Int) {
    for (place, (month, begin)) in months.enumerated() {
      let style = Style(background: Theme(of: month.name).background, isBold: true)
      let (isFirst, isLast) = (place == 0, place == months.count - 1)
      let (before, after) = (isFirst ? EditHeading.previous : "", isLast ? EditHeading.next : "")
      let out = isLast && width >= MonthGrid.leastWidth ? EditHeading.close : ""
      let room = max(0, width - before.count - after.count - out.count)
      let title = EditHeading.title(of: month, columns: room)
      let rest = room - DisplayWidth.columns(of: title)
      // In the middle of the whole, so far as the way out leaves room.
      let middle = (width - DisplayWidth.columns(of: before + title + after)) / 2
      let left = max(0, min(rest, middle))
      var column = begin
      func add(_ text: String, _ key: EditKey? = nil) {
        guard !text.isEmpty else { return }
        parts.append(Part(text: text, column: column, style: style, key: key))
        column += DisplayWidth.columns(of: text)
      }
      add(String(repeating: " ", count: left))
      add(before, .pageUp)
      add(title, .letter("t"))
      add(after, .pageDown)
      add(String(repeating: " ", count: rest - left))
      add(out, .letter("q"))
    }
  }

  /// The title of a month, with its emoji where that fits, as wide as the widest of its year: so the ways beside it
  /// stay under the pointer.
  private static func title(of month: Month, columns: Int) -> String {
    let year = CalendarYear(of: month.days.lowerBound).months
    func name(_ month: Month) -> String {
      let name = CalendarText.title(month)
      return DisplayWidth.columns(of: name) + 3 > columns
        ? name : emoji(Theme(of: month.name)) + " " + name
    }
    let widest = year.map { DisplayWidth.columns(of: name($0)) }.max() ?? 0
    let (title, room) = (name(month), min(columns, widest))
    let left = max(0, room - DisplayWidth.columns(of: title)) / 2
    return DisplayWidth.fitted(String(repeating: " ", count: left) + title, to: room)
  }

  /// The emoji of a month, without the sign that asks for colours: with it terminals disagree with ncurses about the
  /// columns that it takes.
  private static func emoji(_ theme: Theme) -> String {
    String(String.UnicodeScalarView(theme.emoji.unicodeScalars.filter { $0 != "\u{FE0F}" }))
  }

  /// Its line.
  var line: StyledLine {
    var line = StyledLine()
    for part in parts {
      line.append(StyledLine(), at: part.column)
      line.beginColumn()
      line.append(part.text, part.style)
    }
    return line
  }

  /// The key that a click at a column stands for; `nil` if there is none.
  func key(column: Int) -> EditKey? {
    parts.first { ($0.column..<$0.end).contains(column) }?.key
  }
}
