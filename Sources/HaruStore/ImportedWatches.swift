internal import HaruCore

/// The watches that an import has brought; they come and go with its batch.
extension Store {
  /// Adds the watches of an import to a store without any; inside a transaction.
  ///
  /// - Parameters:
  ///   - watched: The watches.
  ///   - batch: The batch of the import; `nil` if there is none that could be undone.
  ///   - now: When they are added.
  /// - Throws: Errors of the file.
  func add(
    _ watched: [Contents.Watched], in batch: Int64?, at now: Instant
  ) throws(StoreError) {
    for each in watched {
      let id = try add(each.name, isQuiet: each.isQuiet, at: now)
      guard let batch else { continue }
      try database.insert(
        into: "import_watch",
        [
          "batch": .integer(batch), "watch_id": .integer(id), "owner": .text(each.name.owner),
          "name": .text(each.name.name), "is_quiet": Value(each.isQuiet),
        ])
    }
  }

  /// Removes the watches that a batch has brought, under whatever name GitHub knows them now; inside a
  /// transaction.
  func removeWatches(broughtBy batch: Int64) throws(StoreError) {
    try database.run(
      "DELETE FROM watch WHERE id IN (SELECT watch_id FROM import_watch WHERE batch = ?)",
      .integer(batch))
  }

  /// Adds the watches again that a batch has brought; inside a transaction.
  func addWatches(broughtBy batch: Int64, at now: Instant) throws(StoreError) {
    let rows = try database.rows(
      "SELECT rowid AS id, * FROM import_watch WHERE batch = ? ORDER BY rowid", [.integer(batch)]
    ) { (row) throws(StoreError) in (id: try row.id("id") ?? 0, watched: try importedWatch(row)) }
    for row in rows where try watch(of: row.watched.name) == nil {
      let id = try add(row.watched.name, isQuiet: row.watched.isQuiet, at: now)
      try database.run(
        "UPDATE import_watch SET watch_id = ? WHERE rowid = ?", .integer(id), .integer(row.id))
    }
  }

  /// Reads a row of `import_watch`.
  func importedWatch(_ row: Statement) throws(StoreError) -> Contents.Watched {
    guard try row.id("watch_id") != nil, let isQuiet = try row.bool("is_quiet") else {
      throw .damagedRows
    }
    return Contents.Watched(try name(row), isQuiet: isQuiet)
  }
}
