internal import HaruCore

/// The contents of a store, whatever its tables.
extension Store {
  /// Writes the contents, as of one moment, into an empty file.
  func write(into path: String) throws(StoreError) {
    // A connection that only reads may not write another file either.
    let onlyReads = try database.integer("PRAGMA query_only") == 1
    if onlyReads { try database.execute("PRAGMA query_only = OFF") }
    defer { if onlyReads { try? database.execute("PRAGMA query_only = ON") } }
    try database.run("VACUUM INTO ?", .text(path))
  }

  /// Whether another store has the same contents.
  func holdsTheSame(as path: String) throws(StoreError) -> Bool {
    try withOther(path) { () throws(StoreError) in try isLikeOther() }
  }

  /// Whether this store has every journal entry and watch of another one.
  func knows(all path: String) throws(StoreError) -> Bool {
    try withOther(path) { () throws(StoreError) in try hasAll(of: "other", in: "main") }
  }

  /// Whether another store has every journal entry and watch of this one; an address there is not
  /// followed.
  func isKnown(to path: String) throws(StoreError) -> Bool {
    try withOther(path) { () throws(StoreError) in try hasAll(of: "main", in: "other") }
  }

  /// Whether one of the two databases has every journal entry and watch of the other.
  private func hasAll(of one: String, in another: String) throws(StoreError) -> Bool {
    var parts = ["SELECT * FROM \(one).journal EXCEPT SELECT * FROM \(another).journal"]
    let watch = "\"watch\""
    if try tables(of: one).contains(watch) {
      let watched = "SELECT owner, name FROM \(one).watch"
      let isKnown = try tables(of: another).contains(watch)
      parts.append(
        watched + (isKnown ? " EXCEPT SELECT owner, name FROM \(another).watch" : ""))
    }
    for part in parts where try database.integer("SELECT EXISTS (\(part))") != 0 { return false }
    return true
  }

  /// Replaces the contents by those of another store of the same schema, in one transaction.
  ///
  /// - Parameters:
  ///   - path: The path of the other store.
  ///   - body: Runs under the lock, and calls what it is given to replace the contents.
  /// - Throws: `StoreFileError`, with nothing changed.
  func replaceContents(
    with path: String,
    _ body: (_ takeOthers: () throws(StoreFileError) -> Void) throws(StoreFileError) -> Void
  ) throws(StoreFileError) {
    try about(self.path) { () throws(StoreError) in try attach(path) }
    defer { detach() }
    try whileLocked { () throws(StoreFileError) in
      try body { () throws(StoreFileError) in
        try about(self.path) { () throws(StoreError) in try takeOthers() }
      }
    }
  }

  private func takeOthers() throws(StoreError) {
    try database.execute("PRAGMA defer_foreign_keys = ON")
    let tables = try tables(of: "main")
    for table in tables { try database.execute("DELETE FROM main.\(table)") }
    for table in tables {
      // Without a condition SQLite would copy the table page by page, and reject rows that refer to a
      // table that is copied later.
      try database.execute("INSERT INTO main.\(table) SELECT * FROM other.\(table) WHERE true")
    }
    guard try isLikeOther() else { throw .corrupt }
  }

  /// Makes the days, rest weekdays and watches those of the other store, each by a change of its own;
  /// inside a transaction.
  func changeToOthers(by provenance: Provenance) throws(StoreError) {
    let batch = try nextBatch()
    for kind in Change.Kind.allCases {
      let (mine, others) = (try values(kind, in: "main"), try values(kind, in: "other"))
      for day in Set(mine.keys).union(others.keys).sorted() where mine[day] != others[day] {
        try make(
          Change(kind, day, from: mine[day], to: others[day]), batch: batch, by: provenance)
      }
    }
    try write(try database.rows("SELECT * FROM other.rest_rule", [], rule))
    try database.execute(
      "DELETE FROM main.watch WHERE (owner, name) NOT IN (SELECT owner, name FROM other.watch)")
    let watched = try database.rows("SELECT * FROM other.watch ORDER BY position") {
      (row) throws(StoreError) in (try name(row), isQuiet: try row.bool("is_quiet") ?? false)
    }
    for (name, isQuiet) in watched where try watch(of: name) == nil {
      try add(name, isQuiet: isQuiet, at: provenance.at)
    }
  }

  /// The values of days in a database.
  private func values(
    _ kind: Change.Kind, in schema: String
  ) throws(StoreError) -> [Day: String] {
    let query =
      switch kind {
      case .study: "SELECT day, '\(Change.studied)' AS text FROM \(schema).mark"
      case .rest: "SELECT day, reason AS text FROM \(schema).rest"
      case .note: "SELECT day, text FROM \(schema).note"
      }
    return Dictionary(try database.rows(query, [], textOfDay)) { $1 }
  }

  private func isLikeOther() throws(StoreError) -> Bool {
    let tables = try tables(of: "main")
    guard try tables == self.tables(of: "other") else { return false }
    for table in tables {
      let (mine, others) = ("SELECT * FROM main.\(table)", "SELECT * FROM other.\(table)")
      let differences = try database.integer(
        """
        SELECT (SELECT count(*) FROM (\(mine) EXCEPT \(others)))
          + (SELECT count(*) FROM (\(others) EXCEPT \(mine)))
        """)
      guard differences == 0 else { return false }
    }
    return true
  }

  private func withOther<T>(
    _ path: String, _ body: () throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try attach(path)
    defer { detach() }
    return try body()
  }

  private func attach(_ path: String) throws(StoreError) {
    try database.run("ATTACH ? AS other", .text(path))
  }

  private func detach() {
    try? database.execute("DETACH other")
  }

  /// The tables of a database, quoted.
  private func tables(of schema: String) throws(StoreError) -> [String] {
    try database.rows(
      """
      SELECT '"' || replace(name, '"', '""') || '"' FROM \(schema).sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """
    ) { $0.text(0) ?? "" }
  }
}
