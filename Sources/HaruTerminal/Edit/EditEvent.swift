/// Something that the editor answers.
///
/// What the mouse does has its time, in milliseconds of a clock that only goes on.
public enum EditEvent: Sendable {
  /// A key of the keyboard.
  case key(EditKey)
  /// A letter of a text that was pasted.
  case pasted(Unicode.Scalar)
  /// A press of the mouse's first button.
  case press(row: Int, column: Int, time: Int)
  /// The mouse is somewhere else, while that button is held.
  case drag(row: Int, column: Int)
  /// That button was let go.
  case release(row: Int, column: Int, time: Int)
  /// A turn of its wheel: 1 for the next month, -1 for the one before.
  case wheel(Int)
  /// The terminal has this size.
  case size(rows: Int, columns: Int)
  /// The days as they are now.
  case days(EditedDays)
  /// The answer to a change that was made.
  case done(String)
  /// Why a change was not made.
  case failed(String)
  /// Why the days cannot be read now.
  case unreadable(String)
}

/// A key of the keyboard.
public enum EditKey: Hashable, Sendable {
  case up, down, left, right, home, end, pageUp, pageDown, enter, escape, backspace, delete
  case shiftUp, shiftDown, shiftLeft, shiftRight
  /// Ctrl+U and Ctrl+W.
  case eraseLine, eraseWord
  /// A letter; further scalars may complete it.
  case letter(Unicode.Scalar)
}

/// What the editor wants to be done.
public enum EditEffect: Hashable, Sendable {
  /// To run the command line with these words.
  case run([String])
  /// To end.
  case quit
}
