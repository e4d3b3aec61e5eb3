public import HaruCore

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
