/// A repository that the user chose to watch, and what is known of it.
public struct Watch: Hashable, Sendable {
  /// What it was like when the user last looked.
  public struct Look: Hashable, Sendable {
    /// When that was.
    public let at: Instant
    /// How many stars it had.
    public let stars: Int?
    /// How many forks.
    public let forks: Int?
    /// How many open issues and pull requests.
    public let openIssues: Int?

    /// Makes a look.
    public init(at: Instant, stars: Int?, forks: Int?, openIssues: Int?) {
      (self.at, self.stars, self.forks, self.openIssues) = (at, stars, forks, openIssues)
    }

    /// What a user sees who looks at a snapshot.
    public init(at snapshot: Snapshot, now: Instant) {
      self.init(
        at: now, stars: snapshot.stars, forks: snapshot.forks, openIssues: snapshot.openIssues)
    }
  }

  /// Its number in the store, which no other gets while it is there.
  public let id: Int64
  /// Its name, as GitHub spells it once GitHub has said so.
  public let name: RepositoryName
  /// When it is reloaded by itself, at the earliest.
  public let dueAt: Instant
  /// When it was last asked for, whatever came of it.
  public let triedAt: Instant?
  /// How many reloads have failed since the last that did not.
  public let failures: Int
  /// Why the last reload failed.
  public let problem: ReloadProblem?
  /// Whether its changes are not announced.
  public let isQuiet: Bool
  /// When the user last asked who works on it.
  public let contributorsWantedAt: Instant?
  /// The last good answer; `nil` until there is one.
  public let snapshot: Snapshot?
  /// When the user last looked, and at what.
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

  /// Whether reloads ask who works on it: for a while after the user has, because it costs a request
  /// more each time.
  public func wantsContributors(at now: Instant) -> Bool {
    contributorsWantedAt.map { now < $0 + Watch.contributorsAreWantedFor } ?? false
  }

  /// Thirty days, in seconds.
  private static let contributorsAreWantedFor: Int64 = 2_592_000
}

/// What came of asking for a watch.
public struct Reload: Hashable, Sendable {
  /// What GitHub said of the repository.
  public enum Outcome: Hashable, Sendable {
    /// That it is such, by its name as GitHub spells it; and what to call the answer by when asking
    /// again. Contributors are not part of it.
    case changed(RepositoryName, Snapshot, etag: String?)
    /// That nothing has changed since the last answer.
    case unchanged
    /// Nothing.
    case failed(ReloadProblem)

    /// Why there is no answer; `nil` if there is one.
    public var problem: ReloadProblem? {
      if case .failed(let problem) = self { problem } else { nil }
    }
  }

  /// What GitHub said of those who work on it.
  public enum Contribution: Hashable, Sendable {
    /// Nothing that could be taken; or it was not asked.
    case unknown
    /// Nothing yet, because the site has to be left alone; it is to be asked again.
    case deferred
    /// That nothing has changed since the last answer.
    case unchanged
    /// That it is these; and what to call the answer by when asking again.
    case changed(Contributors, etag: String?)
  }

  /// The watch.
  public let watch: Int64
  /// The name it was asked for by.
  public let name: RepositoryName
  /// When the answer came.
  public let at: Instant
  /// What GitHub said of the repository.
  public let outcome: Outcome
  /// What GitHub said of those who work on it.
  public let contribution: Contribution

  /// Makes a reload.
  public init(
    of watch: Int64, _ name: RepositoryName, at: Instant, _ outcome: Outcome,
    contribution: Contribution = .unknown
  ) {
    (self.watch, self.name, self.at) = (watch, name, at)
    (self.outcome, self.contribution) = (outcome, contribution)
  }
}

/// Why a site is not asked, and until when.
public struct Pause: Hashable, Sendable {
  /// Until when.
  public let until: Instant
  /// Why.
  public let problem: ReloadProblem
  /// As whom it was asked; somebody else may ask.
  public let askedAs: String
  /// How many times in a row the site could not be asked.
  public let failures: Int

  /// The longest there is, in seconds, whatever a site says.
  public static let longest: Int64 = 25 * 3600

  /// Makes a pause.
  public init(until: Instant, because problem: ReloadProblem, askedAs: String, failures: Int) {
    (self.until, self.problem, self.askedAs, self.failures) = (until, problem, askedAs, failures)
  }
}

/// News of a watch that nobody has been told of yet.
public struct WatchNews: Hashable, Sendable {
  /// Its number in the store.
  public let id: Int64
  /// The repository it is of.
  public let name: RepositoryName
  /// When it was found.
  public let at: Instant
  /// What is new.
  public let news: RepositoryNews

  /// Makes news.
  public init(id: Int64, of name: RepositoryName, at: Instant, _ news: RepositoryNews) {
    (self.id, self.name, self.at, self.news) = (id, name, at, news)
  }
}
