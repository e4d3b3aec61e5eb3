/// Something that the editor answers.
public enum EditEvent: Sendable {
  /// A key of the keyboard.
  case key(EditKey)
  /// A press of the mouse's first button.
  case press(row: Int, column: Int)
  /// A turn of its wheel: 1 for the next month, -1 for the one before.
  case wheel(Int)
  /// The terminal has this size.
  case size(rows: Int, columns: Int)
  /// The days as they are now.
  case days(EditedDays)
  /// The answer to a change, or why the store cannot be read.
  case answer(String)
}

/// A key of the keyboard.
public enum EditKey: Hashable, Sendable {
  case up, down, left, right, pageUp, pageDown, enter, escape, backspace
  /// A letter; further scalars may complete it.
  case letter(Unicode.Scalar)
}

/// What the editor wants to be done.
public enum EditEffect: Hashable, Sendable {
  /// To run the command line with each of these lists of words, until one fails.
  case run([[String]])
  /// To end.
  case quit
}
