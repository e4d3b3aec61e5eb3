import HaruCore
import HaruStore
import HaruText

/// What came of a reload, as far as `haru-fetch` has told it.
@MainActor
struct ReloadOutcome {
  /// How many watches were to be asked for.
  private(set) var total = 0
  /// What came of those that were.
  private(set) var ended: [Int64: String] = [:]
  /// Until when nobody is asked, and the kind of problem that is the reason.
  private(set) var pause: (until: Instant, kind: String)?

  mutating func take(_ line: FetcherLine) {
    switch line {
    case .waiting: break
    case .total(let count): total = count
    case .ended(let id, let kind): ended[id] = kind
    case .paused(let until, let kind): pause = (until, kind)
    }
  }

  var changed: [Int64] { ended.filter { $0.value == "changed" }.map(\.key) }
  var unchanged: [Int64] { ended.filter { $0.value == "unchanged" }.map(\.key) }

  /// Those that have no answer because of themselves, and not because of the site.
  var failed: [Int64] {
    ended.filter { ReloadProblem(kind: $0.value, detail: "")?.isOfHost == false }.map(\.key)
  }

  /// How many stay due.
  var waiting: Int { max(0, total - changed.count - unchanged.count - failed.count) }

  /// The status that the command ends with; `nil` if all is well.
  var status: Failure.Status? {
    guard waiting > 0 || !failed.isEmpty else { return nil }
    // No other time would be better for what is not there.
    let gone = ReloadProblem.gone.kind
    if waiting == 0, failed.allSatisfy({ ended[$0] == gone }) { return .noInput }
    let isNothing = waiting == total
    let problem = pause.map(\.kind) ?? ended.values.first
    let comesBack = problem == ReloadProblem.rateLimited.kind
    return isNothing && !comesBack ? .unavailable : .tryAgain
  }

  /// What a person is told, a line each.
  func lines(_ session: Session) -> [String] {
    guard total > 0 else { return [] }
    let site = session.settings.site
    let lines = problems(session).map { ReloadText.failed($0.name, $0.problem, site) }
    let result = ReloadText.result(
      changed: changed.count, unchanged: unchanged.count, failed: failed.count, waiting: waiting)
    guard let pause = pauseOfSite(session) else { return lines + [result] }
    return lines + [
      result, ReloadText.paused(until: pause.until, pause.problem, site, session.when),
    ]
  }

  /// Those that failed, in the user's order, with all that is known of why.
  func problems(_ session: Session) -> [(name: RepositoryName, problem: ReloadProblem)] {
    let failed = Set(failed)
    let watches = (try? Watches(session).all) ?? []
    return watches.compactMap { watch in
      guard failed.contains(watch.id), let problem = watch.problem else { return nil }
      return (watch.name, problem)
    }
  }

  /// The pause that was told, with all that is known of why.
  func pauseOfSite(_ session: Session) -> (until: Instant, problem: ReloadProblem)? {
    guard let pause else { return nil }
    let kept = try? session.read { (store) throws(StoreError) in
      try store.lastPause(of: session.settings.site)
    }
    if let kept = kept??.problem, kept.kind == pause.kind { return (pause.until, kept) }
    return ReloadProblem(kind: pause.kind, detail: "").map { (pause.until, $0) }
  }
}

/// The same for programs.
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
      outcome.pauseOfSite(session).map {
        PauseReport(until: $0.until, $0.problem, site, in: zone)
      })
    self.news = news.map {
      News(
        name: $0.name.description, at: $0.at.rfc3339(in: zone), kind: $0.news.kind,
        detail: $0.news.detail, message: NewsText.sentence($0))
    }
  }
}
