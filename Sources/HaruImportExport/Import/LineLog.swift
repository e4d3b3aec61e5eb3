internal import HaruCore

/// A log of habits with a line for each habit and day, as a file or as the file `log` of a folder.
protocol LineLog: ImportFormat {
  /// Reads a line; throws the reason if its program would not read it.
  static func parse(_ line: String) throws(Import.Reason) -> HabitLine
}

/// A line of a log.
struct HabitLine {
  let day: Day
  let habit: String
  let state: DayState
  var comment = ""

  /// The words for the state of a day.
  private static let results: [String: DayState] = ["y": .studied, "n": .nothing, "s": .rest]

  /// The state that a word stands for.
  static func state(_ word: String) throws(Import.Reason) -> DayState {
    if let state = results[word] { return state }
    throw word.isEmpty ? .noValue : .unknownValue(word)
  }
}

extension LineLog {
  static func recognizes(_ source: Source) -> Bool {
    guard let log = (try? log(of: source)) ?? nil else { return false }
    let first = log.lines.lazy.filter { isHabitLine($0.text) }.prefix(20)
    return first.contains { (try? parse($0.text)) != nil }
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let log = try log(of: source) else { throw .otherFormat }
    // The last line about a day wins, as in the programs that write such logs.
    var builder = ImportBuilder(options, lastWins: true)
    var parsed: [(number: Int, line: HabitLine)] = []
    for line in log.lines where isHabitLine(line.text) {
      do throws(Import.Reason) {
        parsed.append((line.number, try parse(line.text)))
      } catch {
        builder.skip(.line(line.number), error)
      }
    }
    let habit = try options.choose(from: unique(parsed.lazy.map(\.line.habit)), name: { $0 })
    for (number, line) in parsed where line.habit == habit {
      builder.add(line.state, of: line.day, note: line.comment, at: .line(number))
    }
    return builder.found(name, sourceID: name + ":" + habit, habit: habit)
  }

  private static func log(of source: Source) throws(ImportError) -> Text? {
    if let text = source.text { return text }
    return try source.folder?.text("log")
  }

  private static func isHabitLine(_ line: String) -> Bool {
    line.unicodeScalars.first != "#" && line.contains { !$0.isWhitespace }
  }
}
