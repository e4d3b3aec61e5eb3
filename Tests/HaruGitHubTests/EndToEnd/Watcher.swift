import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// A user who watches repositories: a home directory, and commands run in it.
struct Watcher {
  let home = Scratch()
  let environment: [String: String]

  /// `github` is the address of the API, `more` further variables.
  init(asking github: String = "http://127.0.0.1:1", _ more: [String: String] = [:]) throws {
    // No real token gets into a test.
    let nobody = ["HARU_GITHUB_TOKEN": "", "XDG_DATA_DIRS": "/nowhere"]
    environment = Support.environment(
      home: home.path, zone: MadeZone.morning.name,
      nobody.merging(["XDG_CACHE_HOME": home(".cache")]) { $1 }
        .merging(more) { $1 })
    try home.write("[Repositories]\napi=\(github)\n", to: ".config/haru/haru.conf")
  }

  @discardableResult
  func haru(_ words: String..., program: String = Built.product("haru")) throws -> Child.Outcome {
    try Child.run(program, words, environment: environment)
  }

  @discardableResult
  func repo(_ words: String...) throws -> Child.Outcome {
    try environment.haru(["repo"] + words)
  }

  /// The JSON object that a command prints.
  func json(_ words: String...) throws -> [String: Any] {
    let run = try environment.haru(["repo"] + words + ["--json"])
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    guard let object = object as? [String: Any] else { throw Failure.unexpected(run.output) }
    return object
  }

  var file: Repositories {
    get throws { try Repositories(in: home) }
  }

  /// Copies `haru` where nothing is beside it.
  func lonelyHaru() throws -> String {
    try home.copy(Built.product("haru"), to: "programs/haru")
  }

  /// Writes a script beside that copy.
  func write(_ script: String, inPlaceOf program: String) throws {
    try home.write(program: "#!/bin/sh\n\(script)\n", to: "programs/" + program)
  }
}

extension Repositories {
  /// What is known of repositories in a home, with its list.
  convenience init(in home: Scratch) throws {
    try self.init(
      besideStore: home(Desk.storePath), list: WatchListFile(home(".config/haru/repositories")))
  }

  /// Writes answers about watches, as `haru-repo` does.
  func take(_ reloads: [Reload], askedAs: String = "") throws {
    let zone = HaruCore.Zone(name: "UTC") { _ in 0 }
    try take(
      reloads, askedAs: askedAs, plan: ReloadPlan(interval: 43_200), spread: { 0 },
      quietAfterDays: 50, boundary: DayBoundary(startsAt: .midnight, zone: zone))
  }

  /// Writes an answer about a watch.
  func take(
    _ name: String, at now: Instant, _ outcome: Reload.Outcome,
    contributors: Contributors = .unknown
  ) throws {
    let known = try #require(try watch(of: repository(name)), "not watched: \(name)")
    let contribution = Reload.Contribution.changed(contributors, etag: nil)
    try take([Reload(of: known.id, known.name, at: now, outcome, contribution: contribution)])
  }

  /// Writes a snapshot.
  func take(
    _ name: String, at now: Instant, contributors: Contributors = .unknown,
    _ change: (inout Snapshot) -> Void
  ) throws {
    var snapshot = Snapshot(fetchedAt: now)
    change(&snapshot)
    try take(
      name, at: now, .changed(repository(name), snapshot, etag: nil), contributors: contributors)
  }
}
