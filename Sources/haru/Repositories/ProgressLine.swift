import HaruDesktop
import HaruSystem

/// A line on a terminal that is overwritten, and erased at the end.
@MainActor
final class ProgressLine {
  private let columns: Int
  private var isDrawn = false

  /// `nil` if standard error is no terminal.
  init?() {
    guard StandardStream.error.isTerminal else { return nil }
    // Some terminals wrap after the last column.
    columns = (StandardStream.error.columns ?? 80) - 1
  }

  func draw(_ text: String) {
    // Blanks to the end instead of an escape sequence: every terminal understands them.
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
