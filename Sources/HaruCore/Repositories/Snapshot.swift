/// The last data of a repository; `nil` is unknown, and never a zero.
public struct Snapshot: Hashable, Sendable {
  /// When GitHub last sent or confirmed it.
  public var fetchedAt: Instant
  /// The repository's description; text from outside.
  public var summary: String?
  /// The number of stars.
  public var stars: Int?
  /// The number of forks.
  public var forks: Int?
  /// The number of open issues and pull requests, which GitHub counts together.
  public var openIssues: Int?
  /// Whether its issues are enabled.
  public var hasIssues: Bool?
  /// The number of people who watch it.
  public var watchers: Int?
  /// The default branch.
  public var defaultBranch: String?
  /// The last push; an instant, because days are counted when they are shown.
  public var pushedAt: Instant?
  /// Whether it is archived.
  public var isArchived: Bool?
  /// The address of its owner's avatar.
  public var avatar: String?
  /// The contributors with the most commits.
  public var contributors = Contributors.unknown

  /// Makes a snapshot in which everything is unknown.
  public init(fetchedAt: Instant) {
    self.fetchedAt = fetchedAt
  }

  /// How many days have begun since the last push; `nil` if no push is known, or it is in the future, as after a
  /// clock was set back.
  public func daysSincePush(today: Day, boundary: DayBoundary) -> Int? {
    guard let days = pushedAt.map({ today.days(since: boundary.day(at: $0)) }) else { return nil }
    // Shortly before the day ends a clock may be a little slow.
    return days < -1 ? nil : max(0, days)
  }
}

/// The contributors with the most commits, four at most.
public enum Contributors: Hashable, Sendable {
  /// GitHub has not been asked, or has not answered.
  case unknown
  /// GitHub does not list them because there are too many.
  case tooMany
  /// By commits, the most first; empty for an empty repository.
  case known([Contributor])

  /// How many are requested and shown.
  public static let limit = 4
}

/// A contributor to a repository.
public struct Contributor: Hashable, Sendable {
  /// The name of the account, or of a person without one; text from outside.
  public let login: String
  /// The number of commits.
  public let contributions: Int
  /// The address of the avatar.
  public let avatar: String?

  /// Makes a contributor.
  public init(login: String, contributions: Int, avatar: String?) {
    (self.login, self.contributions, self.avatar) = (login, contributions, avatar)
  }
}
