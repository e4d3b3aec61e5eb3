public import HaruCore
internal import HaruText

/// What is typed where each answer is a line (`haru calendar --edit --plain`).
public enum PlainRequest: Hashable, Sendable {
  /// To run the command line with these words.
  case run([String])
  /// To explain a day.
  case explain(Day)
  /// To show another month, or the same one again for 0.
  case show(months: Int)
  /// To show this month.
  case today
  case help, quit

  /// Reads a line; `nil` if it has no meaning.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - month: The month that is shown, of which a number is a day.
  public init?(_ line: String, in month: Month) {
    let line = String(line.reversed().drop { $0 == " " }.reversed())
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    switch (words.first ?? "", words.count) {
    case ("undo", 1): self = .run(["undo"])
    case ("month", 1): self = .show(months: 0)
    case ("next", 1): self = .show(months: 1)
    case ("previous", 1): self = .show(months: -1)
    case ("today", 1): self = .today
    case ("help", 1), ("?", 1): self = .help
    case ("quit", 1), ("q", 1): self = .quit
    default: self.init(words, day: PlainRequest.day(words.first ?? "", in: month))
    }
  }

  private init?(_ words: [String], day: Day?) {
    guard let day else { return nil }
    let text = words.count > 2 ? words[2] : ""
    switch (words.dropFirst().first, text) {
    case (nil, _): self = .explain(day)
    case ("studied", ""): self = .run(["mark", day.description])
    case ("not", "studied"): self = .run(["unmark", day.description])
    case ("rest", ""): self = .run(["rest", day.description])
    case ("not", "rest"): self = .run(["rest", "--clear", day.description])
    case ("note", ""): self = .explain(day)
    case ("note", "''"): self = .run(["note", day.description, "--", ""])
    case ("note", _): self = .run(["note", day.description, "--", text])
    default: return nil
    }
  }

  /// A day of the month by its number, or any day as `YYYY-MM-DD` or `YYYYMMDD`.
  private static func day(_ word: String, in month: Month) -> Day? {
    if let day = DayWords.day(word) { return day }
    guard let number = Int(DayWords.asTyped(word)), (1...month.length).contains(number) else {
      return nil
    }
    return month.days.lowerBound.advanced(by: number - 1)
  }
}
