import Glibc
import HaruCommand
import HaruSystem

/// A question to the person at the terminal; a script is asked nothing.
enum Question {
  static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && StandardStream.error.isTerminal }

  /// Asks, and reads one line; only a *yes* of the user's language is one.
  static func isAnsweredYes(_ question: String) -> Bool {
    StandardStream.error.writeSafely(question + " ")
    return readLine().map { rpmatch($0) == 1 } ?? false
  }
}
