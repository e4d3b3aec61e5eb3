public import HaruCore

/// What sources say, and what is said of them (docs/sources.md).
public enum SourceText {
  // MARK: The notification

  /// The title of a day that a source has marked, such as `Studied · Anki: 43 reviews`.
  public static func studied(_ source: String, _ words: String) -> String {
    text("Studied") + " · " + said(source, words)
  }

  /// The content of a day with a line about yesterday, which a source has marked since, and *Undo* of that.
  public static func yesterday(
    _ day: Day, _ source: String, _ words: String, on content: Content
  ) -> Content {
    var content = content
    content.lines.insert(text("Yesterday: {reason}", ["reason": said(source, words)]), at: 0)
    ContentText.offerUndo(.unstudy(day), in: &content)
    return content
  }

  /// A source has failed twice in a row.
  public static func fails(_ source: String, because problem: String) -> String {
    text("The source {name} fails: {reason}", ["name": source, "reason": problem])
  }

  /// A source, and why it has failed when it was asked last.
  public static func state(_ source: String, _ problem: String?) -> String {
    text("source: {name}", ["name": source]) + (problem.map { " · " + SafeText.line($0) } ?? "")
  }

  /// The name of a source as a heading, and its words; without words, that it is a source.
  private static func said(_ source: String, _ words: String) -> String {
    // Translators: what made a change: a file or a program that tells which days were studied.
    guard !words.isEmpty else { return text("source {name}", ["name": source]) }
    return "\(source.prefix(1).uppercased())\(source.dropFirst()): \(SafeText.line(words))"
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
    let planned = answer.withheld.filter(answer.held.planned.contains)
    let others = answer.withheld.filter { !planned.contains($0) }
    let parts = [
      days.isEmpty ? nil : days.joined(separator: "; "),
      planned.isEmpty ? nil : plans(planned),
      others.isEmpty ? nil : text("what it may not mark: {days}", words(others)),
      answer.cleared.isEmpty
        ? nil : text("Cleared before, not marked again: {days}", words(answer.cleared)),
      answer.unread.map(SafeText.line),
    ].compactMap(\.self)
    return parts.isEmpty
      ? text("nothing new about today or yesterday") : parts.joined(separator: " · ")
  }

  /// Days that a file names, and named before they began.
  public static func plans(_ days: some Sequence<Day>) -> String {
    text(
      "stood there before it began, no evidence: {days}",
      ["days": ListText.words(days.sorted().map(\.description))])
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
}
