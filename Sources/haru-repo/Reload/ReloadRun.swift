import HaruCommand
import HaruCore
import HaruGitHub
import HaruStore
import HaruSystem

/// Which watches are reloaded.
enum ReloadSelection: Hashable {
  /// Those that are due.
  case due
  /// All.
  case all
  /// Those of some repositories.
  case watches([RepositoryName])
}

/// Reloads watches: asks GitHub, and keeps the answers.
final class ReloadRun {
  /// How long an answer waits for others to share its commit: a commit costs as much as several
  /// answers, and what is not committed is lost if the process is killed.
  private static let batchMilliseconds: Int64 = 250

  private let selection: ReloadSelection
  private let settings: RepositorySettings
  private let store: String
  private var file: Repositories
  private let report: (ReloadEvent) -> Void
  private var credentials: Credentials
  /// The next credentials, once these were rejected.
  private var next: Credentials?
  /// Where tokens came from that were rejected before.
  private var rejected: [TokenSource] = []
  private let plan: ReloadPlan
  private let boundary: DayBoundary
  /// Those that have no answer yet.
  private var left: [Watch] = []
  /// The last answer about each watch before those that are asked for.
  private var lastAnswers: [Int64: Repositories.LastAnswer] = [:]
  /// Answers that are not committed yet.
  private var pending: [Reload] = []
  private var committedAt: Int64 = 0
  private var hasAnswered = false
  private var resumesAt: Instant?
  /// The last problem that lies with the site as a whole.
  private var siteProblem: ReloadProblem?
  private var failure: StoreError?

  @MainActor
  private init(
    _ selection: ReloadSelection, in context: RepositoryContext, of file: Repositories,
    _ report: @escaping (ReloadEvent) -> Void
  ) {
    (self.selection, self.file, self.report) = (selection, file, report)
    (settings, store) = (context.ownSettings, context.storePath)
    (boundary, plan) = (context.provider.boundary, context.reloadPlan)
    credentials = Credentials(for: settings.site)
  }

  /// Runs a reload, once no other runs, until all is done or a signal interrupts it.
  ///
  /// - Parameters:
  ///   - selection: Which watches.
  ///   - context: The settings, and what is known of repositories.
  ///   - report: Gets what happens.
  /// - Throws: `Failure`; answers that are committed stay committed.
  @MainActor
  static func run(
    _ selection: ReloadSelection, in context: RepositoryContext,
    report: @escaping (ReloadEvent) -> Void
  ) throws(Failure) {
    let requestedAt = Instant(LocalClock.now)
    var lock = ReloadLock { report(.waiting) }
    defer { lock.release() }
    _ = try context.read { file in
      try ReloadRun(selection, in: context, of: file, report)
        .run(unlessReloadedSince: lock.hasWaited ? requestedAt : nil)
    }
  }

  /// Runs it; leaves out what another reload has done since an instant, if one is given.
  private func run(unlessReloadedSince begin: Instant?) throws(StoreError) {
    left = try watches(unlessReloadedSince: begin)
    report(.started(count: left.count))
    guard !left.isEmpty else { return }
    while true {
      if let pause = try file.pause(of: settings.site, at: now), applies(pause) {
        return report(.paused(until: pause.until, pause.problem))
      }
      let ending = try ask()
      if Interruption.isRequested { return }
      guard let next else { return try end(ending) }
      (credentials, self.next) = (next, nil)
      (siteProblem, resumesAt) = (nil, nil)
    }
  }

  /// Asks with one token.
  private func ask() throws(StoreError) -> Ending {
    lastAnswers = try file.lastAnswers()
    let questions = left.map { watch in
      // A tag holds for these credentials alone.
      let last = lastAnswers[watch.id].flatMap { $0.askedAs == credentials.name ? $0 : nil }
      return Question(
        watch: watch.id, name: watch.name, etag: last?.etag,
        asksContributors: watch.wantsContributors(at: now),
        contributorsETag: last?.contributorsETag)
    }
    committedAt = uptime
    let github = GitHub(site: settings.site, token: credentials.token) { Instant(LocalClock.now) }
    let ending = github.ask(questions) {
      Interruption.isRequested
    } onAnswer: { question, answer in
      take(answer, to: question)
    }
    if failure == nil { commit() }
    if let failure { throw failure }
    return ending
  }

  // MARK: What to ask

  /// The watches to reload, the longest due first.
  private func watches(unlessReloadedSince begin: Instant?) throws(StoreError) -> [Watch] {
    let watches: [Watch]
    switch selection {
    case .due: return try file.dueWatches(at: now, by: plan)
    case .all: watches = try file.watches()
    case .watches(let names): watches = try file.watches().filter { names.contains($0.name) }
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
      && (selection == .due || pause.problem.isRateLimit)
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
      let last = watch.flatMap { lastAnswers[$0]?.askedAs }
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
        file = try Repositories(besideStore: store)
        try write()
      }
    } catch {
      failure = error
      return
    }
    committedAt = uptime
    pending.forEach { report(.ended($0)) }
    pending = []
  }

  private func write() throws(StoreError) {
    try file.take(
      pending, askedAs: credentials.name, plan: plan, spread: { .random(in: 0...1) },
      quietAfterDays: settings.quietAfterDays, boundary: boundary)
  }

  // MARK: Pauses

  /// Stores until when the site is not asked: as GitHub wants, or because it cannot be asked.
  private func end(_ ending: Ending) throws(StoreError) {
    let last = try file.lastPause(of: settings.site)
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
    if next != nil || last != nil { try file.setPause(next, of: settings.site) }
  }

  private func begin(_ pause: Pause) throws(StoreError) {
    try file.setPause(pause, of: settings.site)
    report(.paused(until: pause.until, pause.problem))
  }

  // MARK: Clocks

  private var now: Instant { Instant(LocalClock.now) }

  private var uptime: Int64 { MainActor.assumeIsolated { LocalClock.uptimeMilliseconds } }
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
