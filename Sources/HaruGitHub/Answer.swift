public import HaruCore

/// What came of a question.
public struct Answer: Hashable, Sendable {
  /// What GitHub says of the repository, or why that is not known.
  public let repository: Result<RepositoryAnswer, ReloadProblem>
  /// What it says of those who work on it.
  public let contributors: ContributorsAnswer
  /// Until when nobody should ask this host, if it said so.
  public let resumesAt: Instant?

  /// Makes an answer.
  public init(
    repository: Result<RepositoryAnswer, ReloadProblem>,
    contributors: ContributorsAnswer = .notAsked,
    resumesAt: Instant? = nil
  ) {
    (self.repository, self.contributors) = (repository, contributors)
    self.resumesAt = resumesAt
  }
}

/// What GitHub says of a repository.
public enum RepositoryAnswer: Hashable, Sendable {
  /// The same as last time.
  case unchanged
  /// What it is called, what is to be known of it, and the tag of that.
  case changed(RepositoryName, Snapshot, etag: String?)
}

/// What GitHub says of those who work on a repository; whatever that is, the repository's own answer
/// holds.
public enum ContributorsAnswer: Hashable, Sendable {
  /// Nobody asked.
  case notAsked
  /// The same as last time.
  case unchanged
  /// Who they are, and the tag of that.
  case answered(Contributors, etag: String?)
  /// They are not known.
  case failed(ReloadProblem)
}

/// How it ended to ask a number of questions.
public enum Ending: Hashable, Sendable {
  /// With an answer to each.
  case all
  /// Because whoever asked wanted no more.
  case stopped
  /// Because there was no use in going on, for this reason, until that instant if it is known.
  case paused(until: Instant?, ReloadProblem)
}
