internal import HaruCore

/// A view or an index, which a database has beside the rows of its tables.
struct SchemaPart {
  let name: String
  /// What makes it.
  let sql: String

  /// Makes it, in the place of whatever has its name; inside a transaction.
  func make(in database: Database) throws(StoreError) {
    let types = try database.rows(
      "SELECT type FROM sqlite_schema WHERE name = ?", [.text(name)]
    ) { $0.text(0) ?? "" }
    for type in types { try database.execute("DROP \(type) \"\(name)\"") }
    try database.execute(sql)
  }

  /// Those of a database, without those that SQLite has made for keys.
  static func all(in database: Database) throws(StoreError) -> [SchemaPart] {
    try database.rows(
      "SELECT name, sql FROM sqlite_schema WHERE type IN ('view', 'index') AND sql IS NOT NULL ORDER BY rowid"
    ) { SchemaPart(name: $0.text(0) ?? "", sql: $0.text(1) ?? "") }
  }

  /// Without blanks, which a version may have written otherwise.
  fileprivate var words: String { sql.filter { !$0.isWhitespace } }
}

extension Schema {
  /// The views and indexes of this version that a database lacks, or has otherwise.
  func wrongParts(of database: Database) throws(StoreError) -> [SchemaPart] {
    let fresh = try Database(inMemory: ())
    try prepare(fresh)
    let found = Set(try SchemaPart.all(in: database).map(\.words))
    return try SchemaPart.all(in: fresh).filter { !found.contains($0.words) }
  }
}
