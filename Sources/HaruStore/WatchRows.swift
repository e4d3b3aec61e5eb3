internal import HaruCore

/// Watches, snapshots and contributors as rows.
extension Store {
  /// Reads a row of `watch` and `snapshot`.
  func watch(_ row: Statement) throws(StoreError) -> Watch {
    guard let id = row.integer("id"), let dueAt = row.instant("due_at"), let name = name(row) else {
      throw .corrupt
    }
    let problem = row.text("problem").flatMap {
      ReloadProblem(kind: $0, detail: row.text("problem_detail") ?? "")
    }
    let look = row.instant("looked_at").map {
      Watch.Look(
        at: $0, stars: row.count("looked_stars"), forks: row.count("looked_forks"),
        openIssues: row.count("looked_open_issues"))
    }
    return Watch(
      id: id, name: name, dueAt: dueAt, triedAt: row.instant("tried_at"),
      failures: row.count("failures") ?? 0, problem: problem,
      isQuiet: row.bool("is_quiet") ?? false,
      contributorsWantedAt: row.instant("contributors_wanted_at"),
      snapshot: try snapshot(of: id, row), look: look)
  }

  /// The name of the repository in a row.
  func name(_ row: Statement) -> RepositoryName? {
    guard let owner = row.text("owner"), let name = row.text("name") else { return nil }
    return RepositoryName(owner: owner, name: name)
  }

  private func snapshot(of watch: Int64, _ row: Statement) throws(StoreError) -> Snapshot? {
    guard let fetchedAt = row.instant("fetched_at") else { return nil }
    var snapshot = Snapshot(fetchedAt: fetchedAt)
    snapshot.summary = row.text("summary")
    snapshot.stars = row.count("stars")
    snapshot.forks = row.count("forks")
    snapshot.openIssues = row.count("open_issues")
    snapshot.hasIssues = row.bool("has_issues")
    snapshot.watchers = row.count("watchers")
    snapshot.defaultBranch = row.text("default_branch")
    snapshot.pushedAt = row.instant("pushed_at")
    snapshot.isArchived = row.bool("is_archived")
    snapshot.avatar = row.text("avatar")
    switch row.text("contributors") {
    case "known": snapshot.contributors = .known(try contributors(of: watch))
    case "too_many": snapshot.contributors = .tooMany
    default: break
    }
    return snapshot
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
    try database.upsert(
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
    ) { row in
      Contributor(
        login: row.text("login") ?? "", contributions: row.count("contributions") ?? 0,
        avatar: row.text("avatar"))
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
      try database.insert(
        into: "contributor",
        [
          "watch_id": .integer(watch.id), "rank": Value(index + 1),
          "login": .text(contributor.login), "contributions": Value(contributor.contributions),
          "avatar": Value(contributor.avatar),
        ])
    }
  }
}
