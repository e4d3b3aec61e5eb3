import HaruCore
import HaruDesktop
import HaruText

/// Draws months for a terminal.
///
/// A day takes four columns: a blank, two digits and a mark, `✓` where it is studied and `~` where it
/// is free. Today stands in brackets, the second of which takes the next day's blank if today has a
/// mark. So colour alone never carries a meaning.
struct CalendarDrawing {
  let firstWeekday: Weekday

  private static let cellWidth = 4
  private static let monthWidth = 7 * cellWidth
  /// Columns between months side by side; today's second bracket may stand there.
  private static let gap = 2

  /// A month with a title.
  func month(_ page: CalendarPage, title: String) -> [StyledLine] {
    let theme = Theme(of: page.month.name)
    let heading = DisplayWidth.fitted(" " + title, to: CalendarDrawing.monthWidth)
    var lines = [StyledLine(heading, Style(background: theme.background, isBold: true)), weekdays]
    lines += page.weeks(beginning: firstWeekday).map { week($0, theme) }
    return lines
  }

  /// Months side by side, as many as fit into the columns and divide the year.
  func months(_ pages: [(page: CalendarPage, title: String)], columns: Int) -> [StyledLine] {
    let step = CalendarDrawing.monthWidth + CalendarDrawing.gap
    // The last month of a row needs one more column, for the bracket.
    let count = [12, 6, 4, 3, 2].first { $0 * step - 1 <= columns } ?? 1
    return stride(from: 0, to: pages.count, by: count).flatMap { first in
      let row = pages[first..<min(first + count, pages.count)].map {
        month($0.page, title: $0.title)
      }
      let height = row.map(\.count).max() ?? 0
      let lines = (0..<height).map { number in
        var line = StyledLine()
        for (place, month) in row.enumerated() where number < month.count {
          line.append(month[number], at: place * step)
        }
        return line
      }
      return (first == 0 ? [] : [StyledLine()]) + lines
    }
  }

  private var weekdays: StyledLine {
    let names = Weekday.week(beginning: firstWeekday).map {
      " " + DisplayWidth.fitted(CalendarText.short($0), to: 2) + " "
    }
    return StyledLine(names.joined())
  }

  private func week(_ cells: [CalendarPage.Cell?], _ theme: Theme) -> StyledLine {
    var line = StyledLine()
    for (place, cell) in cells.enumerated() {
      let column = place * CalendarDrawing.cellWidth
      guard let cell else { continue }
      let style = Style(
        background: cell.isStudied && !cell.isAhead ? theme.background : nil,
        isBold: cell.isToday, isFaint: cell.isAhead)
      // The leading blank separates days and is not coloured; today's second bracket may stand there.
      let blank = cell.isToday ? 0 : 1
      line.append(StyledLine(String(cell.text.dropFirst(blank)), style), at: column + blank)
    }
    return line
  }
}

extension CalendarPage.Cell {
  /// The day's four columns, or five where today has a mark.
  fileprivate var text: String {
    let number = day.dayOfMonth < 10 ? " \(day.dayOfMonth)" : "\(day.dayOfMonth)"
    let mark = isStudied ? "✓" : isRest ? "~" : ""
    return isToday ? "[\(number)\(mark)]" : " \(number)\(mark.isEmpty ? " " : mark)"
  }
}
