import HaruCommand
import HaruCore
import HaruGitHub
import HaruText

/// The outcome of a reload.
@MainActor
struct ReloadOutcome {
  /// How many watches were to be reloaded.
  var total = 0
  /// The outcome of each watch that was reloaded, by its id.
  private(set) var ended: [Int64: Reload.Outcome] = [:]
  /// Why the contributors of a watch are not loaded, by its id.
  private var contributorProblems: [Int64: ReloadProblem] = [:]
  /// Where tokens came from that were rejected while others were left.
  var rejected: [TokenSource] = []
  /// Until when the site is not asked, and why.
  var pause: Pause?

  /// Takes what came of a watch.
  mutating func take(_ reload: Reload) {
    ended[reload.watch] = reload.outcome
    contributorProblems[reload.watch] = reload.contribution.problem
  }

  var changed: [Int64] {
    ended.compactMap { if case .changed = $0.value { $0.key } else { nil } }
  }
  var unchanged: [Int64] { ended.filter { $0.value == .unchanged }.map(\.key) }

  /// The problems of single repositories, without those of the whole site.
  private var failed: [Int64: ReloadProblem] {
    ended.compactMapValues(\.problem).filter { !$0.value.isSiteWide }
  }

  /// How many were not reloaded, and are still due.
  var waiting: Int { max(0, total - changed.count - unchanged.count - failed.count) }

  /// The exit status of the command; `nil` if all is well.
  var status: Failure.Status? {
    guard contributorProblems.isEmpty else { return .tryAgain }
    guard waiting > 0 || !failed.isEmpty else { return nil }
    // A later try would not find it either.
    if waiting == 0, failed.values.allSatisfy({ [.gone, .blocked].contains($0) }) {
      return .noInput
    }
    return waiting == total && pause?.problem.isRateLimit != true ? .unavailable : .tryAgain
  }

  /// The lines for a person.
  func lines(_ context: RepositoryContext) -> [String] {
    guard total > 0 else { return [] }
    let site = context.ownSettings.site
    var tokens = rejected.map { ReloadText.rejected($0, site) }
    // Once the last one is rejected too, the reason of the pause names all.
    if case .badToken? = pause?.problem { tokens = [] }
    let lines =
      tokens + problems(context).map { ReloadText.failed($0.name, $0.problem, site) }
      + contributorLines(context)
    let result = ReloadText.result(
      changed: changed.count, unchanged: unchanged.count, failed: failed.count, waiting: waiting)
    guard let pause else { return lines + [result] }
    return lines + [
      result, ReloadText.paused(until: pause.until, pause.problem, site, context.when),
    ]
  }

  /// The lines about contributors that are not loaded.
  func contributorLines(_ context: RepositoryContext) -> [String] {
    contributorsFailed(context)
      .map { ReloadText.contributorsFailed($0.name, $0.problem, context.ownSettings.site) }
  }

  /// The repositories whose contributors could not be loaded, in the user's order; without those that a pause
  /// of the site explains.
  func contributorsFailed(
    _ context: RepositoryContext
  ) -> [(name: RepositoryName, problem: ReloadProblem)] {
    named(contributorProblems.filter { !$0.value.isSiteWide }, context)
  }

  /// The repositories that failed, in the user's order.
  func problems(_ context: RepositoryContext) -> [(name: RepositoryName, problem: ReloadProblem)] {
    named(failed, context)
  }

  private func named(
    _ problems: [Int64: ReloadProblem], _ context: RepositoryContext
  ) -> [(name: RepositoryName, problem: ReloadProblem)] {
    if problems.isEmpty { return [] }
    let watches = (try? Watches(context).all) ?? []
    return watches.compactMap { watch in problems[watch.id].map { (watch.name, $0) } }
  }
}

extension JSON {
  /// The JSON of `haru repo refresh`.
  @MainActor
  static func refresh(
    _ outcome: ReloadOutcome, _ news: [WatchNews], _ context: RepositoryContext
  ) throws -> JSON {
    let watches = try Watches(context).all
    func names(_ ids: [Int64]) -> JSON {
      .array(watches.filter { ids.contains($0.id) }.map { .string($0.name.description) })
    }
    func problems(_ problems: [(name: RepositoryName, problem: ReloadProblem)]) -> JSON {
      .array(
        problems.map { name, problem in
          .object([
            "name": .string(name.description),
            "problem": .problem(problem, context.ownSettings.site),
          ])
        })
    }
    let news = news.map {
      JSON.object([
        "name": .string($0.name.description), "at": .string($0.at.rfc3339(in: context.zone)),
        "kind": .string($0.news.kind), "detail": .string($0.news.detail),
        "message": .string(NewsText.sentence($0)),
      ])
    }
    return .object([
      "asked": .integer(outcome.total),
      "loaded": names(outcome.changed),
      "unchanged": names(outcome.unchanged),
      "failed": problems(outcome.problems(context)),
      "contributors_failed": problems(outcome.contributorsFailed(context)),
      "waiting": .integer(outcome.waiting),
      "paused": .pause(outcome.pause, context),
      "news": .array(news),
    ])
  }
}
