internal import HaruCore

/// The tables, and the migrations from older schemas.
enum Schema {
  /// `HARU`, in the header of every store.
  static let applicationID: Int64 = 0x4841_5255
  /// The same as bytes of the header.
  static let applicationName = Array("HARU".utf8)

  /// The schema version that this program writes.
  static var version: Int64 { Int64(migrations.count) }

  /// The steps from each version to the next; a released one is never changed.
  static let migrations = [
    """
    CREATE TABLE mark (
      day TEXT NOT NULL PRIMARY KEY
        CHECK (length(day) = 10 AND date(day, '+0 days') IS day AND day >= '0001-01-01'),
      marked_at INTEGER NOT NULL,
      utc_offset INTEGER NOT NULL,
      zone TEXT NOT NULL,
      source TEXT NOT NULL
    ) STRICT;
    CREATE TABLE journal (
      id INTEGER PRIMARY KEY,
      batch INTEGER NOT NULL,
      undoes INTEGER,
      kind TEXT NOT NULL,
      day TEXT NOT NULL,
      before TEXT,
      after TEXT,
      at INTEGER NOT NULL,
      utc_offset INTEGER NOT NULL,
      zone TEXT NOT NULL,
      source TEXT NOT NULL
    ) STRICT;
    CREATE INDEX journal_batch ON journal (batch);
    """,
    """
    CREATE TABLE rest (
      day TEXT NOT NULL PRIMARY KEY
        CHECK (length(day) = 10 AND date(day, '+0 days') IS day AND day >= '0001-01-01'),
      reason TEXT NOT NULL
    ) STRICT;
    CREATE TABLE rest_rule (
      weekday INTEGER NOT NULL CHECK (weekday BETWEEN 1 AND 7),
      from_day TEXT NOT NULL
        CHECK (length(from_day) = 10 AND date(from_day, '+0 days') IS from_day
          AND from_day >= '0001-01-01'),
      to_day TEXT
        CHECK (length(to_day) = 10 AND date(to_day, '+0 days') IS to_day AND to_day >= from_day),
      PRIMARY KEY (weekday, from_day)
    ) STRICT;
    CREATE TABLE note (
      day TEXT NOT NULL PRIMARY KEY
        CHECK (length(day) = 10 AND date(day, '+0 days') IS day AND day >= '0001-01-01'),
      text TEXT NOT NULL CHECK (text <> '')
    ) STRICT;
    -- Which days a source has brought, so that bringing them again changes nothing; and in which
    -- batch, unless nothing was new.
    CREATE TABLE import (
      source_id TEXT NOT NULL,
      day TEXT NOT NULL,
      batch INTEGER,
      PRIMARY KEY (source_id, day)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX import_batch ON import (batch);
    CREATE INDEX journal_day ON journal (day);
    """,
    """
    -- The number of a watch that was removed is never given again: an answer may be on its way.
    CREATE TABLE watch (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner TEXT NOT NULL COLLATE NOCASE CHECK (owner <> ''),
      name TEXT NOT NULL COLLATE NOCASE CHECK (name <> ''),
      position INTEGER NOT NULL,
      added_at INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      tried_at INTEGER,
      failures INTEGER NOT NULL DEFAULT 0,
      problem TEXT,
      problem_detail TEXT,
      is_quiet INTEGER NOT NULL DEFAULT 0,
      is_gone INTEGER NOT NULL DEFAULT 0,
      contributors_wanted_at INTEGER,
      milestone INTEGER NOT NULL DEFAULT 0,
      looked_at INTEGER,
      looked_stars INTEGER,
      looked_forks INTEGER,
      looked_open_issues INTEGER,
      UNIQUE (owner, name)
    ) STRICT;
    CREATE INDEX watch_due ON watch (due_at);
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
    -- What nobody has been told of yet.
    CREATE TABLE news (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      watch_id INTEGER NOT NULL REFERENCES watch ON DELETE CASCADE,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      detail TEXT NOT NULL
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
    """,
    """
    -- When it was announced; until then NULL.
    ALTER TABLE news ADD COLUMN told_at INTEGER;
    """,
    """
    -- The watches that an import has brought, which are undone and redone with its batch.
    CREATE TABLE import_watch (
      batch INTEGER NOT NULL,
      watch_id INTEGER NOT NULL,
      owner TEXT NOT NULL,
      name TEXT NOT NULL,
      is_quiet INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX import_watch_batch ON import_watch (batch);
    -- The restores that led to these contents, in their order: where the contents of before are kept,
    -- and the newest batch after it. Of one that was taken back, where what it had restored is kept.
    CREATE TABLE restore (
      id INTEGER PRIMARY KEY,
      kept TEXT NOT NULL,
      is_undone INTEGER NOT NULL,
      batch INTEGER NOT NULL
    ) STRICT;
    """,
    """
    -- This machine among those that exchange lines (docs/sync.md#tables); a row from the first time on.
    -- Journal entries up to `told` have become lines, lines up to `written` are in the folder, and
    -- `folder` is NULL while nothing is exchanged. `weekdays` are the rest weekdays of the settings that
    -- were taken last.
    CREATE TABLE sync (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      folder TEXT,
      device TEXT NOT NULL,
      machine TEXT NOT NULL,
      leaves_out_notes INTEGER NOT NULL,
      told INTEGER NOT NULL,
      written INTEGER NOT NULL,
      weekdays TEXT,
      problem TEXT
    ) STRICT;
    -- Of each machine, up to which number its lines are here, and the largest clock of them. `waiting` is the
    -- first line in the folder that comes after a gap.
    CREATE TABLE sync_device (
      device TEXT NOT NULL PRIMARY KEY,
      known INTEGER NOT NULL,
      clock INTEGER NOT NULL,
      waiting INTEGER
    ) STRICT;
    -- The lines; two copies of one machine may have used the same number. What a newer version has
    -- written has no kind.
    CREATE TABLE sync_line (
      device TEXT NOT NULL,
      number INTEGER NOT NULL,
      sum TEXT NOT NULL,
      kind TEXT,
      key TEXT,
      line TEXT NOT NULL,
      PRIMARY KEY (device, number, sum)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sync_line_register ON sync_line (kind, key);
    -- The line that an entry of the journal has become, or that it came from.
    CREATE TABLE sync_entry (
      id INTEGER PRIMARY KEY,
      device TEXT NOT NULL,
      number INTEGER NOT NULL
    ) STRICT;
    -- The files of the folder as they were read.
    CREATE TABLE sync_file (
      path TEXT NOT NULL PRIMARY KEY,
      stamp TEXT NOT NULL
    ) STRICT;
    -- The task list that is kept (docs/tasks.md); `folder` is NULL while none is.
    CREATE TABLE task_list (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      folder TEXT,
      keeps_week INTEGER NOT NULL,
      problem TEXT
    ) STRICT;
    -- The items that were made, as they were last known.
    CREATE TABLE task (
      day TEXT NOT NULL PRIMARY KEY
        CHECK (length(day) = 10 AND date(day, '+0 days') IS day AND day >= '0001-01-01'),
      is_done INTEGER NOT NULL,
      revision INTEGER NOT NULL
    ) STRICT;
    """,
  ]

  /// Migrates a database to the present schema.
  ///
  /// - Throws: `StoreError.newerSchema` or `.notAStore`, with the file unchanged.
  static func prepare(_ database: Database) throws(StoreError) {
    if try found(in: database) == version { return }
    try useWriteAheadLog(database)
    try database.transaction { () throws(StoreError) in
      // Another file may have taken this path since it was opened.
      guard !database.hasMoved else { throw .busy }
      // Another process may have migrated it; inside the transaction the version cannot change.
      let found = try found(in: database)
      for migration in migrations.dropFirst(Int(found)) { try database.execute(migration) }
      try database.execute("PRAGMA application_id = \(applicationID)")
      try database.execute("PRAGMA user_version = \(version)")
    }
  }

  /// Puts a new file into WAL mode, which cannot be part of a transaction.
  private static func useWriteAheadLog(_ database: Database) throws(StoreError) {
    for _ in 0..<10 {
      if try database.text("PRAGMA journal_mode") == "wal" { return }
      do {
        try database.execute("PRAGMA journal_mode = WAL")
        return
      } catch StoreError.busy {
        // Another process is making the same file. SQLite waits for the lock of a transaction, not for
        // the lock of this statement.
        try database.transaction { () throws(StoreError) in }
      }
    }
    throw .busy
  }

  /// The schema version of a file, 0 for an empty one.
  static func found(in database: Database) throws(StoreError) -> Int64 {
    // One statement reads all three as of one moment, while another process may make the file.
    let header = try database.statement(
      """
      SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
        FROM pragma_application_id, pragma_user_version
      """)
    defer { header.reset() }
    guard try header.step(), let id = header.integer(0), let version = header.integer(1),
      let tables = header.integer(2)
    else { throw .corrupt }
    if id == applicationID {
      guard version <= self.version else { throw .newerSchema(Int(version)) }
      return version
    }
    guard id == 0, version == 0, tables == 0 else { throw .notAStore }
    return 0
  }
}
