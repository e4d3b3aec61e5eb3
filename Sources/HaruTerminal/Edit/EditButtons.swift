internal import HaruCore
internal import HaruDesktop
internal import HaruText

/// The buttons at the foot of the editor: what a key does, to be clicked, and beside it the key.
///
/// They take as many lines as they need, in the middle of the terminal's columns.
struct EditButtons {
  private struct Button {
    let key: EditKey
    let word: String
    let sign: String
    var column = 0
    var columns: Range<Int> { column..<column + DisplayWidth.columns(of: word + sign) }
  }

  /// The keys for days, in the order of their words, and how each is written.
  private static let ofDays: [(key: EditKey, sign: String)] = [
    (.letter(" "), "␣"), (.letter("r"), "r"), (.letter("n"), "n"), (.letter("u"), "u"),
    (.letter("?"), "?"), (.letter("q"), "q"),
  ]
  /// Those for a note.
  private static let ofNote: [(key: EditKey, sign: String)] = [(.enter, "⏎"), (.escape, "Esc")]
  /// The blanks between two buttons.
  private static let gap = 2

  private var rows: [[Button]] = []

  /// Places the buttons for days, or those for a note.
  init(columns: Int, limit: Int, forNote isForNote: Bool = false) {
    let keys = isForNote ? EditButtons.ofNote : EditButtons.ofDays
    for (key, word) in zip(keys, isForNote ? EditText.noteButtons : EditText.buttons) {
      let sign = " " + key.sign
      let room = max(1, columns - DisplayWidth.columns(of: sign) - 2)
      var button = Button(
        key: key.key, word: DisplayWidth.cut(" " + word + " ", to: room), sign: sign)
      if let last = rows.last?.last {
        button.column = last.columns.upperBound + EditButtons.gap
      }
      if rows.isEmpty || button.columns.upperBound >= columns {
        guard rows.count < limit else { break }
        rows.append([])
        button.column = 0
      }
      rows[rows.count - 1].append(button)
    }
    for row in rows.indices {
      let width = rows[row].last?.columns.upperBound ?? 0
      for place in rows[row].indices { rows[row][place].column += max(0, (columns - width) / 2) }
    }
  }

  /// Their lines.
  var lines: [StyledLine] {
    rows.map { row in
      var line = StyledLine()
      for button in row {
        var label = StyledLine(button.word, Style(isBold: true, isReversed: true))
        label.append(button.sign, Style(isFaint: true))
        line.append(label, at: button.column)
      }
      return line
    }
  }

  /// The key of the button at a place among these lines; `nil` if there is none.
  func key(row: Int, column: Int) -> EditKey? {
    guard rows.indices.contains(row) else { return nil }
    return rows[row].first { $0.columns.contains(column) }?.key
  }
}
