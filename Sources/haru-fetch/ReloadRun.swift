import HaruCore
import HaruGitHub
import HaruStore
import HaruSystem

/// Reloads the watches of a request: asks GitHub, and writes the answers into the store.
final class ReloadRun {
  /// How long an answer waits for others to share its commit: a commit costs as much as several
  /// answers, and what is not committed is lost if the process is killed.
  private static let batchMilliseconds: Int64 = 250

  private let request: ReloadRequest
  private var store: Store
  private var credentials: Credentials
  /// The next credentials, once these were rejected.
  private var next: Credentials?
  /// Where tokens came from that were rejected before.
  private var rejected: [TokenSource] = []
  private let plan: ReloadPlan
  private let boundary: DayBoundary
  /// Those that have no answer yet.
  private var left: [Watch] = []
  /// As whom GitHub was asked when it answered last about each watch.
  private var lastAsked: [Int64: String] = [:]
  /// Answers that are not committed yet.
  private var pending: [Reload] = []
  private var committedAt: Int64 = 0
  private var hasAnswered = false
  private var resumesAt: Instant?
  /// The last problem that lies with the site as a whole.
  private var siteProblem: ReloadProblem?
  private var failure: StoreError?

  init(_ request: ReloadRequest) throws(StoreError) {
    self.request = request
    store = try ReloadRun.openStore(of: request)
    credentials = Credentials(for: request.site)
    plan = ReloadPlan(interval: request.interval)
    let zone = Zone(name: "") { LocalZone.utcOffset(at: $0.seconds) }
    boundary = DayBoundary(startsAt: request.dayStartsAt, zone: zone)
  }

  private static func openStore(of request: ReloadRequest) throws(StoreError) -> Store {
    try Store(path: request.store, usual: request.usualStore, for: .changing)
  }

  /// Runs the reload.
  ///
  /// - Parameter begin: Leaves out what another reload has done since; `nil` to reload everything.
  /// - Returns: Until when the site is not asked, if watches have to wait for that.
  /// - Throws: `StoreError`; answers that are committed stay committed.
  func run(unlessReloadedSince begin: Instant?) throws(StoreError) -> Pause? {
    left = try watches(unlessReloadedSince: begin)
    report(.started(count: left.count))
    guard !left.isEmpty else { return nil }
    lastAsked = try store.lastAsked()
    while true {
      if let pause = try store.pause(of: request.site, at: now), applies(pause) {
        report(.paused(until: pause.until, pause.problem))
        return pause
      }
      let ending = try ask()
      guard let next else { return try end(ending) }
      (credentials, self.next) = (next, nil)
      (siteProblem, resumesAt) = (nil, nil)
    }
  }

  /// Asks with one token.
  private func ask() throws(StoreError) -> Ending {
    let etags = try store.etags(askedAs: credentials.name)
    let questions = left.map { watch in
      Question(
        watch: watch.id, name: watch.name, etag: etags[watch.id]?.repository,
        asksContributors: watch.wantsContributors(at: now),
        contributorsETag: etags[watch.id]?.contributors)
    }
    committedAt = uptime
    let github = GitHub(site: request.site, token: credentials.token) { Instant(LocalClock.now) }
    let ending = github.ask(questions) { question, answer in take(answer, to: question) }
    if failure == nil { commit() }
    if let failure { throw failure }
    return ending
  }

  // MARK: What to ask

  /// The watches to reload, the longest due first.
  private func watches(unlessReloadedSince begin: Instant?) throws(StoreError) -> [Watch] {
    let watches: [Watch]
    switch request.selection {
    case .due: return try store.dueWatches(at: now, by: plan)
    case .all: watches = try store.watches()
    case .watches(let ids): watches = try store.watches().filter { ids.contains($0.id) }
    }
    return watches.filter { watch in
      guard let begin, let triedAt = watch.triedAt else { return true }
      return triedAt < begin || watch.problem?.isSiteWide == true
    }.sorted { $0.dueAt < $1.dueAt }
  }

  /// Whether a pause applies to this request.
  ///
  /// A user's own request ignores every pause but a rate limit.
  private func applies(_ pause: Pause) -> Bool {
    pause.askedAs == credentials.name
      && (request.selection == .due || pause.problem.isRateLimit)
  }

  // MARK: Answers

  /// Takes an answer; returns whether to go on.
  private func take(_ answer: Answer, to question: Question) -> Bool {
    if case .badToken = answer.siteProblem, let next = credentials.next {
      if let source = credentials.found?.source {
        report(.rejected(source))
        rejected.append(source)
      }
      self.next = next
      return false
    }
    left.removeAll { $0.id == question.watch }
    let answer = answer.explained { explained($0, of: question.watch) }
    hasAnswered = hasAnswered || answer.repository.problem == nil
    siteProblem = answer.siteProblem ?? siteProblem
    resumesAt = answer.resumesAt ?? resumesAt
    pending.append(
      Reload(
        of: question.watch, question.name, at: now, answer.repository,
        contribution: answer.contributors))
    if uptime - committedAt >= ReloadRun.batchMilliseconds { commit() }
    return failure == nil
  }

  /// A problem with what is known here about tokens.
  private func explained(_ problem: ReloadProblem, of watch: Int64? = nil) -> ReloadProblem {
    switch problem {
    case .badToken:
      let sources = rejected + [credentials.found?.source].compactMap(\.self)
      return .badToken(sources.map(\.rawValue).joined(separator: ", "))
    case .gone:
      let last = watch.flatMap { lastAsked[$0] }
      return last.map(credentials.mayLack) == true ? .hidden : .gone
    default: return problem
    }
  }

  /// Commits the pending answers, and only then reports them: who reads *ended* may rely on it.
  private func commit() {
    guard !pending.isEmpty else { return }
    do throws(StoreError) {
      do throws(StoreError) {
        try write()
      } catch .moved {
        store = try ReloadRun.openStore(of: request)
        try write()
      }
    } catch {
      failure = error
      return
    }
    committedAt = uptime
    report(pending.flatMap { ReloadEvent.of($0) })
    pending = []
  }

  private func write() throws(StoreError) {
    try store.take(
      pending, askedAs: credentials.name, plan: plan, spread: { .random(in: 0...1) },
      quietAfterDays: request.quietAfterDays, boundary: boundary)
  }

  // MARK: Pauses

  /// Stores until when the site is not asked: as GitHub wants, or because it cannot be asked.
  ///
  /// - Returns: The pause, if watches have to wait for its end.
  private func end(_ ending: Ending) throws(StoreError) -> Pause? {
    let last = try store.lastPause(of: request.site)
    let failures = hasAnswered ? 1 : StoredBounds.count(after: last?.failures ?? 0)
    func pause(_ until: Instant?, _ problem: ReloadProblem) -> Pause {
      Pause(
        until: until ?? plan.retry(after: now, failures: failures), because: problem,
        askedAs: credentials.name, failures: failures)
    }
    if case .paused(let until, let problem) = ending {
      return try begin(pause(until, explained(problem)))
    }
    // Every question has its answer, but those with a problem of the whole site stay due.
    if let siteProblem { return try begin(pause(resumesAt, siteProblem)) }
    // Nothing waits; the rate limit is used up for the next reload.
    let next = resumesAt.map {
      pause($0, .rateLimited(credentials.token == nil ? .withoutToken : .withToken))
    }
    if next != nil || last != nil { try store.setPause(next, of: request.site) }
    return nil
  }

  private func begin(_ pause: Pause) throws(StoreError) -> Pause {
    try store.setPause(pause, of: request.site)
    report(.paused(until: pause.until, pause.problem))
    return pause
  }

  // MARK: Clocks

  private var now: Instant { Instant(LocalClock.now) }

  private var uptime: Int64 { MainActor.assumeIsolated { LocalClock.uptimeMilliseconds } }
}

extension ReloadEvent {
  /// What is reported of an answer.
  fileprivate static func of(_ reload: Reload) -> [ReloadEvent] {
    [.ended(watch: reload.watch, Outcome(reload.outcome))]
      + (reload.contribution.problem.map { [.contributorsFailed(watch: reload.watch, $0)] } ?? [])
  }
}

extension Answer {
  /// The same with other problems.
  fileprivate func explained(_ explain: (ReloadProblem) -> ReloadProblem) -> Answer {
    var (repository, contributors) = (repository, contributors)
    if case .failed(let problem) = repository { repository = .failed(explain(problem)) }
    if case .failed(let problem) = contributors { contributors = .failed(explain(problem)) }
    return Answer(repository: repository, contributors: contributors, resumesAt: resumesAt)
  }
}

extension ReloadEvent.Outcome {
  fileprivate init(_ outcome: Reload.Outcome) {
    switch outcome {
    case .changed: self = .changed
    case .unchanged: self = .unchanged
    case .failed(let problem): self = .failed(problem)
    }
  }
}
