import HaruCore
import HaruStore
import HaruText

/// The outcome of a reload, collected from the events of `haru-fetch`.
@MainActor
struct ReloadOutcome {
  /// How many watches were to be reloaded.
  private(set) var total = 0
  /// The outcome of each watch that is done, by its id.
  private(set) var ended: [Int64: ReloadEvent.Outcome] = [:]
  /// Until when the site is not asked, and why.
  private(set) var pause: (until: Instant, problem: ReloadProblem)?

  mutating func take(_ event: ReloadEvent) {
    switch event {
    case .waiting: break
    case .started(let count): total = count
    case .ended(let watch, let outcome): ended[watch] = outcome
    case .paused(let until, let problem): pause = (until, problem)
    }
  }

  var changed: [Int64] { ended.filter { $0.value == .changed }.map(\.key) }
  var unchanged: [Int64] { ended.filter { $0.value == .unchanged }.map(\.key) }

  /// The problems that lie with a repository, and not with the site.
  private var failed: [Int64: ReloadProblem] {
    ended.compactMapValues { outcome in
      if case .failed(let problem) = outcome, !problem.isSiteWide { problem } else { nil }
    }
  }

  /// How many stay due.
  var waiting: Int { max(0, total - changed.count - unchanged.count - failed.count) }

  /// The exit status of the command; `nil` if all is well.
  var status: Failure.Status? {
    guard waiting > 0 || !failed.isEmpty else { return nil }
    // A later try would not find it either.
    if waiting == 0, failed.values.allSatisfy({ $0 == .gone }) { return .noInput }
    return waiting == total && pause?.problem != .rateLimited ? .unavailable : .tryAgain
  }

  /// The lines for a person.
  func lines(_ session: Session) -> [String] {
    guard total > 0 else { return [] }
    let site = session.settings.site
    let lines = problems(session).map { ReloadText.failed($0.name, $0.problem, site) }
    let result = ReloadText.result(
      changed: changed.count, unchanged: unchanged.count, failed: failed.count, waiting: waiting)
    guard let pause else { return lines + [result] }
    return lines + [
      result, ReloadText.paused(until: pause.until, pause.problem, site, session.when),
    ]
  }

  /// The repositories that failed, in the user's order.
  func problems(_ session: Session) -> [(name: RepositoryName, problem: ReloadProblem)] {
    let watches = (try? Watches(session).all) ?? []
    return watches.compactMap { watch in failed[watch.id].map { (watch.name, $0) } }
  }
}

/// The JSON of `haru repo refresh`.
struct RefreshReport: Encodable {
  struct Failed: Encodable {
    let name: String
    let problem: ProblemReport
  }
  struct News: Encodable {
    let name: String
    let at: String
    let kind: String
    let detail: String
    let message: String
  }

  let asked: Int
  let loaded: [String]
  let unchanged: [String]
  let failed: [Failed]
  let waiting: Int
  let paused: Nullable<PauseReport>
  let news: [News]

  @MainActor
  init(_ outcome: ReloadOutcome, _ news: [WatchNews], _ session: Session) throws {
    let (site, zone) = (session.settings.site, session.zone)
    let watches = try Watches(session).all
    func names(_ ids: [Int64]) -> [String] {
      let ids = Set(ids)
      return watches.filter { ids.contains($0.id) }.map(\.name.description)
    }
    asked = outcome.total
    loaded = names(outcome.changed)
    unchanged = names(outcome.unchanged)
    failed = outcome.problems(session).map {
      Failed(name: $0.name.description, problem: ProblemReport($0.problem, site))
    }
    waiting = outcome.waiting
    paused = Nullable(
      outcome.pause.map {
        PauseReport(until: $0.until, $0.problem, site, in: zone)
      })
    self.news = news.map {
      News(
        name: $0.name.description, at: $0.at.rfc3339(in: zone), kind: $0.news.kind,
        detail: $0.news.detail, message: NewsText.sentence($0))
    }
  }
}
