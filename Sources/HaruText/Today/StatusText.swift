public import HaruCore

/// Today's state, and what a command changed, for a terminal.
public enum StatusText {
  /// Today in a few lines, and what a running agent has yet to do; `nil` if none runs.
  public static func lines(
    _ entry: Entry, _ agenda: Agenda?, _ when: MomentText
  ) -> [String] {
    var lines = [heading(entry)]
    lines.append(contentsOf: ContentText.stateLines(entry))
    if entry.history.ahead > 0 {
      lines.append(
        text(
          "{count} marked day is in the future and does not count.",
          "{count} marked days are in the future and do not count.", count: entry.history.ahead))
    }
    guard let agenda else {
      return lines + [AgentText.runsNot]
    }
    if let next = agenda.next { lines.append(self.next(next, when)) }
    if agenda.lacksServer {
      lines.append(
        text("Nothing can appear: no notification server runs. To see what to do: haru doctor"))
    }
    if let since = agenda.notSavedSince {
      lines.append(
        text(
          "A click is not saved yet, first tried {when}. The agent tries again until the day ends.",
          ["when": when.at(since)]))
    }
    if let since = agenda.noBackupSince {
      lines.append(
        text(
          "The daily backup fails, first {when}. To see why: haru store backup --daily",
          ["when": when.at(since)]))
    }
    return lines
  }

  /// When the next notification comes, and why.
  public static func next(_ next: NextNotification, _ when: MomentText) -> String {
    let time: KeyValuePairs = ["when": when.at(next.at)]
    return switch next.reason {
    case .reminder: text("Next: a reminder, {when}", time)
    case .later: text("Next: a reminder, {when}, as you chose", time)
    case .newDay: text("Next: the new day, {when}", time)
    case .quietHoursEnd: text("Next: {when}, when the quiet hours end", time)
    }
  }

  /// Today in one line, for a bar or a prompt.
  public static func line(
    _ history: History, _ agenda: Agenda?, _ when: MomentText
  ) -> String {
    let line = line(history)
    guard let since = agenda?.notSavedSince else { return line }
    return line + " · " + text("not saved since {time}", ["time": when.time(since)])
  }

  /// Today in one line, without clicks that are not saved yet.
  static func line(_ history: History) -> String {
    count(history) + " · " + today(history)
  }

  /// Whether today is studied, in two words.
  static func today(_ history: History) -> String {
    let streak = history.streak
    if streak.isTodayStudied { return text("studied today") }
    return streak.isTodayRest ? text("rest day") : text("not studied yet")
  }

  /// The answer of `haru` before the first mark; it does not advise what is done.
  public static func firstRun(startsAtLogin: Bool) -> String {
    let help = text(
      """
      Haru keeps a daily study streak.

        haru agent start         show today's notification, with the button Study
        haru mark                mark today as studied from the terminal
        haru status              show today's state
        haru autostart enable    start the agent at login
        haru shortcut SUPER+S    set a key that marks today, or show how to

      All commands: haru --help
      """)
    guard startsAtLogin else { return help }
    return help.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.includes("haru autostart enable") }.joined(separator: "\n")
  }

  /// Marked or cleared days, and the streak after that.
  public static func changed(_ days: [Day], studied: Bool, _ history: History) -> String {
    guard !days.isEmpty else {
      return studied
        ? text("Nothing changed: already marked.") : text("Nothing changed: not marked.")
    }
    let days = DateText.days(days, seenFrom: history.streak.today)
    let change =
      studied ? text("Marked: {days}", ["days": days]) : text("Cleared: {days}", ["days": days])
    return change + " · " + count(history)
  }

  /// A change that was saved, and why the store could not be read after it.
  public static func savedOnly(_ reason: String) -> String {
    text("saved, but the store cannot be read now: {reason}", ["reason": reason])
  }

  /// A note that was saved or removed.
  public static func noted(
    _ day: Day, _ note: String, showsText: Bool, before: String?, today: Day
  ) -> String {
    let days = DateText.full(day, seenFrom: today)
    var parts = [
      note.isEmpty
        ? text("Note removed: {days}", ["days": days]) : text("Note saved: {days}", ["days": days])
    ]
    func short(_ note: String) -> String { ExplainText.note(SafeText.short(note, to: 60)) }
    if showsText, !note.isEmpty { parts.append(short(note)) }
    if let before { parts.append(text("before: {note}", ["note": short(before)])) }
    return parts.joined(separator: " · ")
  }

  /// A command has changed nothing.
  public static var nothingChanged: String { text("Nothing changed.") }

  /// There is no change to undo.
  public static var nothingToUndo: String { text("nothing to undo") }

  /// An undo that leaves what another machine has said.
  public static var nothingTakenBack: String {
    text("nothing taken back: another machine has changed the same since")
  }

  /// The changes that were undone, a line for each kind, and today after them.
  public static func undone(_ changes: [String], _ history: History) -> String {
    listed(text("Undone:"), changes, history)
  }

  /// The changes that were redone, a line for each kind, and today after them.
  public static func redone(_ changes: [String], _ history: History) -> String {
    listed(text("Redone:"), changes, history)
  }

  private static func listed(_ title: String, _ lines: [String], _ history: History) -> String {
    ([title] + lines.map { "  " + $0 } + [line(history)]).joined(separator: "\n")
  }

  /// How long the streak is, as part of a line.
  static func count(_ history: History) -> String {
    let current = history.streak.current
    return current > 0
      ? text("{count}-day streak", "{count}-day streak", count: current) : text("no streak")
  }

  private static func heading(_ entry: Entry) -> String {
    let day = ContentText.heading(entry.day)
    let streak = entry.history.streak
    if streak.isTodayStudied { return text("{day} · studied", ["day": day]) }
    if streak.isTodayRest { return text("{day} · rest day", ["day": day]) }
    return text("{day} · not studied yet", ["day": day])
  }
}
