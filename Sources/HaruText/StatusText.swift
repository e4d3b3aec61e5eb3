public import HaruCore

/// Says how today stands, for a terminal.
public enum StatusText {
  /// Today in a few lines.
  public static func lines(_ entry: Entry, nextReload: TimeOfDay, agentRuns: Bool) -> [String] {
    var lines = [heading(entry)]
    lines.append(contentsOf: ContentText.stateLines(entry))
    lines.append(text("Next reload: {time}", ["time": nextReload.description]))
    if entry.history.ahead > 0 {
      lines.append(
        text(
          "{count} marked day lies after today and does not count.",
          "{count} marked days lie after today and do not count.", count: entry.history.ahead))
    }
    if !agentRuns {
      lines.append(text("The agent is not running. To start it: haru-agent &"))
    }
    return lines
  }

  /// Today in one line, for a bar or a prompt.
  public static func line(_ history: History) -> String {
    let streak = history.streak
    let today =
      streak.isTodayStudied
      ? text("studied today")
      : streak.isTodayRest ? text("rest day") : text("not yet today")
    return count(history) + " · " + today
  }

  /// What `haru` says where nothing has been marked yet.
  public static var firstRun: String {
    text(
      """
      Haru keeps a daily study streak.

        haru-agent &             shows today's notification; press Study when you have studied
        haru mark                the same from the terminal
        haru status              how today stands
        haru autostart enable    starts the agent at login

      Where notifications are soon gone (sway, i3, XFCE), bind a key to it:
        sway, i3                 bindsym $mod+Shift+s exec haru toggle
        XFCE                     xfconf-query -c xfce4-keyboard-shortcuts -n -t string \
      -p '/commands/custom/<Super>s' -s 'haru toggle'

      All commands: haru --help
      """)
  }

  /// What was marked or cleared.
  public static func changed(_ days: [Day], studied: Bool, _ history: History) -> String {
    guard let what = named(days) else { return unchanged(studied: studied) }
    let streak = count(history)
    return studied
      ? text("Studied: {what} · {streak}", ["what": what, "streak": streak])
      : text("No longer marked: {what} · {streak}", ["what": what, "streak": streak])
  }

  /// A note that was written, or taken away.
  public static func noted(_ days: [Day], isNoted: Bool) -> String {
    guard let what = named(days) else { return text("Nothing changed.") }
    return isNoted
      ? text("Noted: {what}", ["what": what]) : text("No longer noted: {what}", ["what": what])
  }

  /// That there was nothing to take back.
  public static var nothingToUndo: String { text("There is nothing to take back.") }

  /// What was taken back, a sentence for each thing said of it before.
  public static func undone(_ parts: [String]) -> String {
    ([text("Taken back.")] + parts).joined(separator: " ")
  }

  /// One day by its name, several by their number; `nil` for none.
  static func named(_ days: [Day]) -> String? {
    guard let first = days.first else { return nil }
    return days.count == 1
      ? DateText.full(first) : text("{count} day", "{count} days", count: days.count)
  }

  /// How long the streak is, as part of a line.
  static func count(_ history: History) -> String {
    let current = history.streak.current
    return current > 0
      ? text("{count}-day streak", "{count}-day streak", count: current) : text("no streak")
  }

  private static func unchanged(studied: Bool) -> String {
    studied ? text("Nothing changed: already marked.") : text("Nothing changed: not marked.")
  }

  private static func heading(_ entry: Entry) -> String {
    let day = ContentText.heading(entry.day)
    let streak = entry.history.streak
    if streak.isTodayStudied { return text("{day} · Studied", ["day": day]) }
    if streak.isTodayRest { return text("{day} · rest day", ["day": day]) }
    return text("{day} · not studied yet", ["day": day])
  }
}
