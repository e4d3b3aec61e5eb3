internal import HaruCore
internal import HaruText

/// Sentences of the editor of the calendar (`haru calendar --edit`).
enum EditText {
  /// The words of the buttons.
  static var buttons: [String] {
    // Translators: buttons; their order and the dots stay.
    labels(text("studied · rest · note · undo · help · quit"))
  }

  /// The words of the buttons while a note is typed.
  static var noteButtons: [String] {
    // Translators: buttons below a note that is typed; their order and the dot stay.
    labels(text("save · cancel"))
  }

  private static func labels(_ words: String) -> [String] {
    let labels = words.parts(between: " · ").map(String.init)
    guard Direction.ofLanguage == .rightToLeft else { return labels }
    // A terminal that knows directions would show words side by side from the right.
    return labels.map { "\u{2068}" + $0 + "\u{2069}" }
  }

  /// All keys, a line for each.
  static var help: String {
    // Translators: keys and what they do, a line for each; the letters stay.
    text(
      """
      A click or arrows: choose a day
      Drag, or Shift and arrows: choose several
      Space, or a click on the chosen day: mark, or clear the mark
      r: make a rest day, or an ordinary one
      n: write a note
      u: undo the last change
      Page Up, Page Down or the wheel: another month
      t, or a click on the month: today
      q: quit
      """)
  }

  /// In front of the note that is typed.
  static var note: String { text("Note:") }

  /// The state of a day in a few words; none for an ordinary day that is still to come.
  static func state(_ cell: CalendarPage.Cell, note: String?, reason: String?) -> String {
    var words: [String] = []
    if cell.isToday { words.append(CalendarText.meaning(.today)) }
    if cell.isStudied {
      words.append(ExplainText.role(.counts))
    } else if cell.isRest {
      words.append(ExplainText.role(.rests))
    } else if !cell.isAhead {
      words.append(ExplainText.role(cell.isToday ? .isOpen : .breaks))
    }
    if let reason, !reason.isEmpty { words.append(SafeText.line(reason)) }
    if let note { words.append(ExplainText.note(note)) }
    return words.joined(separator: " · ")
  }

  /// A day of the month with its state, such as `Fri 20 · studied`.
  static func line(
    _ cell: CalendarPage.Cell, note: String?, reason: String?
  ) -> String {
    let state = state(cell, note: note, reason: reason)
    return DateText.short(cell.day) + (state.isEmpty ? "" : " · " + state)
  }
}
