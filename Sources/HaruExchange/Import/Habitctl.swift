internal import HaruCore

/// The log of habitctl, lines of a day, a habit and a result with tabs between them
/// (docs/formats.md#habitctl).
enum Habitctl: ImportFormat {
  static let name = "habitctl"

  static func recognizes(_ source: Source) -> Bool {
    guard let log = (try? log(of: source)) ?? nil else { return false }
    let first = log.lines.lazy.filter { !$0.text.isEmpty }.prefix(20)
    return first.contains { Entry($0.text) != nil }
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let log = try log(of: source) else { throw .otherFormat }
    // The last line about a day wins, as in habitctl.
    var gathering = Gathering(today: options.today, merging: .lastWins)
    var entries: [(line: Int, entry: Entry)] = []
    for line in log.lines where !line.text.isEmpty {
      if let entry = Entry(line.text) {
        entries.append((line.number, entry))
      } else {
        gathering.skip(.line(line.number), reason(against: line.text))
      }
    }
    let habit = try options.choose(from: unique(entries.map(\.entry.habit)), name: { $0 })
    for (line, entry) in entries where entry.habit == habit {
      gathering.add(entry.state, of: entry.day, at: .line(line))
    }
    return gathering.found("habitctl", sourceID: "habitctl:" + habit, habit: habit)
  }

  private struct Entry {
    let day: Day
    let habit: String
    let state: DayState

    init?(_ line: String) {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 3, let day = Day(String(parts[0])),
        let state = results[trimmed(parts[2])]
      else { return nil }
      (self.day, habit, self.state) = (day, trimmed(parts[1]), state)
    }
  }

  private static let results: [String: DayState] = ["y": .studied, "n": .nothing, "s": .rest]

  private static func log(of source: Source) throws(ImportError) -> Text? {
    if let text = source.text { return text }
    return try source.folder?.text("log")
  }

  private static func reason(against line: String) -> Import.Reason {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { return .cells(parts.count, of: 3) }
    guard Day(parts[0]) != nil else { return .notADate(parts[0]) }
    return parts[2].isEmpty ? .noValue : .unknownValue(parts[2])
  }
}
