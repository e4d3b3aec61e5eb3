public import HaruCore

/// What the card of a repository says.
public enum RepositoryCardText {
  /// Stands beneath the number of stars.
  public static func stars(_ count: Int?) -> String {
    // Translators: stands beneath their number on a picture; as short as can be.
    text("star", "stars", count: count ?? 0)
  }
  /// Stands beneath the number of forks.
  public static func forks(_ count: Int?) -> String {
    // Translators: stands beneath their number on a picture; as short as can be.
    text("fork", "forks", count: count ?? 0)
  }
  /// Stands beneath the number of open issues and pull requests.
  public static func issues(_ count: Int?) -> String {
    // Translators: open issues and pull requests, which GitHub counts as one; beneath their number
    // on a picture, and as short as can be.
    text("issue or PR", "issues + PRs", count: count ?? 0)
  }
  /// A number of something.
  public static func count(_ count: Int?) -> String { count.map(NumberText.short) ?? unknownNumber }
  /// The number of days since the last push.
  public static func days(_ days: Int?) -> String { days.map(NumberText.grouped) ?? unknownNumber }
  /// Stands beneath the number of days since the last push.
  public static func sincePush(_ days: Int?) -> String {
    switch days {
    // Translators: of the last push, beneath a dash; on a picture, and as short as can be.
    case nil: text("last push")
    // Translators: of the last push, beneath a large 0; on a picture, and as short as can be.
    case 0: text("pushed today")
    case let days?:
      // Translators: stands beneath their number on a picture; as short as can be.
      text("day since push", "days since push", count: days)
    }
  }
  /// Stands for a number that is not known.
  private static var unknownNumber: String { "–" }
  /// What that means.
  public static var unknownIsDash: String { text("– is not known") }
  /// When somebody pushed is not known, in a word.
  public static var unknown: String {
    // Translators: it is not known when somebody pushed; as short as can be.
    text("not known")
  }
  /// The day of which something is told.
  public static func asOf(_ day: Day) -> String { text("as of {day}", ["day": DateText.date(day)]) }
  /// Nothing has been heard of it yet.
  public static var notLoaded: String { text("Not loaded yet") }
  /// What loads it.
  public static var loadingCommand: String { "haru repo refresh" }
  /// No repository is watched.
  public static var choose: String { text("Choose a repository") }
  /// What watches one.
  public static var choosingCommand: String { "haru repo add OWNER/NAME" }

  /// Stands above those who have worked on it most.
  public static var people: String { text("Top contributors") }
  /// How many commits somebody made.
  public static func commits(_ count: Int) -> String {
    text(
      "{commits} commit", "{commits} commits", count: count,
      ["commits": NumberText.short(count)])
  }
  /// Who worked on it has not been heard yet.
  public static var peopleUnknown: String { text("not loaded yet") }
  /// GitHub does not count those who worked on it.
  public static var tooManyPeople: String { text("too many to be counted") }
  /// Nobody has worked on it.
  public static var noPeople: String { text("nobody yet") }
}
