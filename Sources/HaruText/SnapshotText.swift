public import HaruCore

/// What is known of a repository, in words; what is not known is said to be unknown.
public enum SnapshotText {
  // MARK: Numbers

  /// How many stars.
  public static func stars(_ count: Int?) -> String {
    guard let count else { return text("stars unknown") }
    return text(
      "{number} star", "{number} stars", count: count, ["number": NumberText.grouped(count)])
  }

  /// How many forks.
  public static func forks(_ count: Int?) -> String {
    guard let count else { return text("forks unknown") }
    return text(
      "{number} fork", "{number} forks", count: count, ["number": NumberText.grouped(count)])
  }

  /// How many people are told of everything in it.
  public static func watchers(_ count: Int?) -> String {
    guard let count else { return text("watchers unknown") }
    return text(
      "{number} watcher", "{number} watchers", count: count,
      ["number": NumberText.grouped(count)])
  }

  /// How many issues and pull requests are open; pull requests alone where it takes no issues.
  public static func open(_ count: Int?, hasIssues: Bool?) -> String {
    guard hasIssues != false else { return pullRequests(count) }
    guard let count else { return text("open issues and pull requests unknown") }
    return text(
      "{number} open issue or pull request", "{number} open issues and pull requests",
      count: count, ["number": NumberText.grouped(count)])
  }

  private static func pullRequests(_ count: Int?) -> String {
    guard let count else { return text("open pull requests unknown") }
    return text(
      "{number} open pull request", "{number} open pull requests", count: count,
      ["number": NumberText.grouped(count)])
  }

  // MARK: Life

  /// When somebody last pushed, counted in days.
  public static func pushed(daysAgo: Int?) -> String {
    switch daysAgo {
    case nil: text("last push unknown")
    case 0: text("pushed today")
    case 1: text("pushed yesterday")
    case let days?:
      text(
        "pushed {number} day ago", "pushed {number} days ago", count: days,
        ["number": NumberText.grouped(days)])
    }
  }

  /// Somebody has pushed of late.
  public static var fresh: String { text("fresh") }

  /// Nobody has pushed for long.
  public static var quiet: String { text("quiet") }

  /// It takes no changes any more.
  public static var archived: String { text("archived") }

  /// The branch that one sees first.
  public static func branch(_ name: String?) -> String {
    guard let name else { return text("branch unknown") }
    return text("branch {name}", ["name": SafeText.short(name, to: 60)])
  }

  // MARK: Age

  /// A number, and in brackets by how much it is another than at the last look.
  public static func withChange(_ words: String, from old: Int?, to new: Int?) -> String {
    guard let old, let new, new != old else { return words }
    return words + " (" + NumberText.change(new - old) + ")"
  }

  /// When GitHub said all this.
  public static func loaded(_ instant: Instant, _ when: MomentText) -> String {
    text("loaded {when}", ["when": when.at(instant)])
  }

  /// Since when the numbers in brackets count.
  public static func changes(since look: Instant, _ when: MomentText) -> String {
    text("in brackets: since you looked {when}", ["when": when.at(look)])
  }

  /// Why there is no newer answer, or none at all.
  public static func notLoaded(because reason: String, isLoaded: Bool) -> String {
    isLoaded
      ? text("not loaded since: {reason}", ["reason": reason])
      : text("not loaded yet: {reason}", ["reason": reason])
  }

  /// When it is tried again.
  public static func next(_ instant: Instant, _ when: MomentText) -> String {
    text("next try {when}", ["when": when.at(instant)])
  }

  // MARK: Contributors

  /// Who has worked on it, below a heading; a sentence alone where nobody can be named.
  public static func contributors(_ contributors: Contributors) -> [String] {
    switch contributors {
    case .unknown: [text("contributors unknown")]
    case .tooMany: [text("more contributors than GitHub counts")]
    case .known(let known) where known.isEmpty: [text("no contributors: nothing is in it yet")]
    case .known(let known): [text("most commits:")] + known.map { "  " + contributor($0) }
    }
  }

  private static func contributor(_ contributor: Contributor) -> String {
    text(
      "{login}: {number} commit", "{login}: {number} commits", count: contributor.contributions,
      [
        "login": SafeText.short(contributor.login, to: 60),
        "number": NumberText.grouped(contributor.contributions),
      ])
  }
}
