internal import HaruSystem
internal import HaruText

/// How much the reader of a line has to do; docs/design.md#settings-errors-logs says which is which.
enum LogLevel: Int {
  // With the priorities of syslog(3).
  case debug = 7
  case notice = 5
  case warning = 4
  case error = 3
}

/// Where the agent tells what it does, one line an event.
struct Log {
  /// Whether each event and decision is told too.
  let isVerbose: Bool
  /// Receives each line.
  let write: (LogLevel, String) -> Void

  /// Tells an event or a decision.
  func debug(_ line: @autoclosure () -> String) {
    if isVerbose { write(.debug, line()) }
  }

  /// Tells a change of state.
  func notice(_ line: String) { write(.notice, line) }

  /// Tells what the user may want to look at.
  func warning(_ line: String) { write(.warning, line) }

  /// Tells what the user has to act on.
  func error(_ line: String) { write(.error, line) }
}

extension Log {
  /// Writes to standard error; under systemd each line begins with the level, as the journal reads it.
  init(isVerbose: Bool) {
    let isJournal = StandardStream.isJournal
    self.init(isVerbose: isVerbose) { level, line in
      let line = SafeText.line(line)
      // There is nowhere to report a failure.
      StandardStream.error.write(
        isJournal ? "<\(level.rawValue)>\(line)\n" : "haru-agent: \(level): \(line)\n")
    }
  }
}
