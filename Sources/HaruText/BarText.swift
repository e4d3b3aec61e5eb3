public import HaruCore

/// Today or a repository in a few characters, for a bar.
public enum BarText {
  /// The month's emoji, the streak, and a sign for today: `🦃 12`, studied `🦃 13 ✓`, rest day
  /// `🦃 12 ~`; and a warning while a click could not be saved: `🦃 12 ⚠`.
  public static func short(_ entry: Entry, _ agenda: Agenda? = nil) -> String {
    let streak = entry.history.streak
    var sign = streak.isTodayStudied ? " ✓" : streak.isTodayRest ? " ~" : ""
    if agenda?.notSavedSince != nil { sign = " " + unreadable }
    return "\(entry.theme.pictureEmoji) \(streak.current)" + sign
  }

  /// A past day and how it ended: `Fri 20 ✓`, not studied `Fri 20 –`, rest day `Fri 20 ~`.
  public static func past(_ history: History) -> String {
    let streak = history.streak
    let sign = streak.isTodayStudied ? "✓" : streak.isTodayRest ? "~" : "–"
    return DateText.short(streak.today) + " " + sign
  }

  /// The short name of a repository and the days since the last push.
  public static func repository(_ name: RepositoryName, daysSincePush days: Int?) -> String {
    let name = SafeText.line(name.name)
    guard let days else { return text("{name} – unknown", ["name": name]) }
    return text(
      "{name} – {number} day", "{name} – {number} days", count: days,
      ["name": name])
  }

  /// The number of days since the last push.
  public static func days(_ days: Int?) -> String { days.map(NumberText.grouped) ?? "?" }

  /// That number with its unit.
  public static func sincePush(_ days: Int?) -> String {
    guard let days else { return SnapshotText.pushed(daysAgo: nil) }
    return text("{number} day since push", "{number} days since push", count: days)
  }

  /// Shown in a bar while the store cannot be read or written.
  public static let unreadable = "⚠"
}
