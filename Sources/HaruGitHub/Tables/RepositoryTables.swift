internal import HaruCore
internal import HaruStore

/// The tables about repositories, in a file of their own (docs/github.md#the-file).
enum RepositoryTables {
  /// `HREP`, in the header of the file.
  static let applicationID: Int64 = 0x4852_4550
  /// Their version.
  static let version: Int64 = 1

  /// What makes them in an empty file.
  static let sql = """
    -- The number of a watch that was removed is never given again: an answer may be on its way.
    CREATE TABLE watch (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner TEXT NOT NULL COLLATE NOCASE CHECK (owner <> ''),
      name TEXT NOT NULL COLLATE NOCASE CHECK (name <> ''),
      due_at INTEGER NOT NULL,
      tried_at INTEGER,
      failures INTEGER NOT NULL DEFAULT 0,
      problem TEXT,
      problem_detail TEXT,
      is_gone INTEGER NOT NULL DEFAULT 0,
      contributors_wanted_at INTEGER,
      milestone INTEGER NOT NULL DEFAULT 0,
      looked_at INTEGER,
      looked_stars INTEGER,
      looked_forks INTEGER,
      looked_open_issues INTEGER,
      UNIQUE (owner, name)
    ) STRICT;
    -- The names that are or were in the user's list, in lower case, and the watch of each. GitHub may have given its
    -- repository another name since, and two names may be one repository.
    CREATE TABLE listed (
      name TEXT NOT NULL PRIMARY KEY,
      watch_id INTEGER NOT NULL REFERENCES watch ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX listed_watch ON listed (watch_id);
    -- A tag holds for the site and the token with which it was given.
    CREATE TABLE snapshot (
      watch_id INTEGER PRIMARY KEY REFERENCES watch ON DELETE CASCADE,
      fetched_at INTEGER NOT NULL,
      summary TEXT,
      stars INTEGER,
      forks INTEGER,
      open_issues INTEGER,
      has_issues INTEGER,
      watchers INTEGER,
      default_branch TEXT,
      pushed_at INTEGER,
      is_archived INTEGER,
      avatar TEXT,
      contributors TEXT CHECK (contributors IN ('known', 'too_many')),
      asked_as TEXT NOT NULL,
      etag TEXT,
      contributors_etag TEXT
    ) STRICT;
    CREATE TABLE contributor (
      watch_id INTEGER NOT NULL REFERENCES snapshot ON DELETE CASCADE,
      rank INTEGER NOT NULL,
      login TEXT NOT NULL,
      contributions INTEGER NOT NULL,
      avatar TEXT,
      PRIMARY KEY (watch_id, rank)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE news (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      watch_id INTEGER NOT NULL REFERENCES watch ON DELETE CASCADE,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      detail TEXT NOT NULL,
      -- When it was announced; until then NULL.
      told_at INTEGER
    ) STRICT;
    CREATE INDEX news_watch ON news (watch_id);
    -- Until when a site is not asked, and why.
    CREATE TABLE pause (
      site TEXT NOT NULL PRIMARY KEY,
      asked_as TEXT NOT NULL,
      until INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      problem TEXT NOT NULL,
      problem_detail TEXT NOT NULL
    ) STRICT;
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """

  /// Whether a file has them; `false` for an empty one.
  ///
  /// - Throws: `StoreError.newerSchema` or `.notAStore`.
  static func areThere(in database: Database) throws(StoreError) -> Bool {
    guard let id = try database.integer("PRAGMA application_id"),
      let found = try database.integer("PRAGMA user_version"),
      let tables = try database.integer("SELECT count(*) FROM sqlite_schema")
    else { throw .corrupt }
    if id == 0, found == 0, tables == 0 { return false }
    guard id == applicationID, found > 0 else { throw .notAStore }
    guard found <= version else { throw .newerSchema(Int(found)) }
    return true
  }

  /// Whether a file has them as they are made, or is empty, and SQLite finds no damage in it.
  static func areWhole(in database: Database) -> Bool {
    do throws(StoreError) {
      let new = try Database(inMemory: ())
      try new.execute(sql)
      let damage = try database.rows("PRAGMA main.integrity_check") { (row) throws(StoreError) in
        try row.text("integrity_check")
      }
      let whole = [[], try parts(of: new)]
      let found = try parts(of: database)
      return damage == ["ok"] && whole.contains(found)
    } catch {
      return false
    }
  }

  /// What made each table and index.
  private static func parts(of database: Database) throws(StoreError) -> [String?] {
    try database.rows("SELECT sql FROM main.sqlite_schema ORDER BY name") {
      (row) throws(StoreError) in try row.text("sql")
    }
  }
}
