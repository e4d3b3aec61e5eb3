internal import HaruCore

/// A log of habits with a line for each habit and day, as a file or as the file `log` of a folder.
protocol LineLog: ImportFormat {
  /// Reads a line; `nil` if its program would not read it.
  static func entry(_ line: String) -> LogEntry?

  /// Why a line is not read.
  static func reason(against line: String) -> Import.Reason
}

/// A line of a log.
struct LogEntry {
  let day: Day
  let habit: String
  let state: DayState
  var comment = ""

  /// The words for the state of a day.
  static let results: [String: DayState] = ["y": .studied, "n": .nothing, "s": .rest]
}

extension LineLog {
  static func recognizes(_ source: Source) -> Bool {
    guard let log = (try? log(of: source)) ?? nil else { return false }
    let first = log.lines.lazy.filter { isEntry($0.text) }.prefix(20)
    return first.contains { entry($0.text) != nil }
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let log = try log(of: source) else { throw .otherFormat }
    // The last line about a day wins, as in the programs that write such logs.
    var builder = ImportBuilder(today: options.today, merging: .lastWins)
    var entries: [(line: Int, entry: LogEntry)] = []
    for line in log.lines where isEntry(line.text) {
      if let entry = entry(line.text) {
        entries.append((line.number, entry))
      } else {
        builder.skip(.line(line.number), reason(against: line.text))
      }
    }
    let habit = try options.choose(from: unique(entries.lazy.map(\.entry.habit)), name: { $0 })
    for (line, entry) in entries where entry.habit == habit {
      builder.add(entry.state, of: entry.day, note: entry.comment, at: .line(line))
    }
    return builder.found(name, sourceID: name + ":" + habit, habit: habit)
  }

  private static func log(of source: Source) throws(ImportError) -> Text? {
    if let text = source.text { return text }
    return try source.folder?.text("log")
  }

  private static func isEntry(_ line: String) -> Bool {
    !line.hasPrefix("#") && line.contains { !$0.isWhitespace }
  }
}
