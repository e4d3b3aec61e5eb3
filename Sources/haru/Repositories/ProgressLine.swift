import HaruDesktop

/// A line of a terminal that is written again and again, and is gone at the end.
@MainActor
final class ProgressLine {
  private let columns: Int
  private var isDrawn = false

  /// Takes a line of standard error; `nil` if that is no terminal.
  init?() {
    guard StandardStream.error.isTerminal else { return nil }
    // In the last column some terminals go on to the next line.
    columns = (StandardStream.error.columns ?? 80) - 1
  }

  func draw(_ text: String) {
    // Blanks to the end, and no escape sequence: that, every terminal understands.
    StandardStream.error.write("\r" + DisplayWidth.fitted(text, to: max(columns, 0)))
    isDrawn = true
  }

  func clear() {
    guard isDrawn else { return }
    draw("")
    StandardStream.error.write("\r")
    isDrawn = false
  }
}
