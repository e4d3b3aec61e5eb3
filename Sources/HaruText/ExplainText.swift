public import HaruCore

/// Says why a streak is what it is.
public enum ExplainText {
  /// What it is, where it began, what came before and what the day adds; a sentence a line.
  ///
  /// - Parameters:
  ///   - explanation: What is explained.
  ///   - dayEnds: When the day ends, if it is today.
  /// - Returns: The sentences.
  public static func sentences(_ explanation: Explanation, dayEnds: TimeOfDay) -> [String] {
    let day = DateText.long(explanation.day)
    let own = own(explanation, dayEnds)
    guard let run = explanation.run else {
      return [text("No streak on {day}: nothing was studied up to then.", ["day": day])] + own
    }
    if let missed = explanation.missed {
      let why =
        missed == explanation.day
        ? text("No streak on {day}: it was not studied.", ["day": day])
        : text(
          "No streak on {day}: {missed} was not studied.",
          ["day": day, "missed": DateText.long(missed)])
      return [why, text("The last one: {run}.", ["run": self.run(run)])] + own
    }
    return [
      text(
        "{count}-day streak on {day}.", "{count}-day streak on {day}.", count: run.length,
        ["day": day]),
      text("It began on {day}.", ["day": DateText.long(run.first)]),
    ] + before(explanation) + resting(explanation) + own
  }

  /// How one day stands in the streak.
  public static func role(_ role: Explanation.Role) -> String {
    switch role {
    case .counts: text("studied")
    case .rests: text("rest day")
    case .isOpen: text("open")
    case .breaks: text("not studied")
    }
  }

  /// Why a day is free: because its weekday always is.
  public static func rule(_ rule: RestRule) -> String {
    guard let to = rule.to else {
      return text("every week since {day}", ["day": rule.from.description])
    }
    return text(
      "every week from {first} to {last}",
      ["first": rule.from.description, "last": to.description])
  }

  /// That older days are not listed, and the command that lists them.
  public static func more(_ count: Int, command: String) -> String {
    text(
      "… and {count} day before; to see all: {command}",
      "… and {count} days before; to see all: {command}", count: count, ["command": command])
  }

  /// The heading of what the journal has of a day.
  public static func said(of day: Day) -> String {
    text("What was said of {day}, in order:", ["day": day.description])
  }

  /// One change of a day, as the journal has it.
  public static func change(_ change: Change) -> String {
    switch (change.kind, change.after) {
    case (.study, nil): text("mark cleared")
    case (.study, _): text("marked as studied")
    case (.rest, nil): text("no longer a rest day")
    case (.rest, ""): text("made a rest day")
    case (.rest, let reason?):
      text("made a rest day: {reason}", ["reason": reason])
    case (.note, nil): text("note removed")
    case (.note, let note?): text("noted: {note}", ["note": note])
    }
  }

  private static func before(_ explanation: Explanation) -> [String] {
    guard let previous = explanation.previous, let parting = explanation.parting else {
      return [text("Nothing was studied before.")]
    }
    return [
      text("Before it, {day} was not studied.", ["day": DateText.long(parting)]),
      text("The streak before it: {run}.", ["run": run(previous)]),
    ]
  }

  private static func resting(_ explanation: Explanation) -> [String] {
    let count = explanation.days.filter { $0.role == .rests }.count
    guard count > 0 else { return [] }
    return [
      text(
        "{count} rest day in it is skipped and not counted.",
        "{count} rest days in it are skipped and not counted.", count: count)
    ]
  }

  /// What the day itself does, where the other sentences do not say it.
  private static func own(_ explanation: Explanation, _ dayEnds: TimeOfDay) -> [String] {
    switch (explanation.role, explanation.isOver) {
    case (.breaks, _): return []
    case (.counts, true): return [text("That day was studied, and counts.")]
    case (.counts, false): return [text("Today is studied, and counts.")]
    case (.rests, true): return [text("That day was a rest day: it neither added nor broke.")]
    case (.rests, false): return [text("Today is a rest day: it neither adds nor breaks.")]
    case (.isOpen, _):
      return [
        text(
          "Today is open until {time}; studied, it makes {count} day.",
          "Today is open until {time}; studied, it makes {count} days.",
          count: explanation.current + 1, ["time": dayEnds.description])
      ]
    }
  }

  private static func run(_ run: Run) -> String {
    if run.first == run.last {
      return text("1 day, {day}", ["day": run.first.description])
    }
    return text(
      "{count} day, {first} to {last}", "{count} days, {first} to {last}", count: run.length,
      ["first": run.first.description, "last": run.last.description])
  }
}
