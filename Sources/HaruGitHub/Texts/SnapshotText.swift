public import HaruCore
public import HaruText

/// The state of a repository; unknown values are shown as unknown.
public enum SnapshotText {
  // MARK: Numbers

  /// The number of stars.
  public static func stars(_ count: Int?) -> String {
    guard let count else { return text("stars unknown") }
    return text("{count} star", "{count} stars", count: count)
  }

  /// The number of forks.
  public static func forks(_ count: Int?) -> String {
    guard let count else { return text("forks unknown") }
    return text("{count} fork", "{count} forks", count: count)
  }

  /// The number of watchers.
  public static func watchers(_ count: Int?) -> String {
    guard let count else { return text("watchers unknown") }
    return text("{count} watcher", "{count} watchers", count: count)
  }

  /// The number of open issues and pull requests; pull requests alone if issues are disabled.
  public static func open(_ count: Int?, hasIssues: Bool?) -> String {
    guard hasIssues != false else { return pullRequests(count) }
    guard let count else { return text("open issues and pull requests unknown") }
    return text(
      "{count} open issue or pull request", "{count} open issues and pull requests",
      count: count)
  }

  private static func pullRequests(_ count: Int?) -> String {
    guard let count else { return text("open pull requests unknown") }
    return text("{count} open pull request", "{count} open pull requests", count: count)
  }

  // MARK: State

  /// The days since the last push.
  public static func pushed(daysAgo: Int?) -> String {
    switch daysAgo {
    case nil: text("last push unknown")
    case 0: text("pushed today")
    case 1: text("pushed yesterday")
    case let days?:
      text("pushed {count} day ago", "pushed {count} days ago", count: days)
    }
  }

  /// The repository is archived.
  public static var archived: String {
    // Translators: the state of a repository.
    text("archived")
  }

  /// The default branch.
  public static func branch(_ name: String?) -> String {
    guard let name else { return text("branch unknown") }
    return text("branch {name}", ["name": SafeText.short(name, to: 60)])
  }

  // MARK: Age

  /// A number and, in brackets, its change since the last look.
  public static func withChange(_ words: String, from old: Int?, to new: Int?) -> String {
    guard let old, let new, new != old else { return words }
    // Translators: a number of stars, forks or issues, and its change since the last look.
    return text(
      "{words} ({change})", ["words": words, "change": NumberText.change(new - old)])
  }

  /// When these values were loaded.
  public static func loaded(_ instant: Instant, _ when: MomentText) -> String {
    text("loaded {when}", ["when": when.at(instant)])
  }

  /// The time since which the numbers in brackets count.
  public static func changes(since look: Instant, _ when: MomentText) -> String {
    text("in brackets: the change since your last look, {when}", ["when": when.at(look)])
  }

  /// Why there is no newer response, or none at all.
  public static func notLoaded(because reason: String, isLoaded: Bool) -> String {
    isLoaded
      ? text("not loaded since: {reason}", ["reason": reason])
      : text("not loaded yet: {reason}", ["reason": reason])
  }

  /// The time of the next try.
  public static func next(_ instant: Instant, _ when: MomentText) -> String {
    text("next try {when}", ["when": when.at(instant)])
  }

  // MARK: Contributors

  /// The top contributors below a heading, or one line if they are unknown.
  public static func contributors(_ contributors: Contributors) -> [String] {
    switch contributors {
    case .unknown: [text("contributors unknown")]
    case .tooMany: [text("too many contributors for GitHub to count")]
    case .known(let known) where known.isEmpty: [text("no contributors: the repository is empty")]
    case .known(let known): [text("most commits:")] + known.map { "  " + contributor($0) }
    }
  }

  private static func contributor(_ contributor: Contributor) -> String {
    text(
      "{login}: {count} commit", "{login}: {count} commits", count: contributor.contributions,
      ["login": SafeText.short(contributor.login, to: 60)])
  }
}
