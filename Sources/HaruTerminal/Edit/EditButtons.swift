internal import HaruCore
internal import HaruDesktop
internal import HaruText

/// The buttons at the foot of the editor: what a key does, to be clicked.
///
/// They take as many lines as they need in the terminal's columns.
struct EditButtons {
  /// The keys, in the order of their words.
  private static let keys = " rnu?q".unicodeScalars.map(EditKey.letter)

  private var rows: [[(key: EditKey, label: String, columns: Range<Int>)]] = [[]]

  /// Places the buttons.
  init(columns: Int, limit: Int) {
    for (key, words) in zip(EditButtons.keys, EditText.buttons) {
      let label = DisplayWidth.cut(" " + words + " ", to: max(1, columns - 2))
      let width = DisplayWidth.columns(of: label)
      var begin = rows[rows.count - 1].last.map { $0.columns.upperBound + 1 } ?? 1
      if begin > 1, begin + width >= columns {
        guard rows.count < limit else { return }
        rows.append([])
        begin = 1
      }
      rows[rows.count - 1].append((key, label, begin..<begin + width))
    }
  }

  /// Their lines.
  var lines: [StyledLine] {
    rows.map { row in
      var line = StyledLine()
      for button in row {
        let label = StyledLine(button.label, Style(isReversed: true))
        line.append(label, at: button.columns.lowerBound)
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
