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
    var builder = ImportBuilder(options)
    for (line, change) in headline.changes {
      guard let day = Day(change.date) else {
        builder.skip(.line(line), .notADate(change.date))
        continue
      }
      let isDone = file.done.contains(change.state)
      builder.add(isDone ? .studied : .nothing, of: day, at: .line(line))
    }
    return builder.found("Org", sourceID: "org:" + headline.name, habit: headline.name)
  }

  /// A line such as `- State "DONE"  from "TODO"  [2026-11-20 Fri 21:30]`.
  private struct StateChange {
    let state: String
    /// The states that it names.
    let states: [String]
    let date: String

    init?(_ line: String) {
      let line = line.drop { $0 == " " || $0 == "\t" }
      guard line.hasPrefix("- State \""), let stamp = line.lastIndex(of: "[") else { return nil }
      let parts = line[..<stamp].split(separator: "\"", omittingEmptySubsequences: false)
      state = String(parts[1])
      states = stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
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
    private let words: StateWords
    /// The states of a task that is done.
    var done: Set<String> { words.done }

    init(_ text: Text) {
      words = StateWords(of: text)
      for (number, line) in text.lines {
        if OrgHabit.isHeadline(line) {
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

    /// The text of a headline, without its state, priority, tags and cookies: those change, and the
    /// name is the identity of the habit.
    private func name(of line: String) -> String {
      var parts = OrgHabit.withoutCookies(line.drop { $0 == "*" }).split(
        whereSeparator: \.isWhitespace)
      if let first = parts.first, words.all.contains(String(first)) { parts.removeFirst() }
      if parts.first?.hasPrefix("[#") == true { parts.removeFirst() }
      if let last = parts.last, last.count > 2, last.hasPrefix(":"), last.hasSuffix(":") {
        parts.removeLast()
      }
      return parts.joined(separator: " ")
    }
  }

  /// The words for the state of a task, which stand before its name.
  private struct StateWords {
    private(set) var all: Set<String> = ["TODO", "DONE"]
    /// Those of a task that is done.
    private(set) var done: Set<String> = []

    /// Finds the words of a file: those that it declares, else those that are usual in the settings
    /// of Emacs; and those that its log names.
    init(of text: Text) {
      for (_, line) in text.lines {
        if line.hasPrefix("#+") {
          readDeclaration(line)
        } else if let change = StateChange(line) {
          all.formUnion(change.states)
        }
      }
      guard done.isEmpty else { return }
      done = ["DONE"]
      all.formUnion(StateWords.usual)
    }

    /// Reads `#+TODO: TODO NEXT | DONE CANCELLED`: the first word behind the bar is done.
    private mutating func readDeclaration(_ line: String) {
      let parts = line.split(separator: ":", maxSplits: 1)
      let names = ["#+todo", "#+seq_todo", "#+typ_todo"]
      guard parts.count == 2, names.contains(parts[0].lowercased()) else { return }
      // A letter in parentheses is the key that chooses the word.
      let words = parts[1].split(separator: " ").map { $0.prefix { $0 != "(" } }
      all.formUnion(words.map(String.init))
      if let bar = words.firstIndex(of: "|"), bar + 1 < words.count {
        done.insert(String(words[bar + 1]))
      } else if let last = words.last {
        done.insert(String(last))
      }
    }

    /// The words of Org's manual and of settings that many share.
    private static let usual = [
      "NEXT", "WAITING", "WAIT", "HOLD", "STARTED", "STRT", "DOING", "INPROGRESS", "IN-PROGRESS",
      "IN_PROGRESS", "ONGOING", "SOMEDAY", "MAYBE", "PROJ", "PROJECT", "LOOP", "IDEA", "DELEGATED",
      "DEFERRED", "CANCELLED", "CANCELED", "KILL", "HABIT",
    ]
  }

  /// A text without cookies such as `[1/3]` and `[33%]`, which count what is done.
  private static func withoutCookies(_ text: Substring) -> String {
    var (name, rest) = ("", text)
    while let open = rest.firstIndex(of: "[") {
      name += rest[..<open]
      rest = rest[open...].dropFirst()
      let inside = rest.prefix { "0123456789/%".contains($0) }
      let (behind, signs) = (rest[inside.endIndex...], inside.filter { "/%".contains($0) })
      if behind.first == "]", signs == "/" || signs == "%" && inside.last == "%" {
        rest = behind.dropFirst()
      } else {
        name += "["
      }
    }
    return name + rest
  }

  private static func isHeadline(_ line: String) -> Bool {
    line.hasPrefix("*") && line.drop { $0 == "*" }.hasPrefix(" ")
  }
}
