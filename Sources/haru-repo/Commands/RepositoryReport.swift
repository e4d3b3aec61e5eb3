import HaruCommand
import HaruCore
import HaruGitHub
import HaruText

/// JSON about watches; programs depend on the names: docs/bars.md#json.
extension JSON {
  /// The JSON of `haru repo list`.
  @MainActor
  static func list(_ watches: [Watch], _ context: RepositoryContext) -> JSON {
    let repositories = watches.enumerated().map { index, watch in
      JSON.object([
        "position": .integer(index + 1), "name": .string(watch.name.description),
        "url": .string(context.ownSettings.site.page(of: watch.name)),
        "announced": .bool(!watch.isQuiet), "problem": .string(watch.problem?.kind),
      ])
    }
    return .object(["repositories": .array(repositories)])
  }

  /// The JSON of `haru repo show`.
  @MainActor
  static func show(_ watches: [Watch], pause: Pause?, _ context: RepositoryContext) -> JSON {
    .object([
      "repositories": .array(watches.map { .repository($0, pause: pause, context) }),
      "paused": .pause(pause, context),
    ])
  }

  /// A watch; `null` is unknown, and never a zero.
  @MainActor
  private static func repository(_ watch: Watch, pause: Pause?, _ context: RepositoryContext)
    -> JSON
  {
    let (snapshot, zone) = (watch.snapshot, context.zone)
    let (site, days) = (context.ownSettings.site, context.daysSincePush(to: watch))
    let (contributors, areTooMany) = contributors(snapshot)
    // One that was never asked for is due at once.
    let dueAt = watch.triedAt == nil ? max(watch.dueAt, context.now) : watch.dueAt
    return .object([
      "name": .string(watch.name.description),
      "url": .string(site.page(of: watch.name)),
      "announced": .bool(!watch.isQuiet),
      "stars": .integer(snapshot?.stars),
      "forks": .integer(snapshot?.forks),
      "open_issues_and_pull_requests": .integer(snapshot?.openIssues),
      "has_issues": .bool(snapshot?.hasIssues),
      "watchers": .integer(snapshot?.watchers),
      "default_branch": .string(snapshot?.defaultBranch),
      "pushed_at": .string(snapshot?.pushedAt?.rfc3339(in: zone)),
      "days_since_push": .integer(days),
      "quiet": .bool(days.map(context.isQuiet(after:))),
      "archived": .bool(snapshot?.isArchived),
      "description": .string(snapshot?.summary),
      "contributors": contributors,
      "too_many_contributors": areTooMany,
      "fetched_at": .string(snapshot?.fetchedAt.rfc3339(in: zone)),
      "stale": .bool(watch.isStale(at: context.now, by: context.reloadPlan)),
      "problem": watch.problem.map { .problem($0, site) } ?? .null,
      "next_reload": .string(max(dueAt, pause?.until ?? dueAt).rfc3339(in: zone)),
      "since_last_look": .change(of: watch, zone),
    ])
  }

  private static func contributors(_ snapshot: Snapshot?) -> (JSON, areTooMany: JSON) {
    switch snapshot?.contributors {
    case nil, .unknown: return (.null, .null)
    case .tooMany: return (.null, .bool(true))
    case .known(let known):
      let people = known.map {
        JSON.object(["login": .string($0.login), "commits": .integer($0.contributions)])
      }
      return (.array(people), .bool(false))
    }
  }

  private static func change(of watch: Watch, _ zone: Zone) -> JSON {
    guard let look = watch.look, let snapshot = watch.snapshot else { return .null }
    let change = CountDifferences(from: look, to: snapshot)
    return .object([
      "at": .string(look.at.rfc3339(in: zone)), "stars": .integer(change.stars),
      "forks": .integer(change.forks),
      "open_issues_and_pull_requests": .integer(change.openIssues),
    ])
  }

  /// Why there is no newer snapshot.
  static func problem(_ problem: ReloadProblem, _ site: GitHubSite) -> JSON {
    .object([
      "kind": .string(problem.kind), "detail": .string(problem.detail),
      "message": .string(ReloadText.reason(problem, site)),
    ])
  }

  /// A pause of the site; `null` is none.
  @MainActor
  static func pause(_ pause: Pause?, _ context: RepositoryContext) -> JSON {
    .object(
      pause.map {
        [
          "until": .string($0.until.rfc3339(in: context.zone)),
          "problem": .problem($0.problem, context.ownSettings.site),
        ]
      })
  }
}

extension Watch {
  /// Whether there is no snapshot, or one that should have been replaced by now.
  func isStale(at now: Instant, by plan: ReloadPlan) -> Bool {
    guard let snapshot, problem == nil else { return true }
    return plan.latest(after: snapshot.fetchedAt) < now
  }
}

extension RepositoryContext {
  /// When watches are reloaded, by the settings.
  var reloadPlan: ReloadPlan { ReloadPlan(interval: ownSettings.reloadAfter) }

  /// The number of days since the last push; `nil` if it is unknown.
  func daysSincePush(to watch: Watch) -> Int? {
    watch.snapshot?.daysSincePush(today: today, boundary: provider.boundary)
  }

  /// Whether a repository counts as quiet after so many days without a push.
  func isQuiet(after days: Int) -> Bool { days > ownSettings.quietAfterDays }

  /// The current pause of the site; `nil` if there is none.
  func pause() throws(Failure) -> Pause? {
    try read { try $0.pause(of: ownSettings.site, at: now) } ?? nil
  }
}
