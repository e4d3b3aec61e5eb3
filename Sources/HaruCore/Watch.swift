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
  /// Whether the user has asked who works on it, so that reloads ask for that too.
  public let wantsContributors: Bool
  /// The last good answer; `nil` until there is one.
  public let snapshot: Snapshot?
  /// When the user last looked, and at what.
  public let look: Look?

  /// Makes a watch.
  public init(
    id: Int64, name: RepositoryName, dueAt: Instant, triedAt: Instant? = nil, failures: Int = 0,
    problem: ReloadProblem? = nil, isQuiet: Bool = false, wantsContributors: Bool = false,
    snapshot: Snapshot? = nil, look: Look? = nil
  ) {
    (self.id, self.name, self.dueAt, self.triedAt) = (id, name, dueAt, triedAt)
    (self.failures, self.problem, self.isQuiet) = (failures, problem, isQuiet)
    (self.wantsContributors, self.snapshot, self.look) = (wantsContributors, snapshot, look)
  }
}
