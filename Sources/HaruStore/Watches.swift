public import HaruCore

/// Which repositories are watched, and how.
extension Store {
  /// The watches in the user's order, with what is known of them.
  public func watches() throws(StoreError) -> [Watch] {
    try hasWatches ? watches(where: "true", []) : []
  }

  /// The watch of a repository; `nil` if it is not watched.
  public func watch(of name: RepositoryName) throws(StoreError) -> Watch? {
    try hasWatches
      ? watches(where: "owner = ? AND name = ?", [.text(name.owner), .text(name.name)]).first : nil
  }

  /// Watches a repository, as the last of the list; it is due at once.
  ///
  /// - Returns: The name under which it is watched already; `nil` if it was not.
  public func addWatch(of name: RepositoryName, at now: Instant) throws(StoreError)
    -> RepositoryName?
  {
    try addWatches(of: [name], at: now).first?.name
  }

  /// Watches repositories, all of them or none, as the last of the list; they are due at once.
  ///
  /// - Returns: Those that were watched already.
  public func addWatches(
    of names: [RepositoryName], at now: Instant
  ) throws(StoreError) -> [Watch] {
    try transaction { () throws(StoreError) in
      var present: [Watch] = []
      for name in names {
        if let watch = try watch(of: name) {
          present.append(watch)
          continue
        }
        try database.run(
          """
          INSERT INTO watch (owner, name, position, added_at, due_at)
            VALUES (?1, ?2, (SELECT coalesce(max(position), 0) + 1 FROM watch), ?3, ?3)
          """, .text(name.owner), .text(name.name), .integer(now.seconds))
      }
      return present
    }
  }

  /// Watches a repository no longer, and forgets what was known of it.
  ///
  /// - Returns: What it was; `nil` if it was not watched.
  public func removeWatch(of name: RepositoryName) throws(StoreError) -> Watch? {
    try removeWatches(of: [name]).first
  }

  /// Watches repositories no longer, all of them or none, and forgets what was known of them.
  ///
  /// - Returns: What those were that had been watched.
  public func removeWatches(of names: [RepositoryName]) throws(StoreError) -> [Watch] {
    try change(names) { (watch) throws(StoreError) in
      try database.run("DELETE FROM watch WHERE id = ?", .integer(watch.id))
    }
  }

  /// Moves a watch to a position of the list, counted from 1; the last, if there are fewer.
  ///
  /// - Returns: Where it is now; `nil` if it is not watched.
  public func moveWatch(
    of name: RepositoryName, to position: Int
  ) throws(StoreError) -> Int? {
    try transaction { () throws(StoreError) in
      guard let moved = try watch(of: name) else { return nil }
      var order = try watches().map(\.id).filter { $0 != moved.id }
      let place = min(max(position, 1), order.count + 1)
      order.insert(moved.id, at: place - 1)
      for (index, id) in order.enumerated() {
        try database.run(
          "UPDATE watch SET position = ? WHERE id = ?", .integer(Int64(index + 1)), .integer(id))
      }
      return place
    }
  }

  /// Has the changes of a watch announced, or no longer; what was not told yet is not told then.
  ///
  /// - Returns: What it was before; `nil` if it is not watched.
  @discardableResult
  public func setQuiet(_ isQuiet: Bool, _ name: RepositoryName) throws(StoreError) -> Watch? {
    try setQuiet(isQuiet, [name]).first
  }

  /// The same of some watches, all of them or none.
  ///
  /// - Returns: What those were before that are watched.
  public func setQuiet(
    _ isQuiet: Bool, _ names: [RepositoryName]
  ) throws(StoreError) -> [Watch] {
    try change(names) { (watch) throws(StoreError) in
      try database.run(
        "UPDATE watch SET is_quiet = ? WHERE id = ?", .integer(isQuiet ? 1 : 0), .integer(watch.id))
      if isQuiet { try database.run("DELETE FROM news WHERE watch_id = ?", .integer(watch.id)) }
    }
  }

  /// Has reloads of some watches ask for contributors too, for a while from now on.
  public func wantContributors(of watches: [Watch], at now: Instant) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for watch in watches {
        try database.run(
          "UPDATE watch SET contributors_wanted_at = ? WHERE id = ?", Value(now),
          .integer(watch.id))
      }
    }
  }

  /// Writes down that the user has looked at some watches, as they were read.
  public func look(at watches: [Watch], now: Instant) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for watch in watches {
        guard let snapshot = watch.snapshot else { continue }
        let look = Watch.Look(at: snapshot, now: now)
        try database.run(
          """
          UPDATE watch SET looked_at = ?, looked_stars = ?, looked_forks = ?, looked_open_issues = ?
            WHERE id = ?
          """, .integer(look.at.seconds), Value(look.stars), Value(look.forks),
          Value(look.openIssues), .integer(watch.id))
      }
    }
  }

  private func change(
    _ names: [RepositoryName], _ body: (Watch) throws(StoreError) -> Void
  ) throws(StoreError) -> [Watch] {
    try transaction { () throws(StoreError) in
      var changed: [Watch] = []
      for name in names {
        guard let watch = try watch(of: name) else { continue }
        try body(watch)
        changed.append(watch)
      }
      return changed
    }
  }

  /// Reads watches, with what is known of them, in the user's order unless the condition has one.
  func watches(
    where condition: String, _ values: [Value], order: String = "position, id"
  ) throws(StoreError) -> [Watch] {
    let statement = try database.statement(
      """
      SELECT id, owner, name, due_at, tried_at, failures, problem, problem_detail, is_quiet,
          contributors_wanted_at, looked_at, looked_stars, looked_forks, looked_open_issues,
          fetched_at, summary, stars, forks, open_issues, has_issues, watchers, default_branch,
          pushed_at, is_archived, avatar, contributors
        FROM watch LEFT JOIN snapshot ON watch_id = id WHERE \(condition) ORDER BY \(order)
      """, values)
    defer { statement.reset() }
    var watches: [Watch] = []
    while try statement.step() { watches.append(try watch(statement)) }
    return watches
  }

  private func watch(_ row: Statement) throws(StoreError) -> Watch {
    guard let id = row.integer(0), let dueAt = row.instant(3), let owner = row.text(1),
      let name = row.text(2).flatMap({ RepositoryName(owner: owner, name: $0) })
    else { throw .corrupt }
    let problem = row.text(6).flatMap { ReloadProblem(kind: $0, detail: row.text(7) ?? "") }
    let look = row.instant(10).map {
      Watch.Look(at: $0, stars: row.count(11), forks: row.count(12), openIssues: row.count(13))
    }
    return Watch(
      id: id, name: name, dueAt: dueAt, triedAt: row.instant(4), failures: row.count(5) ?? 0,
      problem: problem, isQuiet: row.integer(8) == 1, contributorsWantedAt: row.instant(9),
      snapshot: try snapshot(of: id, row, from: 14), look: look)
  }

  private func snapshot(
    of watch: Int64, _ row: Statement, from column: Int32
  ) throws(StoreError) -> Snapshot? {
    guard let fetchedAt = row.instant(column) else { return nil }
    var snapshot = Snapshot(fetchedAt: fetchedAt)
    snapshot.summary = row.text(column + 1)
    snapshot.stars = row.count(column + 2)
    snapshot.forks = row.count(column + 3)
    snapshot.openIssues = row.count(column + 4)
    snapshot.hasIssues = row.integer(column + 5).map { $0 == 1 }
    snapshot.watchers = row.count(column + 6)
    snapshot.defaultBranch = row.text(column + 7)
    snapshot.pushedAt = row.instant(column + 8)
    snapshot.isArchived = row.integer(column + 9).map { $0 == 1 }
    snapshot.avatar = row.text(column + 10)
    switch row.text(column + 11) {
    case "known": snapshot.contributors = .known(try contributors(of: watch))
    case "too_many": snapshot.contributors = .tooMany
    default: break
    }
    return snapshot
  }

  private func contributors(of watch: Int64) throws(StoreError) -> [Contributor] {
    let statement = try database.statement(
      "SELECT login, contributions, avatar FROM contributor WHERE watch_id = ? ORDER BY rank",
      .integer(watch))
    defer { statement.reset() }
    var contributors: [Contributor] = []
    while try statement.step() {
      contributors.append(
        Contributor(
          login: statement.text(0) ?? "", contributions: statement.count(1) ?? 0,
          avatar: statement.text(2)))
    }
    return contributors
  }
}

extension Value {
  init(_ number: Int?) {
    self = number.map { .integer(Int64($0)) } ?? .null
  }

  init(_ truth: Bool?) {
    self = truth.map { .integer($0 ? 1 : 0) } ?? .null
  }

  init(_ text: String?) {
    self = text.map(Value.text) ?? .null
  }

  init(_ instant: Instant?) {
    self = instant.map { .integer($0.seconds) } ?? .null
  }
}

extension Statement {
  func instant(_ column: Int32) -> Instant? { integer(column).map(Instant.init) }

  func count(_ column: Int32) -> Int? { integer(column).map { Int($0) } }
}
