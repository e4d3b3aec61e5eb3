public import HaruCore
internal import HaruDesktop
internal import HaruText

/// The editor of the calendar as a value: events change it, and its screen is worked out from it.
///
/// A change is a command of the command line, whose rules, log entries and answers are those of the editor. What
/// is shown changes when the days have been read again.
public struct EditModel: Sendable {
  private var days: EditedDays
  /// The day under the cursor.
  public private(set) var day: Day
  private var (rows, columns) = (24, 80)
  /// The note that is being typed; `nil` in between.
  private var note: String?
  private var showsHelp = false
  /// The last answer.
  private var answer = ""

  /// Begins on a day.
  public init(_ days: EditedDays, on day: Day) {
    (self.days, self.day) = (days, day)
  }

  /// Takes an event.
  ///
  /// - Returns: What has to be done for it, if anything.
  public mutating func take(_ event: EditEvent) -> EditEffect? {
    switch event {
    case .size(let rows, let columns): (self.rows, self.columns) = (rows, columns)
    case .days(let days):
      // Who stays on today goes with it into the new day.
      if day == self.days.today { day = days.today }
      self.days = days
    case .answer(let answer): self.answer = answer
    case .wheel(let months): goTo(months: months)
    case .press(let row, let column): return press(row, column)
    case .key(let key): return note == nil ? command(key) : type(key)
    }
    return nil
  }

  // MARK: Events

  private mutating func press(_ row: Int, _ column: Int) -> EditEffect? {
    guard note == nil else { return nil }
    let buttons = buttons
    let top = rows - buttons.lines.count
    if let key = buttons.key(row: row - top, column: column) { return command(key) }
    guard row < top, let day = days.drawing.day(of: self.day.month, row: row, column: column)
    else { return nil }
    goTo(day)
    // A day that is still to come can only be a rest day, for which there is a button.
    return day > days.today && !isStudied ? nil : toggle
  }

  private mutating func command(_ key: EditKey) -> EditEffect? {
    if showsHelp {
      showsHelp = false
      return nil
    }
    switch key {
    case .left: goTo(day.advanced(by: -1))
    case .right: goTo(day.advanced(by: 1))
    case .up: goTo(day.advanced(by: -7))
    case .down: goTo(day.advanced(by: 7))
    case .pageUp: goTo(months: -1)
    case .pageDown: goTo(months: 1)
    case .letter(" "), .enter: return toggle
    case .letter("t"): goTo(days.today)
    case .letter("n"): note = days.notes[day] ?? ""
    case .letter("r"): return rest
    case .letter("u"): return .run([["undo"]])
    case .letter("?"): showsHelp = true
    case .letter("q"): return .quit
    // A key that the terminal's description lacks begins as Escape does, so that it ends nothing.
    case .letter, .backspace, .escape: break
    }
    return nil
  }

  /// What the user sees decides, whatever another program has done meanwhile.
  private var toggle: EditEffect { .run([[isStudied ? "unmark" : "mark", day.description]]) }

  /// A studied day becomes a rest day instead; the mark goes last, so that one *undo* brings it back.
  private var rest: EditEffect {
    let set = ["rest", day.description]
    guard isStudied else {
      let isSingle = days.record.rest.single.contains(day)
      return .run([isSingle ? ["rest", "--clear", day.description] : set])
    }
    return .run((days.record.rest.contains(day) ? [] : [set]) + [["unmark", day.description]])
  }

  private var isStudied: Bool { days.record.days.contains(day) }

  private mutating func type(_ key: EditKey) -> EditEffect? {
    guard let typed = note else { return nil }
    switch key {
    case .letter(let scalar): note?.unicodeScalars.append(scalar)
    case .backspace: note = String(typed.dropLast())
    case .escape: note = nil
    case .enter:
      note = nil
      return .run([["note", day.description, "--", typed]])
    default: break
    }
    return nil
  }

  private mutating func goTo(_ day: Day?) {
    guard let day, note == nil else { return }
    if day != self.day { answer = "" }
    self.day = day
  }

  /// Goes to the same day of another month, or to its last one.
  private mutating func goTo(months: Int) {
    guard let month = day.month.advanced(by: months) else { return }
    goTo(month.days.lowerBound.advanced(by: min(day.dayOfMonth, month.length) - 1))
  }

  // MARK: The screen

  /// The lines of the screen, and where the cursor is.
  public var screen: (lines: [StyledLine], cursor: (row: Int, column: Int)) {
    let page = days.page(day.month)
    var lines = days.drawing.month(page, selected: day)
    // Every month takes as many lines, so that nothing jumps.
    lines += Array(repeating: StyledLine(), count: max(0, EditModel.monthLines - lines.count))
    lines += texts([days.progress(page)])
    let bottom = bottom
    let middle = [StyledLine()] + (showsHelp ? texts(help) : aboutDay(page))
    lines += middle.prefix(max(0, rows - lines.count - bottom.count))
    lines += Array(repeating: StyledLine(), count: max(0, rows - lines.count - bottom.count))
    lines = Array(lines.prefix(max(0, rows - bottom.count)) + bottom)
    return (lines, cursor(lines))
  }

  /// A heading, the weekdays and six weeks.
  private static let monthLines = 8

  private func aboutDay(_ page: CalendarPage) -> [StyledLine] {
    let state = days.state(day)
    let heading = DateText.long(day) + (state.isEmpty ? "" : " · " + state)
    return texts([heading], Style(isBold: true))
      + texts([days.explanation(day).joined(separator: " ")])
      + [StyledLine()] + CalendarDrawing.legend(days.drawing.signs(page), columns: columns)
  }

  private var help: [String] { EditText.help.split(separator: "\n").map(String.init) }

  /// The last answer and the buttons, or the note that is typed and its keys.
  private var bottom: [StyledLine] {
    guard note == nil else {
      let keys = DisplayWidth.cut(" " + EditText.noteKeys, to: columns - 1)
      return [StyledLine(shownNote), StyledLine(keys, Style(isFaint: true))]
    }
    return texts(answer.isEmpty ? [] : [answer], Style(isBold: true)).prefix(3) + buttons.lines
  }

  /// The buttons, which leave the month and an answer their lines.
  private var buttons: EditButtons {
    EditButtons(columns: columns, limit: max(1, rows - EditModel.monthLines - 2))
  }

  /// The note with as much of its end as fits.
  private var shownNote: String {
    let begin = " " + EditText.note + " "
    let room = columns - DisplayWidth.columns(of: begin) - 1
    var shown = SafeText.line(note ?? "")
    while DisplayWidth.columns(of: shown) > max(0, room) { shown.removeFirst() }
    return begin + shown
  }

  private func cursor(_ lines: [StyledLine]) -> (row: Int, column: Int) {
    guard note == nil else { return (lines.count - 2, lines[max(0, lines.count - 2)].width) }
    // Before the number, of which a block would hide a digit.
    return days.drawing.place(of: day).map { ($0.row, $0.column - 1) } ?? (0, 0)
  }

  /// Texts in lines that are indented by a column and fit.
  private func texts(_ texts: [String], _ style: Style = .plain) -> [StyledLine] {
    texts.flatMap { DisplayWidth.wrapped($0, to: max(1, columns - 2)) }
      .map { StyledLine(" " + $0, style) }
  }
}
