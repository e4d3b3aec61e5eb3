public import HaruCore

/// A question about one repository.
public struct Question: Hashable, Sendable {
  /// The id of the watch.
  public let watch: Int64
  /// The repository.
  public let name: RepositoryName
  /// The ETag of the last response with the same token, if there is one.
  public let etag: String?
  /// Whether to ask for its contributors as well.
  public let asksContributors: Bool
  /// The ETag of the last response about them.
  public let contributorsETag: String?

  /// Makes a question.
  public init(
    watch: Int64, name: RepositoryName, etag: String? = nil, asksContributors: Bool = false,
    contributorsETag: String? = nil
  ) {
    (self.watch, self.name, self.etag) = (watch, name, etag)
    (self.asksContributors, self.contributorsETag) = (asksContributors, contributorsETag)
  }
}

/// The answer to a question.
public struct Answer: Hashable, Sendable {
  /// The repository, or why there is no new snapshot of it.
  public let repository: Reload.Outcome
  /// Its contributors.
  public let contributors: Reload.Contribution
  /// When GitHub takes requests again, if it has set a time.
  public let resumesAt: Instant?

  /// Makes an answer.
  public init(
    repository: Reload.Outcome, contributors: Reload.Contribution = .notAsked,
    resumesAt: Instant? = nil
  ) {
    (self.repository, self.contributors) = (repository, contributors)
    self.resumesAt = resumesAt
  }

  /// The problem that lies with the site as a whole, if there is one.
  public var siteProblem: ReloadProblem? {
    [contributors.problem, repository.problem].compactMap(\.self).first(where: \.isSiteWide)
  }
}

/// Why `GitHub.ask` returned.
public enum Ending: Hashable, Sendable {
  /// Every question has its answer.
  case all
  /// The caller wanted no further answers.
  case stopped
  /// Further requests would fail for this reason, until that instant if it is known.
  case paused(until: Instant?, ReloadProblem)
}
