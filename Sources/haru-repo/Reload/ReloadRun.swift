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
@MainActor
final class ReloadRun {
  /// How long an answer waits for others to share its commit: a commit costs as much as several
  /// answers, and what is not committed is lost if the process is killed.
  private static let batchMilliseconds: Int64 = 250

  private let selection: ReloadSelection
  private let context: RepositoryContext
  private var file: Repositories
  private let onProgress: (ReloadOutcome?, Int64?) -> Void
  private var outcome = ReloadOutcome()
  private var credentials: Credentials
  /// The next credentials, once these were rejected.
  private var next: Credentials?
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

  private init(
    _ selection: ReloadSelection, in context: RepositoryContext, of file: Repositories,
    _ onProgress: @escaping (ReloadOutcome?, Int64?) -> Void
  ) {
    (self.selection, self.context, self.file) = (selection, context, file)
    self.onProgress = onProgress
    credentials = Credentials(for: context.ownSettings.site)
  }

  /// Runs a reload, once no other runs, until all is done or a signal interrupts it.
  ///
  /// - Parameters:
  ///   - selection: Which watches.
  ///   - context: The settings, and what is known of repositories.
  ///   - onProgress: Gets what came of it so far, `nil` while another reload runs; and the watch that is done, once its
  ///     outcome is committed to the file.
  /// - Returns: What came of it.
  /// - Throws: `Failure`; answers that are committed stay committed.
  @discardableResult
  static func run(
    _ selection: ReloadSelection, in context: RepositoryContext,
    onProgress: @escaping (ReloadOutcome?, Int64?) -> Void = { _, _ in }
  ) throws(Failure) -> ReloadOutcome {
    let requestedAt = Instant(LocalClock.now)
    var lock = ReloadLock { onProgress(nil, nil) }
    defer { lock.release() }
    let outcome = try context.read(making: true) { file in
      let run = ReloadRun(selection, in: context, of: file, onProgress)
      try run.run(unlessReloadedSince: lock.hasWaited ? requestedAt : nil)
      return run.outcome
    }
    return outcome ?? ReloadOutcome()
  }

  /// Runs it; leaves out what another reload has done since an instant, if one is given.
  private func run(unlessReloadedSince begin: Instant?) throws(StoreError) {
    left = try watches(unlessReloadedSince: begin)
    outcome.total = left.count
    onProgress(outcome, nil)
    guard !left.isEmpty else { return }
    while true {
      if let pause = try file.pause(of: site, at: now), applies(pause) { return report(pause) }
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
    committedAt = LocalClock.uptimeMilliseconds
    let github = GitHub(site: site, token: credentials.token) { Instant(LocalClock.now) }
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
    case .due: return try file.dueWatches(at: now, by: context.reloadPlan)
    case .all: watches = try file.watches()
    case .watches(let names):
      let names = Set(names)
      watches = try file.watches().filter { names.contains($0.name) }
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
        outcome.rejected.append(source)
        onProgress(outcome, nil)
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
    let waited = LocalClock.uptimeMilliseconds - committedAt
    if waited >= ReloadRun.batchMilliseconds { commit() }
    return failure == nil
  }

  /// A problem with what is known here about tokens.
  private func explained(_ problem: ReloadProblem, of watch: Int64? = nil) -> ReloadProblem {
    switch problem {
    case .badToken:
      let sources = outcome.rejected + [credentials.found?.source].compactMap(\.self)
      return .badToken(sources.map(\.rawValue).joined(separator: ", "))
    case .gone:
      let last = watch.flatMap { lastAnswers[$0]?.askedAs }
      return last.map(credentials.mayLack) == true ? .hidden : .gone
    default: return problem
    }
  }

  /// Commits the pending answers, and only then reports them: who reads that a watch is done may rely on it.
  private func commit() {
    guard !pending.isEmpty else { return }
    do throws(StoreError) {
      do throws(StoreError) {
        try write()
      } catch .moved {
        file = try Repositories(besideStore: context.storePath)
        try write()
      }
    } catch {
      failure = error
      return
    }
    committedAt = LocalClock.uptimeMilliseconds
    for reload in pending {
      outcome.take(reload)
      onProgress(outcome, reload.watch)
    }
    pending = []
  }

  private func write() throws(StoreError) {
    try file.take(
      pending, askedAs: credentials.name, plan: context.reloadPlan,
      spread: { .random(in: 0...1) }, quietAfterDays: context.ownSettings.quietAfterDays,
      boundary: context.provider.boundary)
  }

  // MARK: Pauses

  /// Stores until when the site is not asked: as GitHub wants, or because it cannot be asked.
  private func end(_ ending: Ending) throws(StoreError) {
    let last = try file.lastPause(of: site)
    let failures = hasAnswered ? 1 : StoredBounds.count(after: last?.failures ?? 0)
    func pause(_ until: Instant?, _ problem: ReloadProblem) -> Pause {
      Pause(
        until: until ?? context.reloadPlan.retry(after: now, failures: failures), because: problem,
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
    if next != nil || last != nil { try file.setPause(next, of: site) }
  }

  private func begin(_ pause: Pause) throws(StoreError) {
    try file.setPause(pause, of: site)
    report(pause)
  }

  private func report(_ pause: Pause) {
    outcome.pause = pause
    onProgress(outcome, nil)
  }

  // MARK: What it works with

  private var site: GitHubSite { context.ownSettings.site }

  private var now: Instant { Instant(LocalClock.now) }
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
