public import HaruCore

/// Puts an entry into words (DESIGN §6).
///
/// No sentence becomes false by waiting: it names the hour at which the day ends, never the time
/// that is left.
public enum ContentText {
  /// The content of an entry.
  ///
  /// - Parameters:
  ///   - entry: What there is to say.
  ///   - canOpen: Whether the calendar can be opened; nothing is offered that does nothing.
  /// - Returns: The content.
  public static func content(of entry: Entry, canOpen: Bool = true) -> Content {
    let streak = entry.history.streak
    var content: Content
    if streak.isTodayStudied {
      content = studied(entry)
    } else if streak.isTodayRest {
      content = resting(entry)
    } else if entry.occasion == .reminder {
      content = reminder(entry)
    } else {
      content = open(entry)
    }
    if canOpen { offerCalendar(in: &content) }
    return content
  }

  /// In the place of *Close*, which only stands where there would be one button alone, or as the
  /// third, where there is room (servers.md rule 12).
  private static func offerCalendar(in content: inout Content) {
    content.actions.removeAll { $0.intent == .close(content.day) }
    guard content.actions.count < 3 else { return }
    content.actions.append(Content.Action(.calendar(content.day), label: text("Calendar")))
  }

  /// The content of a day whose change could not be written.
  ///
  /// What is offered is what would change the state that is still there.
  public static func notSaved(
    _ day: Day, isStudied: Bool, because error: StoreError
  ) -> Content {
    Content(
      day: day, isStudied: isStudied, title: text("{day} · not saved", ["day": heading(day)]),
      lines: [ErrorText.reason(error)],
      actions: isStudied ? studiedActions(day) : [study(day), later(day)],
      withoutButtons: commandToStudy)
  }

  /// The content of a day whose store cannot be read; where a backup can take its place, that is
  /// said.
  public static func unreadable(
    _ day: Day, because error: StoreError, backup: String? = nil
  ) -> Content {
    Content(
      day: day, title: text("{day} · your days cannot be read", ["day": heading(day)]),
      lines: [ErrorText.reason(error)] + (backup.map { [StoreText.remedy($0)] } ?? []),
      actions: [study(day), later(day)],
      withoutButtons: commandToCheck)
  }

  /// What the streak and the month say of an entry, studied or open, where there are no buttons.
  static func stateLines(_ entry: Entry) -> [String] {
    let streak = entry.history.streak
    if streak.isTodayStudied { return [studiedLine(streak), month(entry.history.month)] }
    if streak.isTodayRest { return restLines(entry) }
    return entry.history.total > 0 ? openLines(entry) : [commandToStudy]
  }

  /// What is said when a click was for another day than the notification that follows it.
  public static func remark(_ day: Day, studied: Bool) -> String {
    studied
      ? text("{day} is marked as studied.", ["day": DateText.full(day)])
      : text("{day} is no longer marked.", ["day": DateText.full(day)])
  }

  /// What a click on the body does, for servers that draw it as a button.
  public static var showAgain: String { text("Show again") }

  private static func studied(_ entry: Entry) -> Content {
    Content(
      day: entry.day, isStudied: true, title: text("{day} · Studied", ["day": heading(entry)]),
      lines: [studiedLine(entry.history.streak)],
      actions: studiedActions(entry.day), withoutButtons: text("To take it back: haru unmark"))
  }

  private static func studiedActions(_ day: Day) -> [Content.Action] {
    [
      Content.Action(.unstudy(day), label: text("Undo")),
      Content.Action(.close(day), label: text("Close")),
    ]
  }

  private static func studiedLine(_ streak: Streak) -> String {
    let best = streak.longest?.length ?? 0
    if streak.current == 1 { return text("First day of a streak") }
    if streak.current == best {
      return text(
        "{count}-day streak, your longest", "{count}-day streak, your longest",
        count: streak.current)
    }
    return text(
      "{count}-day streak · best {best}", "{count}-day streak · best {best}",
      count: streak.current, ["best": String(best)])
  }

  private static func resting(_ entry: Entry) -> Content {
    Content(
      day: entry.day, title: text("{day} · rest day", ["day": heading(entry)]),
      lines: restLines(entry),
      actions: [study(entry.day), Content.Action(.close(entry.day), label: text("Close"))],
      withoutButtons: commandToStudy)
  }

  private static func restLines(_ entry: Entry) -> [String] {
    let current = entry.history.streak.current
    guard current > 0 else { return [text("Today is free."), month(entry.history.month)] }
    let line = text(
      "{count}-day streak · today is free", "{count}-day streak · today is free", count: current)
    return [line, month(entry.history.month)]
  }

  private static func reminder(_ entry: Entry) -> Content {
    let streak = entry.history.streak
    let title =
      streak.current > 0
      ? text(
        "{count}-day streak: study by {time}", "{count}-day streak: study by {time}",
        count: streak.current, ["time": entry.dayEndsAt.description])
      : text("Not studied yet today")
    return Content(
      day: entry.day, title: title, lines: [heading(entry)],
      actions: [study(entry.day), later(entry.day)], withoutButtons: commandToStudy,
      staysUntilAnswered: true)
  }

  private static func open(_ entry: Entry) -> Content {
    Content(
      day: entry.day, title: heading(entry), lines: openLines(entry), actions: openActions(entry),
      withoutButtons: commandToStudy)
  }

  private static func openLines(_ entry: Entry) -> [String] {
    let streak = entry.history.streak
    guard entry.history.total > 0 else {
      return [text("Press Study when you have studied today.")]
    }
    if streak.current > 0 {
      let line = text(
        "{count}-day streak · study by {time} to keep it",
        "{count}-day streak · study by {time} to keep it",
        count: streak.current, ["time": entry.dayEndsAt.description])
      return [line, month(entry.history.month)]
    }
    if let ended = streak.endedYesterday {
      let line = text(
        "Your {count}-day streak ended on {weekday}", "Your {count}-day streak ended on {weekday}",
        count: ended.length, ["weekday": DateText.weekday(ended.last)])
      return [line, month(entry.history.month)]
    }
    let line = text(
      "A new streak starts today · best {best}", ["best": String(streak.longest?.length ?? 0)])
    return [line, month(entry.history.month)]
  }

  private static func openActions(_ entry: Entry) -> [Content.Action] {
    var actions = [study(entry.day), later(entry.day)]
    if entry.history.streak.endedYesterday != nil, let yesterday = entry.day.advanced(by: -1) {
      actions.insert(Content.Action(.study(yesterday), label: text("Studied yesterday")), at: 1)
    }
    return actions
  }

  /// How far the month has come: `14 of 20 days this month`.
  static func month(_ month: MonthProgress) -> String {
    text(
      "{studied} of {count} day this month", "{studied} of {count} days this month",
      count: month.elapsed, ["studied": String(month.studied)])
  }

  private static func heading(_ entry: Entry) -> String { heading(entry.day) }

  /// The month's emoji and the date.
  static func heading(_ day: Day) -> String {
    Theme(of: day.month.name).pictureEmoji + " " + DateText.full(day)
  }

  /// The content where a picture stands beside it, which has the month's emoji: the date alone is
  /// enough then.
  public static func besidePicture(_ content: Content) -> Content {
    var content = content
    content.title = withoutEmoji(content.title, of: content.day)
    content.lines = content.lines.map { withoutEmoji($0, of: content.day) }
    return content
  }

  private static func withoutEmoji(_ line: String, of day: Day) -> String {
    let heading = heading(day)
    guard let place = line.indices.first(where: { line[$0...].hasPrefix(heading) }) else {
      return line
    }
    return line[..<place] + DateText.full(day) + line[place...].dropFirst(heading.count)
  }

  private static func study(_ day: Day) -> Content.Action {
    Content.Action(.study(day), label: text("Study"))
  }

  private static func later(_ day: Day) -> Content.Action {
    Content.Action(.later(day), label: text("Later"))
  }

  private static var commandToStudy: String { text("When you have studied: haru mark") }
  private static var commandToCheck: String { text("To see what is wrong: haru doctor") }
}
