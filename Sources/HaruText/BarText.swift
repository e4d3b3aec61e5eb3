public import HaruCore

/// Today, or a repository, in a few letters, for a bar.
public enum BarText {
  /// The month's emoji, the streak, and a sign for what today is: `🦃 12`, studied `🦃 13 ✓`, free
  /// `🦃 12 ~`.
  public static func short(_ entry: Entry) -> String {
    let streak = entry.history.streak
    let sign = streak.isTodayStudied ? " ✓" : streak.isTodayRest ? " ~" : ""
    return "\(entry.theme.pictureEmoji) \(streak.current)" + sign
  }

  /// A repository by its short name, and the days since the last push to it.
  public static func repository(_ name: RepositoryName, daysSincePush days: Int?) -> String {
    let name = SafeText.line(name.name)
    guard let days else { return text("{name} – unknown", ["name": name]) }
    return text(
      "{name} – {number} day", "{name} – {number} days", count: days,
      ["name": name, "number": NumberText.grouped(days)])
  }

  /// The number of days since the last push alone.
  public static func days(_ days: Int?) -> String { days.map(NumberText.grouped) ?? "?" }

  /// What that number counts.
  public static func sincePush(_ days: Int?) -> String {
    guard let days else { return SnapshotText.pushed(daysAgo: nil) }
    return text(
      "{number} day since push", "{number} days since push", count: days,
      ["number": NumberText.grouped(days)])
  }

  /// What stands in a bar while the days cannot be read.
  public static let unreadable = "⚠"
}
