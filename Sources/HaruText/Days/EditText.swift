public import HaruCore

/// Sentences of the editor of the calendar (`haru calendar --edit`).
public enum EditText {
  /// The words of the buttons.
  public static var buttons: [String] {
    // Translators: buttons; their order and the dots stay.
    labels(text("studied · rest · note · undo · help · quit"))
  }

  /// The words of the buttons while a note is typed.
  public static var noteButtons: [String] {
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
  public static var help: String {
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
  public static var note: String { text("Note:") }

  /// What can be done with a day after today.
  public static var ahead: String {
    text("This day is still to come: it can be a rest day, and be studied when it is here.")
  }

  /// The state of a day in a few words; none for an ordinary day that is still to come.
  public static func state(_ cell: CalendarPage.Cell, note: String?, reason: String?) -> String {
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
  public static func line(
    _ cell: CalendarPage.Cell, note: String?, reason: String?
  ) -> String {
    let state = state(cell, note: note, reason: reason)
    return DateText.short(cell.day) + (state.isEmpty ? "" : " · " + state)
  }

  /// Why lines are typed, on a terminal of a kind that is unknown or cannot draw.
  public static func cannotDraw(_ kind: String) -> String {
    text(
      "This terminal cannot draw the calendar (TERM={kind}), so it is changed by words.",
      ["kind": SafeText.value(kind)])
  }

  /// What can be typed where each answer is a line.
  public static var plainHelp: String {
    // Translators: the English words are typed, and stay; TEXT stands for the text of a note.
    text(
      """
      Type a day, and what it is: 18 studied, 18 not studied, 18 rest, 18 not rest, 18 note TEXT. \
      A day alone explains it. Or type month, next, previous, today, undo, help or quit.
      """)
  }

  /// Words that are none of those.
  public static func notUnderstood(_ words: String) -> String {
    text(
      "not understood: {words}; type help to see what can be typed",
      ["words": SafeText.value(words)])
  }
}
