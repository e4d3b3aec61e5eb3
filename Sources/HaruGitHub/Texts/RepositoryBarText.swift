internal import HaruCore
internal import HaruText

/// A repository in a few characters, for a bar.
public enum RepositoryBarText {
  /// The short name of a repository and the days since the last push.
  public static func line(_ name: RepositoryName, daysSincePush days: Int?) -> String {
    let name = SafeText.line(name.name)
    guard let days else { return text("{name} – unknown", ["name": name]) }
    return text(
      "{name} – {count} day", "{name} – {count} days", count: days,
      ["name": name])
  }

  /// The number of days since the last push.
  public static func days(_ days: Int?) -> String { days.map(NumberText.grouped) ?? "?" }

  /// The number of days since the last push, with its unit.
  public static func sincePush(_ days: Int?) -> String {
    guard let days else { return SnapshotText.pushed(daysAgo: nil) }
    return text("{count} day since push", "{count} days since push", count: days)
  }
}
