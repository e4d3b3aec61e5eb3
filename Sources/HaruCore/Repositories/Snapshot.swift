/// What GitHub last said of a repository; what it did not say is unknown, and never a zero.
public struct Snapshot: Hashable, Sendable {
  /// When GitHub said it, or said that nothing had changed.
  public var fetchedAt: Instant
  /// In a sentence, what the repository is; somebody else's words.
  public var summary: String?
  /// How many people have given it a star.
  public var stars: Int?
  /// How many copies there are that others work on.
  public var forks: Int?
  /// How many issues and pull requests are open; GitHub counts them as one.
  public var openIssues: Int?
  /// Whether it takes issues at all.
  public var hasIssues: Bool?
  /// How many people are told of everything in it.
  public var watchers: Int?
  /// The branch that one sees first.
  public var defaultBranch: String?
  /// When somebody last pushed to it; an instant, because days are counted when they are shown.
  public var pushedAt: Instant?
  /// Whether it takes no changes any more.
  public var isArchived: Bool?
  /// The address of its owner's picture.
  public var avatar: String?
  /// Who has worked on it most.
  public var contributors = Contributors.unknown

  /// Makes a snapshot that knows nothing.
  public init(fetchedAt: Instant) {
    self.fetchedAt = fetchedAt
  }

  /// How many days have begun since the last push; none for a push in the future, as after a clock
  /// was set back, and `nil` if no push is known.
  public func daysSincePush(today: Day, boundary: DayBoundary) -> Int? {
    pushedAt.map { max(0, today.days(since: boundary.day(at: $0))) }
  }
}

/// Who has worked on a repository most, four at most.
public enum Contributors: Hashable, Sendable {
  /// GitHub has not been asked, or did not say.
  case unknown
  /// There are so many that GitHub does not count them.
  case tooMany
  /// Those with the most commits first; empty for an empty repository.
  case known([Contributor])

  /// How many are asked for and shown.
  public static let limit = 4
}

/// Somebody who has worked on a repository.
public struct Contributor: Hashable, Sendable {
  /// The name of the account, or of somebody without one; somebody else's words.
  public let login: String
  /// How many commits.
  public let contributions: Int
  /// The address of a picture.
  public let avatar: String?

  /// Makes a contributor.
  public init(login: String, contributions: Int, avatar: String?) {
    (self.login, self.contributions, self.avatar) = (login, contributions, avatar)
  }
}
