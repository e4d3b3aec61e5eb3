import HaruCore
import HaruStore
import Testing

@testable import haru_agent

extension Content {
  var keys: [String] { actions.map(\.intent.actionKey) }
  var labels: [String] { actions.map(\.label) }
}

func name(_ text: String) -> RepositoryName {
  guard let name = RepositoryName(text) else { preconditionFailure(text) }
  return name
}

/// What other processes do to the watches.
extension Rig {
  static let site = GitHubSite.github
  static let plan = ReloadPlan(interval: Settings().reloadAfter)

  /// A command of this moment.
  var said: Provenance {
    Provenance(at: clock.now, utcOffset: 0, zone: "UTC", source: .command)
  }

  var store: Store { get throws { try Store(path: storePath, for: .writing) } }

  /// Watches repositories that were reloaded an hour ago.
  func watch(_ names: String...) throws {
    let store = try store
    for text in names {
      _ = try store.addWatches(of: [name(text)], by: said)
      try take(text, at: clock.now - 3600) { $0.stars = 5 }
    }
  }

  /// Stores an answer of GitHub, as `haru-fetch` does.
  func take(
    _ text: String, at now: Instant? = nil, spread: Double = 0, as spelled: String? = nil,
    _ change: (inout Snapshot) -> Void
  ) throws {
    let now = now ?? clock.now
    let store = try store
    let watch = try #require(try store.watch(of: name(text)))
    var snapshot = watch.snapshot ?? Snapshot(fetchedAt: now)
    snapshot.fetchedAt = now
    change(&snapshot)
    try take(
      Reload(
        of: watch.id, watch.name, at: now, .changed(name(spelled ?? text), snapshot, etag: nil)),
      spread)
  }

  /// Stores a failure.
  func fail(_ text: String, _ problem: ReloadProblem) throws {
    let watch = try #require(try store.watch(of: name(text)))
    try take(Reload(of: watch.id, watch.name, at: clock.now, .failed(problem)), 0)
  }

  private func take(_ reload: Reload, _ spread: Double) throws {
    let boundary = DayBoundary(startsAt: .midnight, zone: Zone(name: "Test") { _ in 0 })
    try store.take(
      [reload], askedAs: "", plan: Rig.plan, spread: { spread }, quietAfterDays: 50,
      boundary: boundary)
  }

  /// Tells the agent that a server has taken the digest.
  func digestIsTaken() {
    agent.handle(.digestShown)
  }

  /// Lets some time pass and presses a button of the digest.
  func clickDigest(_ intent: Intent, closes: Bool = false, after milliseconds: Int64 = 2000) {
    clock.uptime += milliseconds
    clock.now = clock.now + milliseconds / 1000
    if closes { digests.living = nil }
    agent.handle(.digestClicked(intent, onLiving: !closes))
  }

  var untold: [WatchNews] { get throws { try store.unannouncedNews() } }
}
