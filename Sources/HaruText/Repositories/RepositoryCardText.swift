public import HaruCore

/// The words on the card of a repository.
public enum RepositoryCardText {
  /// The word below the number of stars.
  public static func stars(_ count: Int?) -> String {
    // Translators: below their number on a picture; as short as possible.
    text("star", "stars", count: NumberText.counted(count ?? 0))
  }
  /// The word below the number of forks.
  public static func forks(_ count: Int?) -> String {
    // Translators: below their number on a picture; as short as possible.
    text("fork", "forks", count: NumberText.counted(count ?? 0))
  }
  /// The words below the number of open issues and pull requests.
  public static func issues(_ count: Int?) -> String {
    // Translators: open issues and pull requests, which GitHub counts together; below their number
    // on a picture; as short as possible.
    text("issue or PR", "issues + PRs", count: NumberText.counted(count ?? 0))
  }
  /// A number of something.
  public static func count(_ count: Int?) -> String { count.map(NumberText.short) ?? unknownNumber }
  /// The number of days since the last push.
  public static func days(_ days: Int?) -> String { days.map(NumberText.grouped) ?? unknownNumber }
  /// The words below the number of days since the last push.
  public static func sincePush(_ days: Int?) -> String {
    switch days {
    // Translators: below a dash on a picture; as short as possible.
    case nil: text("last push")
    // Translators: below a large 0 on a picture; as short as possible.
    case 0: text("pushed today")
    case let days?:
      // Translators: below their number on a picture; as short as possible.
      text("day since push", "days since push", count: days)
    }
  }
  /// An unknown number.
  private static var unknownNumber: String { "–" }
  /// The time of the last push is unknown.
  public static var unknown: String {
    // Translators: the time of the last push; as short as possible.
    text("unknown")
  }
  /// The day of the data.
  public static func asOf(_ day: Day) -> String { text("as of {day}", ["day": DateText.date(day)]) }
  /// The last push is recent.
  public static var fresh: String {
    // Translators: the state of a repository.
    text("fresh")
  }

  /// The last push is longer ago than `Repositories.quiet-after-days`.
  public static var quiet: String {
    // Translators: the state of a repository.
    text("quiet")
  }

  /// The command that loads it.
  public static var loadingCommand: String { "haru repo refresh" }
  /// No repository is watched.
  public static var choose: String { text("Choose a repository") }
  /// The command that watches one.
  public static var choosingCommand: String { "haru repo add OWNER/NAME" }

  /// The number of commits of a contributor.
  public static func commits(_ count: Int) -> String {
    text(
      "{commits} commit", "{commits} commits", count: NumberText.counted(count),
      ["commits": NumberText.short(count)])
  }
}
