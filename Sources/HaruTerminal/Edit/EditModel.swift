public import HaruCore
internal import HaruDesktop
internal import HaruText

/// The editor of the calendar as a value: events change it, and its screen is worked out from it.
///
/// To look changes nothing: a click selects a day, a drag several, and only a key, a button or a click on what is
/// selected asks for a change. A change is a command of the command line, whose rules, log entries and answers are
/// those of the editor. What is shown changes when the days have been read again.
public struct EditModel: Sendable {
  private var days: EditedDays
  /// The day under the cursor.
  public private(set) var day: Day
  /// The other end of the selected days; the same day if only that is selected.
  private var anchor: Day
  /// The last month that is shown: to select another day of those that are shown moves none of them.
  private var last: Month
  private var (rows, columns) = (24, 80)
  /// The note that is being typed; `nil` in between.
  private var note: EditNote?
  /// The first line of the help that is shown; `nil` while the calendar is.
  private var helpLine: Int?
  /// The last answer.
  private var answer = ""
  /// Whether it tells why the days cannot be read.
  private var isUnreadable = false
  /// Who has selected what is selected.
  private var choice = Choice.program
  /// The day on which the mouse's button is held, and whether letting go there asks for a change.
  private var held: (day: Day, isChosen: Bool)?
  /// What a click has done last, and when.
  private var clicked: (what: Clicked, time: Int)?

  private enum Choice {
    /// At the beginning, and at midnight, the program has selected today: a click may mark it, and clears nothing.
    case program
    /// The user has selected it, or has changed it since: a click changes it.
    case user
    /// The user has done something else since, such as a note or an undo: a click selects it once more.
    case passed
  }

  private enum Clicked {
    case day(Day)
    /// A button, by the place of the pointer: after the first click another may stand there.
    case button(row: Int, column: Int)

    /// Whether a hand that clicks twice does both.
    func isSame(as other: Clicked) -> Bool {
      switch (self, other) {
      case (.day(let day), .day(let other)): day == other
      case (.button(let row, let column), .button(let otherRow, let otherColumn)):
        row == otherRow && abs(column - otherColumn) <= 2
      default: false
      }
    }
  }

  /// Two clicks within this time are one, as hands that know the double click make them.
  private static let doubleClickMilliseconds = 500

  /// Begins on a day.
  public init(_ days: EditedDays, on day: Day) {
    (self.days, self.day, anchor, last) = (days, day, day, day.month)
  }

  /// What would save a note that is being typed; `nil` if there is nothing new in it.
  public var unsaved: EditEffect? {
    note.flatMap { $0.isChanged ? save($0) : nil }
  }

  private func save(_ note: EditNote) -> EditEffect {
    .run(["note", day.description, "--", note.text])
  }

  /// The selected days.
  public var selected: ClosedRange<Day> { min(day, anchor)...max(day, anchor) }

  /// Changes it by an event.
  ///
  /// - Returns: What has to be done for it, if anything.
  public mutating func handle(_ event: EditEvent) -> EditEffect? {
    // Whatever comes between a press and its release makes it no click.
    switch event {
    case .key, .wheel, .pasted: held = nil
    default: break
    }
    switch event {
    case .size(let rows, let columns):
      (self.rows, self.columns) = (rows, columns)
      showMonth()
    case .days(let days): show(days)
    case .unreadable(let reason): (answer, isUnreadable) = (reason, true)
    case .done(let answer): (self.answer, isUnreadable, note) = (answer, false, nil)
    // A note that was not saved stays, so that it can be tried again.
    case .failed(let reason): (answer, isUnreadable) = (reason, false)
    case .wheel(let months): goTo(months: months)
    case .press(let row, let column, let time): return press(row, column, time)
    case .drag(let row, let column): drag(row, column)
    case .release(let row, let column, let time): return release(row, column, time)
    case .key(let key): return press(key)
    // Outside a note, what was pasted is a text and no row of commands.
    case .pasted(let scalar): note?.append(scalar)
    }
    return nil
  }

  private mutating func show(_ days: EditedDays) {
    // They can be read again.
    if isUnreadable { (answer, isUnreadable) = ("", false) }
    // Who stays on today goes with it into the new day.
    if selected == self.days.today...self.days.today, days.today != self.days.today {
      held = nil
      goTo(days.today, keepingAnswer: true)
    }
    self.days = days
  }

  // MARK: The mouse

  private mutating func press(_ row: Int, _ column: Int, _ time: Int) -> EditEffect? {
    held = nil
    let layout = layout
    let (line, place) = (row - layout.top, column - layout.left)
    let buttons = buttons(layout)
    if let key = buttons.key(row: line - layout.rows + buttons.lines.count, column: place) {
      return repeats(.button(row: row, column: column), time) ? nil : press(key)
    }
    if line == 0, let key = heading(layout).key(column: place), note == nil || key == .letter("q") {
      return command(key)
    }
    guard note == nil else { return nil }
    guard let day = shownDay(row, column) else {
      helpLine = nil
      return nil
    }
    held = (day: day, isChosen: selected == day...day && mayChange(day))
    goTo(day)
    choice = .user
    return nil
  }

  /// Whether a click on a day that is selected asks for a change.
  private func mayChange(_ day: Day) -> Bool {
    switch choice {
    case .program: !isStudied(day)
    case .user: true
    case .passed: false
    }
  }

  /// The day that is drawn at a place of the window; `nil` if there is none.
  private func shownDay(_ row: Int, _ column: Int) -> Day? {
    let layout = layout
    let line = row - layout.top
    guard helpLine == nil, line < layout.rows - buttons(layout).lines.count else { return nil }
    return layout.day(
      layout.months(endingWith: last), row: line, column: column - layout.left)
  }

  private mutating func drag(_ row: Int, _ column: Int) {
    guard let held, let there = shownDay(row, column) else { return }
    if there != held.day { self.held?.isChosen = false }
    extend(to: there)
  }

  /// A click on the day that was selected before changes it.
  private mutating func release(_ row: Int, _ column: Int, _ time: Int) -> EditEffect? {
    drag(row, column)
    defer { held = nil }
    guard let held, held.isChosen, shownDay(row, column) == day,
      // A day that is still to come can only be a rest day, for which there is a button.
      day <= days.today || isStudied(day), !repeats(.day(day), time)
    else { return nil }
    return toggle
  }

  /// Whether a click is the second one of a double click, whose first one has done what was meant.
  private mutating func repeats(_ what: Clicked, _ time: Int) -> Bool {
    if let clicked, clicked.what.isSame(as: what),
      time - clicked.time < EditModel.doubleClickMilliseconds
    {
      return true
    }
    clicked = (what, time)
    return false
  }

  // MARK: Keys

  private mutating func press(_ key: EditKey) -> EditEffect? {
    note == nil ? command(key) : type(key)
  }

  private mutating func command(_ key: EditKey) -> EditEffect? {
    if let line = helpLine {
      helpLine = key == .letter("?") ? helpPage(from: line, layout).next : nil
      // A user who reads about a key types that key next: it closes the help and does what it does elsewhere.
      if [.letter("?"), .escape].contains(key) { return nil }
    }
    switch key {
    case .left: goTo(day.advanced(by: -1))
    case .right: goTo(day.advanced(by: 1))
    case .up: goTo(day.advanced(by: -7))
    case .down: goTo(day.advanced(by: 7))
    case .shiftLeft: extend(to: day.advanced(by: -1))
    case .shiftRight: extend(to: day.advanced(by: 1))
    case .shiftUp: extend(to: day.advanced(by: -7))
    case .shiftDown: extend(to: day.advanced(by: 7))
    case .pageUp: goTo(months: -1)
    case .pageDown: goTo(months: 1)
    case .letter(" "), .enter:
      choice = .user
      return toggle
    case .letter("t"): goTo(days.today)
    case .letter("n"):
      // Of several days, the one on which the note will be.
      anchor = day
      (note, answer, choice) = (EditNote(text: days.notes[day] ?? ""), "", .passed)
    case .letter("r"):
      choice = .user
      return rest
    case .letter("u"):
      choice = .passed
      return .run(["undo"])
    case .letter("?"): helpLine = 0
    case .letter("q"): return .quit
    case .escape: goTo(day)
    case .letter, .backspace, .delete, .home, .end, .eraseLine, .eraseWord: break
    }
    return nil
  }

  private mutating func type(_ key: EditKey) -> EditEffect? {
    switch key {
    case .letter(let scalar): note?.append(scalar)
    case .escape: note = nil
    case .enter:
      // A note that was only looked at may have been changed elsewhere meanwhile.
      let unsaved = unsaved
      if unsaved == nil { note = nil }
      return unsaved
    default: note?.edit(by: key)
    }
    return nil
  }

  // MARK: Selecting

  private mutating func goTo(_ day: Day?, keepingAnswer: Bool = false) {
    guard let day, note == nil else { return }
    if day != self.day {
      choice = keepingAnswer ? .program : .user
      if !keepingAnswer { answer = "" }
    }
    (self.day, anchor) = (day, day)
    showMonth()
  }

  /// Shows the month of the day, as near as possible to the months that are shown.
  private mutating func showMonth() {
    let others = layout.count - 1
    if let first = last.advanced(by: -others), day.month < first {
      last = day.month.advanced(by: others) ?? day.month
    }
    last = max(last, day.month)
  }

  /// Goes to the same day of another month, or to its last one, and takes all months along.
  private mutating func goTo(months: Int) {
    guard note == nil, let month = day.month.advanced(by: months) else { return }
    last = last.advanced(by: months) ?? last
    goTo(month.days.lowerBound.advanced(by: min(day.dayOfMonth, month.length) - 1))
    // Nobody has pointed at this day.
    choice = .passed
  }

  /// Selects the days from the anchor to another one.
  private mutating func extend(to day: Day?) {
    guard let day, day != self.day, note == nil else { return }
    (self.day, answer) = (day, "")
    showMonth()
  }

  // MARK: Changing

  private func isStudied(_ day: Day) -> Bool { days.record.days.contains(day) }

  /// Marks the selected days, or clears them if all are marked; of days that are still to come none is marked.
  ///
  /// What the user sees decides, whatever another program has done meanwhile.
  private var toggle: EditEffect {
    let come = selected.inOrder.filter { $0 <= days.today }
    // For days that are all ahead, the command prints why they cannot be marked.
    let chosen = come.isEmpty ? selected.inOrder : come
    return .run([chosen.allSatisfy(isStudied) ? "unmark" : "mark"] + EditModel.words(chosen))
  }

  /// Makes the selected days rest days, or ordinary ones if all are rest days.
  ///
  /// Studied days among others stay what they are; where all are studied, they are meant.
  private var rest: EditEffect {
    let (known, free) = (days.record.rest, selected.inOrder.filter { !isStudied($0) })
    let chosen = free.isEmpty ? selected.inOrder : free
    let words = EditModel.words(chosen)
    guard free.isEmpty else {
      let areSingle = chosen.allSatisfy(known.single.contains)
      return .run(["rest"] + (areSingle ? ["--clear"] : []) + words)
    }
    return .run((chosen.allSatisfy(known.contains) ? ["unmark"] : ["rest", "--unmark"]) + words)
  }

  /// Days as the command line takes them, a word for those that follow each other.
  private static func words(_ days: [Day]) -> [String] {
    days.inRuns.map { run in
      run.lowerBound == run.upperBound
        ? run.lowerBound.description : "\(run.lowerBound)..\(run.upperBound)"
    }
  }

  // MARK: The screen

  /// The title of its window, such as `Haru, November 2026`.
  public var title: String { ListText.words(["Haru", CalendarText.title(day.month)]) }

  private var layout: EditLayout {
    EditLayout(rows: rows, columns: columns, firstWeekday: days.firstWeekday)
  }

  private func heading(_ layout: EditLayout) -> EditHeading {
    EditHeading(
      layout.months(endingWith: last), width: min(layout.grid.width, layout.columns))
  }

  /// Whether a note is typed; then the cursor has to be seen, while selected days are reversed.
  public var isTypingNote: Bool { note != nil }

  /// The lines of the screen, and where the cursor is.
  public var screen: (lines: [StyledLine], cursor: (row: Int, column: Int)) {
    let layout = layout
    let bottom = bottom(layout)
    let room = max(0, layout.rows - bottom.count)
    var lines =
      helpLine.map { [heading(layout).line, StyledLine()] + helpPage(from: $0, layout).lines }
      ?? months(layout) + progress(layout) + [StyledLine()] + aboutDay(layout)
    lines += Array(repeating: StyledLine(), count: max(0, room - lines.count))
    lines = Array(lines.prefix(room) + bottom)
    let (row, column) = cursor(lines, layout)
    let margin = Array(repeating: StyledLine(), count: layout.top)
    return (
      margin + lines.map { $0.moved(by: layout.left) },
      (layout.top + row, layout.left + column)
    )
  }

  /// The months beside each other, all with as many lines, so that nothing jumps.
  private func months(_ layout: EditLayout) -> [StyledLine] {
    var lines = Array(repeating: StyledLine(), count: layout.grid.lines)
    lines[0] = heading(layout).line
    for (month, column) in layout.months(endingWith: last) {
      let days = drawing(layout).days(days.page(month), selected: selected)
      for (row, line) in days.enumerated() where row + 1 < lines.count {
        lines[row + 1].append(StyledLine(), at: column)
        lines[row + 1].beginColumn()
        lines[row + 1].append(line, at: column)
      }
    }
    return lines
  }

  private func drawing(_ layout: EditLayout) -> CalendarDrawing {
    CalendarDrawing(layout.grid, noted: Set(days.notes.keys))
  }

  /// The progress of each month below it, and with that of the last one the streak.
  private func progress(_ layout: EditLayout) -> [StyledLine] {
    let shown = layout.months(endingWith: last)
    let columns = min(layout.grid.width - 1, layout.textWidth)
    let texts = shown.map { month, _ in
      let page = days.page(month)
      let text = month == last ? days.progress(page) : CalendarText.progress(page.progress) ?? ""
      return DisplayWidth.wrapped(text, to: columns)
    }
    let lines = (0..<(texts.map(\.count).max() ?? 0)).map { row in
      var line = StyledLine()
      for (text, month) in zip(texts, shown) where row < text.count {
        line.append(StyledLine(), at: month.column + 1)
        line.beginColumn()
        line.append(text[row])
      }
      return line
    }
    return (layout.isAiry ? [StyledLine()] : []) + lines
  }

  private func aboutDay(_ layout: EditLayout) -> [StyledLine] {
    let isOne = day == anchor
    let state = isOne ? days.state(day, most: rows * columns) : ""
    let heading =
      DateText.days(selected.inOrder, seenFrom: days.today)
      + (state.isEmpty ? "" : " · " + state)
    let shown = layout.months(endingWith: last).map { days.page($0.month) }
    let signs = shown.reduce(into: Set()) { $0.formUnion(drawing(layout).signs($1)) }
    return texts([heading], layout, Style(isBold: true))
      + texts(isOne ? [days.explanation(day).joined(separator: " ")] : [], layout)
      + [StyledLine()]
      + CalendarDrawing.legend(signs, columns: layout.textWidth + 2).map {
        $0.moved(by: layout.inset)
      }
  }

  /// The lines of the help from one of them on, as many as there is room for, and with which the next page begins.
  private func helpPage(
    from line: Int, _ layout: EditLayout
  ) -> (lines: [StyledLine], next: Int?) {
    let lines = texts(EditText.help.split(separator: "\n").map(String.init), layout).dropFirst(line)
    let room = layout.rows - bottom(layout).count - 2
    guard lines.count > room else { return (Array(lines), nil) }
    let page = lines.prefix(max(1, room - 1))
    return (page + texts(["…"], layout), line + page.count)
  }

  /// The last answer, the note that is typed, and the buttons.
  private func bottom(_ layout: EditLayout) -> [StyledLine] {
    let answer = texts(answer.isEmpty ? [] : [answer], layout, Style(isBold: true))
      .prefix(max(1, layout.rows - layout.grid.lines - 3))
    guard let note else { return answer + buttons(layout).lines }
    let (before, behind) = shown(note, layout)
    return answer + [StyledLine(before + behind).moved(by: layout.inset + 1)]
      + buttons(layout).lines
  }

  /// The buttons, which leave the month and an answer their lines.
  private func buttons(_ layout: EditLayout) -> EditButtons {
    EditButtons(
      columns: layout.columns, limit: max(1, layout.rows - layout.grid.lines - 2),
      forNote: note != nil)
  }

  /// The note with as much around the cursor as fits.
  private func shown(_ note: EditNote, _ layout: EditLayout) -> (before: String, behind: String) {
    let begin = EditText.note + " "
    let (before, behind) = note.shown(
      columns: layout.textWidth - DisplayWidth.columns(of: begin))
    return (begin + before, behind)
  }

  private func cursor(_ lines: [StyledLine], _ layout: EditLayout) -> (row: Int, column: Int) {
    if let note {
      let before = DisplayWidth.columns(of: shown(note, layout).before)
      return (lines.count - 1 - buttons(layout).lines.count, layout.inset + 1 + before)
    }
    let month = layout.months(endingWith: last).first { $0.month == day.month }
    guard let month, let place = layout.grid.place(of: day) else { return (0, 0) }
    // Before the number, of which a block would hide a digit where it is seen.
    return (place.row, month.column + place.column - 1)
  }

  /// Texts in lines that begin below the days and fit.
  private func texts(
    _ texts: [String], _ layout: EditLayout, _ style: Style = .plain
  ) -> [StyledLine] {
    texts.flatMap { DisplayWidth.wrapped($0, to: layout.textWidth) }
      .map { StyledLine($0, style).moved(by: layout.inset + 1) }
  }
}
