public import HaruCore

/// A repository that the user watches, with its last snapshot.
public struct Watch: Hashable, Sendable {
  /// The counts when the user last looked, from which changes are shown.
  public struct Look: Hashable, Sendable {
    /// When the user looked.
    public let at: Instant
    /// The number of stars.
    public let stars: Int?
    /// The number of forks.
    public let forks: Int?
    /// The number of open issues and pull requests.
    public let openIssues: Int?
  }

  /// Its id in the store.
  public let id: Int64
  /// Its name, spelled as GitHub spells it once it has been loaded.
  public let name: RepositoryName
  /// From when on it is due for a reload.
  public let dueAt: Instant
  /// When the last reload ended, well or not.
  public let triedAt: Instant?
  /// How many reloads in a row have failed.
  public let failures: Int
  /// Why the last reload failed.
  public let problem: ReloadProblem?
  /// Whether it is muted: its news is not announced.
  public internal(set) var isQuiet: Bool
  /// When the user last asked for its contributors.
  public let contributorsWantedAt: Instant?
  /// The last snapshot; `nil` until there is one.
  public let snapshot: Snapshot?
  /// When the user last looked, and the counts then.
  public let look: Look?

  /// Makes a watch.
  public init(
    id: Int64, name: RepositoryName, dueAt: Instant, triedAt: Instant? = nil, failures: Int = 0,
    problem: ReloadProblem? = nil, isQuiet: Bool = false,
    contributorsWantedAt: Instant? = nil, snapshot: Snapshot? = nil, look: Look? = nil
  ) {
    (self.id, self.name, self.dueAt, self.triedAt) = (id, name, dueAt, triedAt)
    (self.failures, self.problem, self.isQuiet) = (failures, problem, isQuiet)
    (self.contributorsWantedAt, self.snapshot, self.look) = (contributorsWantedAt, snapshot, look)
  }

  /// Whether reloads ask for its contributors: only for a while after the user has, because that is
  /// a second request each time.
  public func wantsContributors(at now: Instant) -> Bool {
    contributorsWantedAt.map { now < $0 + Watch.contributorsAreWantedFor } ?? false
  }

  /// Thirty days, in seconds.
  private static let contributorsAreWantedFor: Int64 = 2_592_000
}

/// The result of a reload of one watch.
public struct Reload: Hashable, Sendable {
  /// The answer about the repository.
  public enum Outcome: Hashable, Sendable {
    /// A new snapshot without contributors, the name as GitHub spells it, and the ETag.
    case changed(RepositoryName, Snapshot, etag: String?)
    /// Nothing has changed since the last snapshot.
    case unchanged
    /// There is no answer.
    case failed(ReloadProblem)

    /// Why there is no answer; `nil` if there is one.
    public var problem: ReloadProblem? {
      if case .failed(let problem) = self { problem } else { nil }
    }
  }

  /// The answer about the contributors; a failure leaves the repository's own answer valid.
  public enum Contribution: Hashable, Sendable {
    /// They were not asked for.
    case notAsked
    /// Nothing has changed since the last answer.
    case unchanged
    /// The contributors, and the ETag.
    case changed(Contributors, etag: String?)
    /// There is no answer.
    case failed(ReloadProblem)

    /// Why there is no answer; `nil` if there is one, or no question.
    public var problem: ReloadProblem? {
      if case .failed(let problem) = self { problem } else { nil }
    }
  }

  /// The watch.
  public let watch: Int64
  /// The name in the request.
  public let name: RepositoryName
  /// When the answer came.
  public let at: Instant
  /// The answer about the repository.
  public let outcome: Outcome
  /// The answer about the contributors.
  public let contribution: Contribution

  /// Makes a reload.
  public init(
    of watch: Int64, _ name: RepositoryName, at: Instant, _ outcome: Outcome,
    contribution: Contribution = .notAsked
  ) {
    (self.watch, self.name, self.at) = (watch, name, at)
    (self.outcome, self.contribution) = (outcome, contribution)
  }
}

/// A time in which a site is not asked.
public struct Pause: Hashable, Sendable {
  /// Its end.
  public let until: Instant
  /// Its reason.
  public let problem: ReloadProblem
  /// The credentials it holds for, by their name.
  public let askedAs: String
  /// How many reloads in a row could not ask the site.
  public let failures: Int

  /// The longest pause in seconds, whatever a site asks for.
  public static let longest: Int64 = 25 * 3600

  /// Makes a pause.
  public init(until: Instant, because problem: ReloadProblem, askedAs: String, failures: Int) {
    (self.until, self.problem, self.askedAs, self.failures) = (until, problem, askedAs, failures)
  }
}

/// News of a watch that the user has not been told yet.
public struct WatchNews: Hashable, Sendable {
  /// Its id in the store.
  public let id: Int64
  /// The repository.
  public let name: RepositoryName
  /// When a reload found it.
  public let at: Instant
  /// The news.
  public let news: RepositoryNews

  /// Makes news.
  public init(id: Int64, of name: RepositoryName, at: Instant, _ news: RepositoryNews) {
    (self.id, self.name, self.at, self.news) = (id, name, at, news)
  }
}
