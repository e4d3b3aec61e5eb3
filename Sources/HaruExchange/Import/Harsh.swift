internal import HaruCore

/// The log of harsh, lines of `2026-11-20 : Study : y : comment : amount` (docs/formats.md#harsh).
enum Harsh: ImportFormat {
  static let name = "harsh"

  static func recognizes(_ source: Source) -> Bool {
    guard let log = (try? log(of: source)) ?? nil else { return false }
    let first = log.lines.lazy.filter { isEntry($0.text) }.prefix(20)
    return first.contains { Entry($0.text) != nil }
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let log = try log(of: source) else { throw .otherFormat }
    // The last line about a day wins, as in harsh.
    var gathering = Gathering(today: options.today, merging: .lastWins)
    var entries: [(line: Int, entry: Entry)] = []
    for line in log.lines where isEntry(line.text) {
      if let entry = Entry(line.text) {
        entries.append((line.number, entry))
      } else {
        gathering.skip(.line(line.number), reason(against: line.text))
      }
    }
    let habit = try options.choose(from: unique(entries.map(\.entry.habit)), name: { $0 })
    for (line, entry) in entries where entry.habit == habit {
      gathering.add(entry.state, of: entry.day, note: entry.comment, at: .line(line))
    }
    return gathering.found("harsh", sourceID: "harsh:" + habit, habit: habit)
  }

  private struct Entry {
    let day: Day
    let habit: String
    let state: DayState
    let comment: String

    /// Reads a line; `nil` if harsh would not read it.
    init?(_ line: String) {
      let parts = Harsh.parts(of: line)
      guard (3...5).contains(parts.count), let day = Day(parts[0]),
        let state = Harsh.results[parts[2]]
      else { return nil }
      (self.day, habit, self.state) = (day, parts[1], state)
      comment = parts.count > 3 ? parts[3] : ""
    }
  }

  private static let results: [String: DayState] = ["y": .studied, "n": .nothing, "s": .rest]

  private static func log(of source: Source) throws(ImportError) -> Text? {
    if let text = source.text { return text }
    return try source.folder?.text("log")
  }

  private static func isEntry(_ line: String) -> Bool {
    !line.hasPrefix("#") && line.contains { !$0.isWhitespace }
  }

  private static func parts(of line: String) -> [String] {
    // Editors remove the space at the end of a line whose last part is empty.
    (line + " ").split(separator: " : ", omittingEmptySubsequences: false).map(trimmed)
  }

  private static func reason(against line: String) -> Import.Reason {
    let parts = parts(of: line)
    guard (3...5).contains(parts.count) else { return .parts(parts.count) }
    guard Day(parts[0]) != nil else { return .notADate(parts[0]) }
    return parts[2].isEmpty ? .noValue : .unknownValue(parts[2])
  }
}
