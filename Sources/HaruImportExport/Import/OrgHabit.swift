internal import HaruCore

/// Headlines of Emacs Org with a log of state changes, as org-habit keeps it
/// (docs/formats.md#org-habit).
enum OrgHabit: ImportFormat {
  static let name = "org"

  static func recognizes(_ source: Source) -> Bool {
    guard let text = source.text else { return false }
    let lines = text.lines.lazy.map(\.text).drop { !isHeadline($0) }
    return lines.contains { StateChange($0) != nil }
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let file = File(text)
    let marked = file.headlines.filter(\.isHabit)
    let logged = file.headlines.filter { !$0.changes.isEmpty }
    let headline = try options.choose(from: marked.isEmpty ? logged : marked, name: \.name)
    var builder = ImportBuilder(today: options.today)
    for (line, change) in headline.changes {
      guard let day = Day(change.date) else {
        builder.skip(.line(line), .notADate(change.date))
        continue
      }
      builder.add(change.state == file.done ? .studied : .nothing, of: day, at: .line(line))
    }
    return builder.found("Org", sourceID: "org:" + headline.name, habit: headline.name)
  }

  /// A line such as `- State "DONE"  from "TODO"  [2026-11-20 Fri 21:30]`.
  private struct StateChange {
    let state: String
    let date: String

    init?(_ line: String) {
      let line = line.drop { $0 == " " || $0 == "\t" }
      guard line.hasPrefix("- State \""), let stamp = line.lastIndex(of: "[") else { return nil }
      state = String(line.dropFirst(9).prefix { $0 != "\"" })
      date = String(line[stamp...].dropFirst().prefix { $0 != " " && $0 != "]" })
    }
  }

  private struct Headline {
    let name: String
    var isHabit = false
    var changes: [(line: Int, change: StateChange)] = []
  }

  private struct File {
    private(set) var headlines: [Headline] = []
    /// The keyword of a task that is done.
    private(set) var done = "DONE"
    private var keywords: Set<String> = ["TODO", "DONE"]

    init(_ text: Text) {
      for (number, line) in text.lines {
        if line.hasPrefix("#+") {
          readKeywords(line)
        } else if OrgHabit.isHeadline(line) {
          headlines.append(Headline(name: name(of: line)))
        } else if let change = StateChange(line), !headlines.isEmpty {
          headlines[headlines.count - 1].changes.append((number, change))
        } else if isStyle(line), !headlines.isEmpty {
          headlines[headlines.count - 1].isHabit = true
        }
      }
    }

    private func isStyle(_ line: String) -> Bool {
      let words = line.lowercased().split(separator: " ")
      return words.count == 2 && words[0] == ":style:" && words[1] == "habit"
    }

    /// Reads `#+TODO: TODO NEXT | DONE CANCELLED`: the first word behind the bar is done.
    private mutating func readKeywords(_ line: String) {
      let parts = line.split(separator: ":", maxSplits: 1)
      let names = ["#+todo", "#+seq_todo", "#+typ_todo"]
      guard parts.count == 2, names.contains(parts[0].lowercased()) else { return }
      // A letter in parentheses is the key that chooses the word.
      let words = parts[1].split(separator: " ").map { $0.prefix { $0 != "(" } }
      keywords.formUnion(words.map(String.init))
      if let bar = words.firstIndex(of: "|"), bar + 1 < words.count {
        done = String(words[bar + 1])
      } else if let last = words.last {
        done = String(last)
      }
    }

    /// The text of a headline, without its keyword, priority and tags.
    private func name(of line: String) -> String {
      var words = line.drop { $0 == "*" }.split(separator: " ")
      if let first = words.first, keywords.contains(String(first)) { words.removeFirst() }
      if words.first?.hasPrefix("[#") == true { words.removeFirst() }
      if let last = words.last, last.count > 2, last.hasPrefix(":"), last.hasSuffix(":") {
        words.removeLast()
      }
      return words.joined(separator: " ")
    }
  }

  private static func isHeadline(_ line: String) -> Bool {
    line.hasPrefix("*") && line.drop { $0 == "*" }.hasPrefix(" ")
  }
}
