public import HaruCore

/// What sources say, and what is said of them (docs/sources.md).
public enum SourceText {
  // MARK: The notification

  /// The title of a day that a source has marked, such as `Studied · Anki: 43 reviews`.
  public static func studied(_ source: String, _ words: String) -> String {
    text("Studied") + " · " + said(source, words)
  }

  /// A line about yesterday, which a source has marked since.
  public static func yesterday(_ source: String, _ words: String) -> String {
    text("Yesterday: {reason}", ["reason": said(source, words)])
  }

  /// A source has failed twice in a row.
  public static func fails(_ source: String, because problem: String) -> String {
    text("The source {name} fails: {reason}", ["name": source, "reason": problem])
  }

  /// A source, and why it has failed when it was asked last.
  public static func state(_ source: String, _ problem: String?) -> String {
    text("source: {name}", ["name": source]) + (problem.map { " · " + SafeText.line($0) } ?? "")
  }

  /// A source that nobody has asked.
  public static func isNotAskedYet(_ source: String) -> String {
    text("the source {name} was not asked yet; to ask it: haru sources ask", ["name": source])
  }

  /// The name of a source as a heading, and its words.
  private static func said(_ source: String, _ words: String) -> String {
    let name = source.prefix(1).uppercased() + source.dropFirst()
    return words.isEmpty ? name : "\(name): \(SafeText.line(words))"
  }

  /// How many reviews a day had.
  public static func reviews(_ count: Int) -> String {
    text("{count} review", "{count} reviews", count: count)
  }

  // MARK: Commands

  /// There is no source.
  public static var none: String {
    text(
      "No file and no program tells Haru which days were studied. To keep a file: haru import FILE --keep NAME"
    )
  }

  /// A program in this home could be a source.
  public static func offer(_ program: String) -> String {
    text("Haru can see by itself what you study in {program}: haru sources", ["program": program])
  }

  /// What was found in this home, which was not read.
  public static var found: String { text("Found here, and not read yet:") }

  /// A source, what it has said last, and what it would say now.
  public static func block(
    _ name: String, of place: String, _ last: SourceAnswer?, asked: String?, now: SourceAnswer?
  ) -> [String] {
    var lines = ["\(name) · \(SafeText.line(place))"]
    if let last, let asked {
      lines.append(
        "  " + text("asked {when}: {answer}", ["when": asked, "answer": answer(last)]))
    }
    if let now { lines.append("  " + text("would say now: {answer}", ["answer": answer(now)])) }
    return lines
  }

  /// What a source has answered, in a line.
  public static func line(_ given: SourceAnswer) -> String {
    let marked = given.marked.sorted().map(\.description)
    let line = "\(given.source) · \(answer(given))"
    return marked.isEmpty
      ? line : line + " · " + text("marked: {days}", ["days": ListText.words(marked)])
  }

  private static func answer(_ answer: SourceAnswer) -> String {
    if let problem = answer.problem { return SafeText.line(problem) }
    let days = answer.said.sorted { $0.key < $1.key }.map { day, words in
      words.isEmpty ? day.description : "\(day): \(SafeText.line(words))"
    }
    func words(_ days: [Day]) -> KeyValuePairs<String, String> {
      ["days": ListText.words(days.map(\.description))]
    }
    let parts = [
      days.isEmpty ? nil : days.joined(separator: "; "),
      answer.withheld.isEmpty
        ? nil : text("what it may not mark: {days}", words(answer.withheld)),
      answer.cleared.isEmpty
        ? nil : text("Cleared before, not marked again: {days}", words(answer.cleared)),
    ].compactMap(\.self)
    return parts.isEmpty
      ? text("nothing about today or yesterday") : parts.joined(separator: " · ")
  }

  /// A file is kept.
  public static func kept(_ name: String) -> String {
    text("Kept as the source {name}: Haru takes in what is new there.", ["name": name])
  }

  /// A source is asked no longer.
  public static func removed(_ name: String) -> String {
    text("Removed: the source {name}. Its days stay.", ["name": name])
  }

  /// No source has a name.
  public static func unknown(_ name: String) -> String {
    text("there is no source {name}; to list them: haru sources", ["name": SafeText.value(name)])
  }

  /// A source is a program, which the user removes.
  public static func isProgram(_ name: String, _ command: String) -> String {
    text(
      "the source {name} is a program; to remove it: {command}",
      ["name": name, "command": command])
  }

  /// A text is no name of a source.
  public static func notAName(_ name: String) -> String {
    text(
      "no name of a source: {name}; it has up to 32 small letters, digits and hyphens, and begins with a letter",
      ["name": SafeText.value(name)])
  }

  /// What is read from standard input cannot be kept.
  public static var needsFile: String { text("--keep needs the path of a file") }

  /// A word of the import has a line break or another control character.
  public static func hasControl(_ word: String) -> String {
    text(
      "a file with a control character in its path or options cannot be kept: {word}",
      ["word": SafeText.short(word, to: 200)])
  }

  /// A name is that of another file.
  public static func isOtherFile(_ name: String, _ place: String, _ command: String) -> String {
    text(
      "the source {name} is already {path}; to remove the source: {command}",
      ["name": name, "path": SafeText.line(place), "command": command])
  }

  /// The days of a file were imported, and the file cannot be kept.
  public static func notKept(_ reason: String) -> String {
    text("the days are imported, but the file is not kept: {reason}", ["reason": reason])
  }

  // MARK: What is no source

  /// A file among the programs cannot be executed.
  public static func isNotExecutable(_ path: String, _ quoted: String) -> String {
    text(
      "{path} is not executable; to make it a source: {command}",
      ["path": SafeText.line(path), "command": "chmod u+x " + SafeText.line(quoted)])
  }

  /// A line of the list is none of a kept file.
  public static func isNoLine(_ place: String) -> String {
    text(
      "{place} is not the line of a kept file below {group}", ["place": place, "group": "[Files]"])
  }

  /// The name of a kept file is that of a program.
  public static func hasNameOfProgram(_ name: String) -> String {
    text("the kept file {name} is not read: a program has its name", ["name": name])
  }

  // MARK: Why a source fails

  /// Its program cannot be started; the system's reason does not tell whether that is the program itself.
  public static func notStarted(_ reason: String) -> String {
    text(
      "{reason}; is the program installed that the first line of the file names?",
      ["reason": reason])
  }

  /// It has not answered in time.
  public static func late(_ seconds: Int) -> String {
    text("no answer in {count} s", ["count": String(seconds)])
  }

  /// It has written too much.
  public static func tooLong(_ bytes: Int) -> String {
    text("the program prints {size} or more", ["size": "\(bytes / 1024) kB"])
  }

  /// It has ended with a status other than 0, perhaps with a complaint.
  public static func status(_ status: Int, _ complaint: String?) -> String {
    text("status {number}", ["number": String(status)]) + (complaint.map { ": " + $0 } ?? "")
  }

  /// The path in the line of a kept file depends on the directory, or has a tilde.
  public static func isNotWhole(_ path: String, in file: String) -> String {
    text("the path {path} in {file} does not begin with /", ["path": path, "file": file])
  }

  /// The line of a kept file is no line of words of an import.
  public static func badLine(in file: String) -> String {
    text("the line of the source in {file} is not understood", ["file": file])
  }

  /// What the program has printed, as the name of a file.
  public static var output: String { text("the output of the program") }

  /// The output has no day.
  public static var noDays: String {
    text(
      "the output of the program has no line such as {example}",
      ["example": "2026-11-27,43 reviews"])
  }

  /// Its file, or something that leads there, belongs to another user.
  public static func isForeign(_ path: String) -> String {
    text("{path} belongs to another user", ["path": path])
  }

  /// Other users may write its file, or something that leads there.
  public static func isOpen(_ path: String) -> String {
    text("other users may write {path}; to take that from them: chmod go-w {path}", ["path": path])
  }
}
