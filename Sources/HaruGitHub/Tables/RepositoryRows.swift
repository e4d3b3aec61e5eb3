internal import HaruCore
internal import HaruStore

/// Watches, snapshots and contributors as rows.
extension Repositories {
  /// Reads a row of `watch` and `snapshot`.
  func watch(_ row: Statement) throws(StoreError) -> Watch {
    guard let id = try row.id("id"), let dueAt = try row.instant("due_at") else {
      throw .damagedRows
    }
    return Watch(
      id: id, name: try name(row), dueAt: dueAt, triedAt: try row.instant("tried_at"),
      failures: try row.count("failures") ?? 0, problem: try problem(row),
      contributorsWantedAt: try row.instant("contributors_wanted_at"),
      snapshot: try snapshot(row), look: try look(row))
  }

  /// Why the last reload failed; `nil` for a reason that only another version of Haru knows.
  private func problem(_ row: Statement) throws(StoreError) -> ReloadProblem? {
    let detail = try row.text("problem_detail") ?? ""
    return try row.text("problem").flatMap { ReloadProblem(kind: $0, detail: detail) }
  }

  private func look(_ row: Statement) throws(StoreError) -> Watch.Look? {
    let (stars, forks) = (try row.count("looked_stars"), try row.count("looked_forks"))
    let openIssues = try row.count("looked_open_issues")
    return try row.instant("looked_at").map {
      Watch.Look(at: $0, stars: stars, forks: forks, openIssues: openIssues)
    }
  }

  /// The name of the repository in a row.
  func name(_ row: Statement) throws(StoreError) -> RepositoryName {
    guard let owner = try row.text("owner"), let name = try row.text("name"),
      let repository = RepositoryName(owner: owner, name: name)
    else { throw .damagedRows }
    return repository
  }

  /// Reads a row of `snapshot` with its contributors; `nil` if there is none.
  private func snapshot(_ row: Statement) throws(StoreError) -> Snapshot? {
    guard let fetchedAt = try row.instant("fetched_at"), let watch = try row.id("watch_id") else {
      return nil
    }
    var snapshot = Snapshot(fetchedAt: fetchedAt)
    snapshot.summary = try row.text("summary")
    snapshot.stars = try row.count("stars")
    snapshot.forks = try row.count("forks")
    snapshot.openIssues = try row.count("open_issues")
    snapshot.hasIssues = try row.bool("has_issues")
    snapshot.watchers = try row.count("watchers")
    snapshot.defaultBranch = try row.text("default_branch")
    snapshot.pushedAt = try row.instant("pushed_at")
    snapshot.isArchived = try row.bool("is_archived")
    snapshot.avatar = try row.text("avatar")
    switch try row.text("contributors") {
    case "known": snapshot.contributors = .known(try contributors(of: watch))
    case "too_many": snapshot.contributors = .tooMany
    case nil: break
    default: throw .damagedRows
    }
    return snapshot
  }

  /// Reads a row of `pause`.
  func pause(_ row: Statement) throws(StoreError) -> Pause {
    guard let until = try row.instant("until"), let problem = try problem(row),
      let askedAs = try row.text("asked_as"), let failures = try row.count("failures")
    else { throw .damagedRows }
    return Pause(until: until, because: problem, askedAs: askedAs, failures: failures)
  }

  /// Reads a row of `news` with the name of its watch.
  func news(_ row: Statement) throws(StoreError) -> WatchNews {
    let detail = try row.text("detail") ?? ""
    guard let id = try row.id("id"), let at = try row.instant("at"),
      let news = try row.text("kind").flatMap({ RepositoryNews(kind: $0, detail: detail) })
    else { throw .damagedRows }
    return WatchNews(id: id, of: try name(row), at: at, news)
  }

  /// Writes a snapshot in place of the one before; inside a transaction.
  ///
  /// Contributors come with an answer of their own, and stay.
  func write(
    _ snapshot: Snapshot, of watch: Int64, askedAs: String, etag: String?
  ) throws(StoreError) {
    try database.run(
      "UPDATE snapshot SET contributors_etag = NULL WHERE watch_id = ? AND asked_as <> ?",
      .integer(watch), .text(askedAs))
    try database.write(
      into: "snapshot", key: "watch_id",
      [
        "watch_id": .integer(watch),
        "fetched_at": Value(snapshot.fetchedAt),
        "summary": Value(snapshot.summary),
        "stars": Value(snapshot.stars),
        "forks": Value(snapshot.forks),
        "open_issues": Value(snapshot.openIssues),
        "has_issues": Value(snapshot.hasIssues),
        "watchers": Value(snapshot.watchers),
        "default_branch": Value(snapshot.defaultBranch),
        "pushed_at": Value(snapshot.pushedAt),
        "is_archived": Value(snapshot.isArchived),
        "avatar": Value(snapshot.avatar),
        "asked_as": .text(askedAs),
        "etag": Value(etag),
      ])
  }

  private func contributors(of watch: Int64) throws(StoreError) -> [Contributor] {
    try database.rows(
      "SELECT * FROM contributor WHERE watch_id = ? ORDER BY rank", [.integer(watch)]
    ) { (row) throws(StoreError) in
      Contributor(
        login: try row.text("login") ?? "", contributions: try row.count("contributions") ?? 0,
        avatar: try row.text("avatar"))
    }
  }

  /// Writes an answer about contributors; inside a transaction.
  func write(_ contribution: Reload.Contribution, of watch: Watch) throws(StoreError) {
    guard case .changed(let contributors, let etag) = contribution else { return }
    let (state, known): (String?, [Contributor]) =
      switch contributors {
      case .unknown: (nil, [])
      case .tooMany: ("too_many", [])
      case .known(let contributors): ("known", contributors)
      }
    try database.run(
      "UPDATE snapshot SET contributors = ?, contributors_etag = ? WHERE watch_id = ?",
      Value(state), Value(etag), .integer(watch.id))
    try database.run("DELETE FROM contributor WHERE watch_id = ?", .integer(watch.id))
    for (index, contributor) in known.enumerated() {
      try database.write(
        into: "contributor",
        [
          "watch_id": .integer(watch.id), "rank": Value(index + 1),
          "login": .text(contributor.login), "contributions": Value(contributor.contributions),
          "avatar": Value(contributor.avatar),
        ])
    }
  }
}
