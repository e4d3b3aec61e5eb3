public import HaruCore

/// Watches (docs/design.md#watches).
extension Store {
  /// Whether a repository is watched.
  public func isWatching() throws(StoreError) -> Bool {
    guard hasWatches else { return false }
    return try database.integer("SELECT EXISTS (SELECT 1 FROM watch)") == 1
  }

  /// The watches in the user's order, with their snapshots.
  public func watches() throws(StoreError) -> [Watch] {
    try hasWatches ? watches(where: "true", []) : []
  }

  /// The watch of a repository; `nil` if it is not watched.
  public func watch(of name: RepositoryName) throws(StoreError) -> Watch? {
    try hasWatches
      ? watches(where: "owner = ? AND name = ?", [.text(name.owner), .text(name.name)]).first : nil
  }

  /// Adds watches at the end of the list, all or none; they are due at once.
  ///
  /// - Returns: The watches that existed already.
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
        try add(name, at: now)
      }
      return present
    }
  }

  /// Adds a watch at the end of the list, which is due at once; inside a transaction.
  ///
  /// - Returns: Its id.
  @discardableResult
  func add(
    _ name: RepositoryName, isQuiet: Bool = false, at now: Instant
  ) throws(StoreError) -> Int64 {
    try database.run(
      """
      INSERT INTO watch (owner, name, position, added_at, due_at, is_quiet)
        VALUES (?1, ?2, (SELECT coalesce(max(position), 0) + 1 FROM watch), ?3, ?3, ?4)
      """, .text(name.owner), .text(name.name), Value(now), Value(isQuiet))
    return try database.integer("SELECT last_insert_rowid()") ?? 0
  }

  /// Removes watches with their snapshots and news, all or none.
  ///
  /// - Returns: The removed watches.
  public func removeWatches(of names: [RepositoryName]) throws(StoreError) -> [Watch] {
    try change(names) { (watch) throws(StoreError) in
      try database.run("DELETE FROM watch WHERE id = ?", .integer(watch.id))
    }
  }

  /// Moves a watch to a position of the list, counted from 1, or to its end.
  ///
  /// - Returns: The new position; `nil` if the repository is not watched.
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

  /// Mutes watches or stops muting them, all or none; muting drops news that are still pending.
  ///
  /// - Returns: The watches as they were before, without names that are not watched.
  @discardableResult
  public func setQuiet(
    _ isQuiet: Bool, _ names: [RepositoryName]
  ) throws(StoreError) -> [Watch] {
    try change(names) { (watch) throws(StoreError) in
      try database.run(
        "UPDATE watch SET is_quiet = ? WHERE id = ?", Value(isQuiet), .integer(watch.id))
      if isQuiet {
        try database.run(
          "DELETE FROM news WHERE watch_id = ? AND told_at IS NULL", .integer(watch.id))
      }
    }
  }

  /// Makes reloads of some watches ask for contributors too, for a while.
  public func wantContributors(of watches: [Watch], at now: Instant) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for watch in watches {
        try database.run(
          "UPDATE watch SET contributors_wanted_at = ? WHERE id = ?", Value(now),
          .integer(watch.id))
      }
    }
  }

  /// Records that the user has looked at some watches, with the figures that were shown.
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

  /// Reads watches with their snapshots.
  func watches(
    where condition: String, _ values: [Value], order: String = "position, id"
  ) throws(StoreError) -> [Watch] {
    try database.rows(
      """
      SELECT * FROM watch LEFT JOIN snapshot ON watch_id = id WHERE \(condition) ORDER BY \(order)
      """, values, watch)
  }
}
