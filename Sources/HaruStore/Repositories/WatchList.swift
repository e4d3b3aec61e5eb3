public import HaruCore
internal import HaruLog

/// Watches (docs/github.md#watches).
extension Store {
  /// Whether a repository is watched.
  public func isWatching() throws(StoreError) -> Bool {
    return try database.integer("SELECT EXISTS (SELECT 1 FROM watch)") == 1
  }

  /// The watches in the user's order, with their snapshots.
  public func watches() throws(StoreError) -> [Watch] {
    try watches(where: "true", [])
  }

  /// The watch of a repository; `nil` if it is not watched.
  public func watch(of name: RepositoryName) throws(StoreError) -> Watch? {
    try watches(where: "owner = ? AND name = ?", [.text(name.owner), .text(name.name)]).first
  }

  /// Adds watches at the end of the list, all or none; they are due at once.
  ///
  /// - Returns: The watches that existed already.
  public func addWatches(
    of names: [RepositoryName], by provenance: Provenance
  ) throws(StoreError) -> [Watch] {
    try transaction { () throws(StoreError) in
      var present: [Watch] = []
      for name in names { try free(name, by: provenance) }
      var batch = try newBatch(by: provenance)
      for name in names {
        if let watch = try watch(of: name) {
          present.append(watch)
        } else {
          try add(WatchedRepository(name, isQuiet: false), in: &batch)
        }
      }
      return present
    }
  }

  /// Adds a watch at the end of the list; inside a transaction.
  func add(_ watched: WatchedRepository, in batch: inout NewBatch) throws(StoreError) {
    try write(watched.text, to: Register(watched.name), in: &batch)
  }

  /// What the log calls a watch: the name that the user has given, until the log has the one that GitHub gives
  /// (docs/sync.md#watches).
  func register(of watch: Watch) throws(StoreError) -> Register {
    let key = try database.rows("SELECT key FROM watch WHERE id = ?", [.integer(watch.id)]) {
      (row) throws(StoreError) in try row.text("key")
    }.first
    return key.flatMap(\.self).flatMap { Register(.watch, $0) } ?? Register(watch.name)
  }

  /// The watch that the log calls so; `nil` if there is none.
  func watch(in register: Register) throws(StoreError) -> Watch? {
    try watches(where: "key = ?", [.text(register.key)]).first
  }

  /// Frees a name that another repository has now: the log calls the watch that GitHub has renamed by its new
  /// name; inside a transaction, before a batch begins.
  ///
  /// Nobody has asked for that, so that no undo takes it back.
  func free(_ name: RepositoryName, by provenance: Provenance) throws(StoreError) {
    let register = Register(name)
    guard let watch = try watch(in: register), watch.name != name else { return }
    var batch = try newBatch(by: provenance, isOwn: false)
    try write(nil, to: register, in: &batch, isTold: true)
    let renamed = WatchedRepository(watch.name, isQuiet: watch.isQuiet)
    try write(renamed.text, to: Register(watch.name), in: &batch)
  }

  /// Moves the keys of watches that GitHub has renamed to their new names, once the log has those; inside a
  /// transaction.
  ///
  /// The former name is another repository's, or the same one's until GitHub is asked: it is watched if the log
  /// says so.
  func moveKeys(near register: Register) throws(StoreError) {
    let named = try RepositoryName(register.key).flatMap(watch(of:))
    for watch in [try watch(in: register), named].compactMap(\.self) {
      let (former, new) = (try self.register(of: watch), Register(watch.name))
      guard former != new, try self.watch(in: new) == nil, try isWatched(new) else { continue }
      try database.run(
        "UPDATE watch SET key = ? WHERE id = ?", .text(new.key), .integer(watch.id))
      try putValue(of: former)
    }
  }

  /// Whether the log says that a repository is watched.
  func isWatched(_ register: Register) throws(StoreError) -> Bool {
    try value(of: register).winner?.value != nil
  }

  /// Adds the row of a watch, which is due at once; inside a transaction.
  func add(
    _ name: RepositoryName, isQuiet: Bool = false, at now: Instant
  ) throws(StoreError) {
    try database.run(
      """
      INSERT INTO watch (owner, name, key, position, added_at, due_at, is_quiet)
        VALUES (?1, ?2, ?3, (SELECT coalesce(max(position), 0) + 1 FROM watch), ?4, ?4, ?5)
      """, .text(name.owner), .text(name.name), .text(Register(name).key), Value(now),
      Value(isQuiet))
  }

  /// Removes watches with their snapshots and news, all or none.
  ///
  /// - Returns: The removed watches.
  public func removeWatches(
    of names: [RepositoryName], by provenance: Provenance
  ) throws(StoreError) -> [Watch] {
    try change(names, by: provenance) { (watch, batch) throws(StoreError) in
      let register = try register(of: watch)
      try write(nil, to: register, in: &batch)
      // Version 0.4.0 left the key at the former name also when another machine had added the new one.
      let other = Register(watch.name)
      if other != register, try isWatched(other) { try write(nil, to: other, in: &batch) }
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
    _ isQuiet: Bool, _ names: [RepositoryName], by provenance: Provenance
  ) throws(StoreError) -> [Watch] {
    try change(names, by: provenance) { (watch, batch) throws(StoreError) in
      guard watch.isQuiet != isQuiet else { return }
      let register = try register(of: watch)
      guard let name = RepositoryName(register.key) else { return }
      try write(WatchedRepository(name, isQuiet: isQuiet).text, to: register, in: &batch)
    }
  }

  /// Mutes a watch or stops muting it, in its row; inside a transaction.
  func setQuiet(_ isQuiet: Bool, of watch: Watch) throws(StoreError) {
    try database.run(
      "UPDATE watch SET is_quiet = ? WHERE id = ?", Value(isQuiet), .integer(watch.id))
    guard isQuiet else { return }
    try database.run(
      "DELETE FROM news WHERE watch_id = ? AND told_at IS NULL", .integer(watch.id))
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
          """, Value(look.at), Value(look.stars), Value(look.forks),
          Value(look.openIssues), .integer(watch.id))
      }
    }
  }

  private func change(
    _ names: [RepositoryName], by provenance: Provenance,
    _ body: (Watch, inout NewBatch) throws(StoreError) -> Void
  ) throws(StoreError) -> [Watch] {
    try transaction { () throws(StoreError) in
      var changed: [Watch] = []
      var batch = try newBatch(by: provenance)
      for name in names {
        guard let watch = try watch(of: name) else { continue }
        try body(watch, &batch)
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
