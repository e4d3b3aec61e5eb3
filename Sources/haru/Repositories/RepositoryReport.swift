import HaruCore
import HaruStore
import HaruText

/// Why there is no newer snapshot, as JSON.
struct ProblemReport: Encodable {
  let kind: String
  let detail: String
  let message: String

  init(_ problem: ReloadProblem, _ site: GitHubSite) {
    (kind, detail) = (problem.kind, problem.detail)
    message = ReloadText.reason(problem, site)
  }
}

/// A pause of the site, as JSON.
struct PauseReport: Encodable {
  let until: String
  let problem: ProblemReport

  init(until: Instant, _ problem: ReloadProblem, _ site: GitHubSite, in zone: Zone) {
    self.until = until.rfc3339(in: zone)
    self.problem = ProblemReport(problem, site)
  }
}

/// The JSON of `haru repo show`; its names are stable: docs/design.md#json.
struct ShowReport: Encodable {
  let repositories: [RepositoryReport]
  let paused: Nullable<PauseReport>

  @MainActor
  init(_ watches: [Watch], pause: Pause?, _ session: Session) {
    repositories = watches.map { RepositoryReport($0, pause: pause, session) }
    paused = Nullable(
      pause.map {
        PauseReport(until: $0.until, $0.problem, session.settings.site, in: session.zone)
      })
  }
}

/// A watch as JSON; `null` is unknown, and never a zero.
struct RepositoryReport: Encodable {
  struct Worker: Encodable {
    let login: String
    let commits: Int
  }
  struct SinceLastLook: Encodable {
    let at: String
    let stars: Nullable<Int>
    let forks: Nullable<Int>
    let openIssuesAndPullRequests: Nullable<Int>
  }

  let name: String
  let url: String
  let announced: Bool
  let stars: Nullable<Int>
  let forks: Nullable<Int>
  let openIssuesAndPullRequests: Nullable<Int>
  let hasIssues: Nullable<Bool>
  let watchers: Nullable<Int>
  let defaultBranch: Nullable<String>
  let pushedAt: Nullable<String>
  let daysSincePush: Nullable<Int>
  let quiet: Nullable<Bool>
  let archived: Nullable<Bool>
  let description: Nullable<String>
  let contributors: Nullable<[Worker]>
  let tooManyContributors: Nullable<Bool>
  let fetchedAt: Nullable<String>
  let stale: Bool
  let problem: Nullable<ProblemReport>
  let nextReload: String
  let sinceLastLook: Nullable<SinceLastLook>

  @MainActor
  init(_ watch: Watch, pause: Pause?, _ session: Session) {
    let (settings, zone) = (session.settings, session.zone)
    let snapshot = watch.snapshot
    let days = session.daysSincePush(to: watch)
    name = watch.name.description
    url = settings.site.page(of: watch.name)
    announced = !watch.isQuiet
    stars = Nullable(snapshot?.stars)
    forks = Nullable(snapshot?.forks)
    openIssuesAndPullRequests = Nullable(snapshot?.openIssues)
    hasIssues = Nullable(snapshot?.hasIssues)
    watchers = Nullable(snapshot?.watchers)
    defaultBranch = Nullable(snapshot?.defaultBranch)
    pushedAt = Nullable(snapshot?.pushedAt?.rfc3339(in: zone))
    daysSincePush = Nullable(days)
    quiet = Nullable(days.map(session.isQuiet(after:)))
    archived = Nullable(snapshot?.isArchived)
    description = Nullable(snapshot?.summary)
    (contributors, tooManyContributors) = RepositoryReport.workers(snapshot?.contributors)
    fetchedAt = Nullable(snapshot?.fetchedAt.rfc3339(in: zone))
    stale = watch.isStale(at: session.now, by: session.reloadPlan)
    problem = Nullable(watch.problem.map { ProblemReport($0, settings.site) })
    nextReload = max(watch.dueAt, pause?.until ?? watch.dueAt).rfc3339(in: zone)
    sinceLastLook = Nullable(RepositoryReport.change(of: watch, zone))
  }

  private static func workers(
    _ contributors: Contributors?
  ) -> (Nullable<[Worker]>, tooMany: Nullable<Bool>) {
    switch contributors {
    case nil, .unknown: (Nullable(nil), Nullable(nil))
    case .tooMany: (Nullable(nil), Nullable(true))
    case .known(let known):
      (
        Nullable(known.map { Worker(login: $0.login, commits: $0.contributions) }),
        Nullable(false)
      )
    }
  }

  private static func change(of watch: Watch, _ zone: Zone) -> SinceLastLook? {
    guard let look = watch.look, let snapshot = watch.snapshot else { return nil }
    let change = Change(from: look, to: snapshot)
    return SinceLastLook(
      at: look.at.rfc3339(in: zone), stars: Nullable(change.stars), forks: Nullable(change.forks),
      openIssuesAndPullRequests: Nullable(change.openIssues))
  }
}

/// The JSON of `haru repo list`.
struct ListReport: Encodable {
  struct Each: Encodable {
    let position: Int
    let name: String
    let url: String
    let announced: Bool
    /// The kind of the problem.
    let problem: Nullable<String>
  }

  let repositories: [Each]

  @MainActor
  init(_ watches: [Watch], _ session: Session) {
    repositories = watches.enumerated().map { index, watch in
      Each(
        position: index + 1, name: watch.name.description,
        url: session.settings.site.page(of: watch.name), announced: !watch.isQuiet,
        problem: Nullable(watch.problem?.kind))
    }
  }
}

extension Watch {
  /// Whether there is no snapshot, or one that should have been replaced by now.
  func isStale(at now: Instant, by plan: ReloadPlan) -> Bool {
    guard let snapshot, problem == nil else { return true }
    return plan.latest(after: snapshot.fetchedAt) < now
  }
}

extension Session {
  /// The plan by the settings.
  var reloadPlan: ReloadPlan { ReloadPlan(interval: settings.reloadAfter) }

  /// The number of days since the last push; `nil` if it is unknown.
  func daysSincePush(to watch: Watch) -> Int? {
    watch.snapshot?.daysSincePush(today: today, boundary: provider.boundary)
  }

  /// Whether a repository counts as quiet after so many days without a push.
  func isQuiet(after days: Int) -> Bool { days > settings.quietAfterDays }

  /// The current pause of the site; `nil` if there is none.
  func pause() throws(Failure) -> Pause? {
    try read { (store) throws(StoreError) in try store.pause(of: settings.site, at: now) } ?? nil
  }

  /// Instants in words, as seen from today.
  var when: MomentText { MomentText(today: today, boundary: provider.boundary) }
}
