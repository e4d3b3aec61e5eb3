import HaruCore
import HaruDesktop
import HaruGitHub
import HaruStore

/// Asks GitHub about the watches of a request, and writes what it says into the store.
final class ReloadRun {
  /// How long what is answered waits for more to be written with it: a commit costs as much as
  /// several answers, and what is not written yet is lost if we are killed.
  private static let patienceMilliseconds: Int64 = 250

  private let request: ReloadRequest
  private var store: Store
  private let asker: Asker
  private let plan: ReloadPlan
  private let boundary: DayBoundary
  private var waiting: [Reload] = []
  private var wroteAt: Int64 = 0
  private var hasAnswered = false
  private var resumesAt: Instant?
  /// What keeps everybody from being asked.
  private var obstacle: ReloadProblem?
  private var failure: StoreError?

  init(_ request: ReloadRequest) throws(StoreError) {
    self.request = request
    store = try ReloadRun.openStore(of: request)
    asker = Asker(of: request.site)
    plan = ReloadPlan(interval: request.interval)
    let zone = Zone(name: "") { LocalZone.utcOffset(at: $0.seconds) }
    boundary = DayBoundary(startsAt: request.dayStartsAt, zone: zone)
  }

  /// Opens the store in the place where it is by now.
  private static func openStore(of request: ReloadRequest) throws(StoreError) -> Store {
    try Store(path: request.store, usual: request.usualStore, for: .writing)
  }

  /// Does it.
  ///
  /// - Parameters:
  ///   - turn: The turn, which has come.
  ///   - begun: When it was asked for.
  /// - Returns: Until when the site is not asked, if something had to wait.
  /// - Throws: As the store has it; what was answered before is written.
  func run(in turn: Turn, begun: Instant) throws(StoreError) -> Pause? {
    let watches = try chosen(unlessAskedSince: turn.hasWaited ? begun : nil)
    say("of \(watches.count)")
    guard !watches.isEmpty else { return nil }
    if let pause = try store.pause(of: request.site, at: now), holds(pause) {
      say(pause)
      return pause
    }
    let etags = try store.etags(askedAs: asker.name)
    let questions = watches.map { watch in
      Question(
        watch: watch.id, name: watch.name, etag: etags[watch.id]?.repository,
        asksContributors: watch.wantsContributors(at: now),
        contributorsETag: etags[watch.id]?.contributors)
    }
    wroteAt = uptime
    let github = GitHub(site: request.site, token: asker.token) { Instant(LocalClock.now) }
    let ending = github.ask(questions) { question, answer in take(answer, to: question) }
    if failure == nil { write() }
    if let failure { throw failure }
    return try end(ending)
  }

  // MARK: What to ask

  /// The watches to ask for, those first that are due for longest; without those that somebody else
  /// has asked for meanwhile.
  private func chosen(unlessAskedSince begun: Instant?) throws(StoreError) -> [Watch] {
    let watches: [Watch]
    switch request.selection {
    case .due: return try store.dueWatches(at: now, by: plan)
    case .all: watches = try store.watches()
    case .watches(let ids): watches = try store.watches().filter { ids.contains($0.id) }
    }
    return watches.filter { watch in
      guard let begun, let triedAt = watch.triedAt else { return true }
      return triedAt < begun || watch.problem?.isOfHost == true
    }.sorted { $0.dueAt < $1.dueAt }
  }

  /// Whether a pause holds for us now.
  ///
  /// What the user asks for is tried, unless the site itself has said to whom it will not answer.
  private func holds(_ pause: Pause) -> Bool {
    let isOurs = pause.askedAs == asker.name
    return request.selection == .due ? isOurs : isOurs && pause.problem == .rateLimited
  }

  // MARK: What is answered

  private func take(_ answer: Answer, to question: Question) -> Bool {
    let now = now
    let outcome: Reload.Outcome =
      switch answer.repository {
      case .success(.unchanged): .unchanged
      case .success(.changed(let name, let snapshot, let etag)):
        .changed(name, snapshot, etag: etag)
      case .failure(let problem): .failed(problem)
      }
    let contribution: Reload.Contribution =
      switch answer.contributors {
      case .failed(let problem) where problem.isOfHost: .deferred
      case .notAsked, .failed: .unknown
      case .unchanged: .unchanged
      case .answered(let contributors, let etag): .changed(contributors, etag: etag)
      }
    switch answer.repository {
    case .success: hasAnswered = true
    case .failure(let problem) where problem.isOfHost: obstacle = problem
    case .failure: break
    }
    if case .failed(let problem) = answer.contributors, problem.isOfHost { obstacle = problem }
    resumesAt = answer.resumesAt ?? resumesAt
    waiting.append(
      Reload(of: question.watch, question.name, at: now, outcome, contribution: contribution))
    if uptime - wroteAt >= ReloadRun.patienceMilliseconds { write() }
    return failure == nil
  }

  /// Writes what has been answered, and then tells of it.
  private func write() {
    guard !waiting.isEmpty else { return }
    do throws(StoreError) {
      do throws(StoreError) {
        try put()
      } catch .moved {
        store = try ReloadRun.openStore(of: request)
        try put()
      }
    } catch {
      failure = error
      return
    }
    wroteAt = uptime
    for reload in waiting { say("ended \(reload.watch) \(reload.outcome.kind)") }
    waiting = []
  }

  private func put() throws(StoreError) {
    try store.take(
      waiting, askedAs: asker.name, plan: plan, spread: { .random(in: 0...1) },
      quietAfterDays: request.quietAfterDays, boundary: boundary)
  }

  /// Writes down until when the site is not asked, if it said so or cannot be asked.
  ///
  /// - Returns: The pause, if something has to wait for its end.
  private func end(_ ending: Ending) throws(StoreError) -> Pause? {
    let last = try store.lastPause(of: request.site)
    let failures = hasAnswered ? 1 : (last?.failures ?? 0) + 1
    func pause(_ until: Instant?, _ problem: ReloadProblem) -> Pause {
      Pause(
        until: until ?? plan.retry(after: now, failures: failures), because: problem,
        askedAs: asker.name, failures: failures)
    }
    if case .paused(let until, let problem) = ending {
      return try wait(for: pause(until, problem))
    }
    // Those that failed were the last, but they are still to be asked.
    if let obstacle { return try wait(for: pause(resumesAt, obstacle)) }
    // Everything has its answer, and only the next to be asked would have none.
    let next = resumesAt.map { pause($0, .rateLimited) }
    if next != nil || last != nil { try store.setPause(next, of: request.site) }
    return nil
  }

  private func wait(for pause: Pause) throws(StoreError) -> Pause {
    try store.setPause(pause, of: request.site)
    say(pause)
    return pause
  }

  // MARK: What is said

  private var now: Instant { Instant(LocalClock.now) }

  private var uptime: Int64 { MainActor.assumeIsolated { MainLoop.uptimeMilliseconds } }

  private func say(_ pause: Pause) {
    say("paused \(pause.until.seconds) \(pause.problem.kind)")
  }

  private func say(_ line: String) {
    StandardStream.output.write(line + "\n")
  }
}

extension Reload.Outcome {
  /// A word for it, for programs.
  fileprivate var kind: String {
    switch self {
    case .changed: "changed"
    case .unchanged: "unchanged"
    case .failed(let problem): problem.kind
    }
  }
}
