internal import HaruSystem
internal import HaruText
internal import Logging

/// Writes the log to standard error, one line an event; under systemd each line begins with the
/// level, in the form that the journal understands.
struct Log: LogHandler {
  /// The lowest level that is written.
  var logLevel: Logger.Level
  /// Values that are added to each line.
  var metadata: Logger.Metadata = [:]
  private let isJournal: Bool

  /// Makes the log of a program.
  init(isVerbose: Bool) {
    logLevel = isVerbose ? .debug : .notice
    isJournal = StandardStream.isJournal
  }

  /// A value that is added to each line.
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes one line.
  func log(event: LogEvent) {
    let message = SafeText.line(event.message.description)
    let line =
      isJournal
      ? "<\(Log.priority(event.level))>\(message)\n" : "haru-agent: \(event.level): \(message)\n"
    // There is nowhere to report a failure.
    StandardStream.error.write(line)
  }

  /// The priority of syslog(3) for a level.
  private static func priority(_ level: Logger.Level) -> Int {
    switch level {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
