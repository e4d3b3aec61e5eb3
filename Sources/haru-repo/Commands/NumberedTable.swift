import HaruDesktop
import HaruTerminal

/// A table with a row for each text, in front of it its number, and behind it what else there is to say.
func numberedTable(_ rows: [(text: String, more: StyledLine)]) -> [StyledLine] {
  let numberWidth = String(rows.count).count
  let textWidth = rows.map { DisplayWidth.columns(of: $0.text) }.max() ?? 0
  return rows.enumerated().map { index, row in
    let number = String(index + 1)
    var line = StyledLine(String(repeating: " ", count: numberWidth - number.count) + number)
    line.append("  " + row.text)
    line.append(row.more, at: numberWidth + 2 + textWidth + 2)
    return line
  }
}
