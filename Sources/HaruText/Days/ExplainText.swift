public import HaruCore

/// The explanation of a streak.
public enum ExplainText {
  /// The length of the streak, its first day, the streak before it, and what the day adds.
  ///
  /// - Parameters:
  ///   - explanation: The reasons.
  ///   - today: The day whose year dates lack.
  /// - Returns: A sentence a line.
  public static func sentences(_ explanation: Explanation, seenFrom today: Day) -> [String] {
    let day = DateText.full(explanation.day, seenFrom: today)
    let own = own(explanation)
    guard let run = explanation.run else {
      // Before the first day of all there is nothing to miss.
      guard explanation.isOver else { return own }
      if let begin = explanation.begin {
        return [
          text(
            "No streak on {day}: days count from {begin} on.",
            ["day": day, "begin": DateText.full(begin, seenFrom: today)])
        ] + (explanation.day < begin ? [] : own)
      }
      return [text("No streak on {day}: no day was studied until then.", ["day": day])] + own
    }
    if let missed = explanation.missed {
      let why =
        missed == explanation.day
        ? text("No streak on {day}: that day was not studied.", ["day": day])
        : text(
          "No streak on {day}: {missed} was not studied.",
          ["day": day, "missed": DateText.full(missed, seenFrom: today)])
      return [why, text("The last streak: {run}.", ["run": self.run(run, today)])] + own
    }
    return [
      text(
        "{count}-day streak on {day}.", "{count}-day streak on {day}.", count: run.length,
        ["day": day]),
      text("It began on {day}.", ["day": DateText.full(run.first, seenFrom: today)]),
    ] + before(explanation, today) + resting(explanation) + own
  }

  /// What one day means for the streak.
  public static func role(_ role: Explanation.Role) -> String {
    switch role {
    case .counts: text("studied")
    case .rests: text("rest day")
    case .isFree(let number, let all):
      text(
        "reserve day, {number} of {all} of its week",
        ["number": NumberText.grouped(number), "all": NumberText.grouped(all)])
    case .isOpen: text("not studied yet")
    case .breaks, .precedes: text("not studied")
    }
  }

  /// A note, in the quotation marks of the language.
  public static func note(_ note: String) -> String { text("“{note}”", ["note": note]) }

  /// The weekday rule that makes a day a rest day.
  public static func rule(_ rule: RestRule) -> String {
    guard let to = rule.to else {
      return text("every week since {day}", ["day": rule.from.description])
    }
    return text(
      "every week from {first} to {last}",
      ["first": rule.from.description, "last": to.description])
  }

  /// One change of a day.
  public static func change(_ change: DayChange) -> String {
    switch (change.kind, change.after) {
    case (.study, nil): text("mark cleared")
    case (.study, _): text("marked as studied")
    case (.rest, nil): text("rest day cleared")
    case (.rest, ""): text("set as rest day")
    case (.rest, let reason?):
      text("set as rest day: {reason}", ["reason": reason])
    case (.note, nil): text("note removed")
    case (.note, let note?): text("note saved: {note}", ["note": note])
    }
  }

  private static func before(_ explanation: Explanation, _ today: Day) -> [String] {
    guard let missed = explanation.missedBefore else {
      return [
        explanation.begin.map {
          text("Days before {day} do not count.", ["day": DateText.full($0, seenFrom: today)])
        } ?? text("No day was studied before.")
      ]
    }
    let previous = explanation.previous.map {
      text("The previous streak: {run}.", ["run": run($0, today)])
    }
    return [
      text("Before it, {day} was not studied.", ["day": DateText.full(missed, seenFrom: today)])
    ] + [previous].compactMap(\.self)
  }

  private static func resting(_ explanation: Explanation) -> [String] {
    let count = explanation.days.count { $0.role == .rests }
    let reserve = explanation.days.count { if case .isFree = $0.role { true } else { false } }
    var lines: [String] = []
    if count > 0 {
      lines.append(
        text(
          "{count} rest day in it does not count.",
          "{count} rest days in it do not count.", count: count))
    }
    if reserve > 0 {
      lines.append(
        text(
          "{count} reserve day in it does not count.",
          "{count} reserve days in it do not count.", count: reserve))
    }
    return lines
  }

  /// The sentence about the day itself, unless the other sentences tell its state.
  private static func own(_ explanation: Explanation) -> [String] {
    switch (explanation.role, explanation.isOver) {
    case (.breaks, _), (.precedes, _): return []
    case (.counts, true): return [text("That day was studied and counts.")]
    case (.counts, false): return [text("Today is studied and counts.")]
    case (.rests, true):
      return [text("That day was a rest day: it did not count and did not break a streak.")]
    case (.rests, false):
      return [text("Today is a rest day: it does not count and does not break a streak.")]
    case (.isFree, _):
      return [text("That day was a reserve day: it did not count and did not break a streak.")]
    case (.isOpen, _):
      return [
        text(
          "Today is open. With it, the streak is {count} day.",
          "Today is open. With it, the streak is {count} days.", count: explanation.current + 1)
      ]
    }
  }

  private static func run(_ run: Run, _ today: Day) -> String {
    if run.first == run.last {
      return text("1 day, {day}", ["day": DateText.date(run.first, seenFrom: today)])
    }
    return text(
      "{count} day, {first} to {last}", "{count} days, {first} to {last}", count: run.length,
      [
        "first": DateText.date(run.first, seenFrom: today),
        "last": DateText.date(run.last, seenFrom: today),
      ])
  }
}
