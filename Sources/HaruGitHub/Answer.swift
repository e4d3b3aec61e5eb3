public import HaruCore

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
