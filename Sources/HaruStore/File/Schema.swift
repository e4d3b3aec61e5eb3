internal import HaruCore
internal import HaruLog

/// The tables: those of version 0.4, and the steps that lead from them to the present ones.
///
/// What the last two releases have written is read; earlier files are named, and left as they are
/// (docs/store.md#older-stores).
package struct Schema: Sendable {
  /// A step from one version of the tables to the next; a released one is never changed.
  struct Migration: Sendable {
    /// What it does to the tables.
    let sql: String
    /// What SQL cannot do of it, after that; it knows the tables of its version alone.
    private let work: (@Sendable (Database) throws(StoreError) -> Void)?

    init(
      _ sql: String, then work: (@Sendable (Database) throws(StoreError) -> Void)? = nil
    ) {
      (self.sql, self.work) = (sql, work)
    }

    func run(in database: Database) throws(StoreError) {
      try database.execute(sql)
      try work?(database)
    }
  }

  /// The steps from each version to the next, of which the first begins at the oldest.
  let migrations: [Migration]

  /// The tables that this program has.
  package static let present = Schema(migrations: released)

  /// `HARU`, in the header of every store.
  package static let applicationID: Int64 = 0x4841_5255
  /// Whether the first bytes of a file, 72 at least, are those of a store.
  static func isHarus(_ header: [UInt8]) -> Bool {
    header[68..<72].elementsEqual("HARU".utf8)
  }

  /// The version of the base, and of the oldest files that are read.
  static let oldest: Int64 = 8
  /// The version to which the last step leads.
  var version: Int64 { Schema.oldest + Int64(migrations.count) }

  /// The tables as version 0.4 made them, with the row of a new machine; those that it had for others than days stay in
  /// its files until they are taken from there.
  static let base = Migration(
    """
    CREATE TABLE mark (
      day TEXT NOT NULL PRIMARY KEY
        CHECK (length(day) = 10 AND date(day, '+0 days') IS day AND day >= '0001-01-01'),
      marked_at INTEGER NOT NULL,
      utc_offset INTEGER NOT NULL,
      zone TEXT NOT NULL,
      source TEXT NOT NULL
    ) STRICT;
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
      revision INTEGER NOT NULL,
      -- When an item was to ring, in seconds since 1970 with spaces in between; NULL for never.
      alarms TEXT
    ) STRICT;
    -- The log (docs/sync.md#an-entry), in the order in which this machine has learned of it. `first` is NULL in
    -- the first entry of a batch, and `replaces` is names, one behind the other. `batch` is the first row of
    -- the batch, of which all rows follow each other, and NULL for what this machine has not made.
    CREATE TABLE entry (
      id INTEGER PRIMARY KEY,
      name BLOB NOT NULL UNIQUE CHECK (length(name) = 16),
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT,
      at INTEGER NOT NULL,
      utc_offset INTEGER NOT NULL,
      zone TEXT NOT NULL,
      source TEXT NOT NULL,
      machine TEXT,
      first BLOB,
      undoes BLOB,
      after BLOB,
      replaces BLOB,
      batch INTEGER,
      is_carried INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX entry_register ON entry (kind, key);
    CREATE INDEX entry_undoes ON entry (undoes) WHERE undoes IS NOT NULL;
    CREATE INDEX entry_first ON entry (first) WHERE first IS NOT NULL;
    CREATE INDEX entry_at ON entry (at);
    -- What a newer version has written.
    CREATE TABLE unknown_entry (
      name BLOB NOT NULL PRIMARY KEY CHECK (length(name) = 16),
      month TEXT NOT NULL,
      text TEXT NOT NULL,
      is_carried INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    -- The files of the folder of which entries are known to be there; one that is not read to its end is
    -- read again.
    CREATE TABLE log_file (
      name TEXT NOT NULL PRIMARY KEY,
      is_read INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- This machine among others; `folder` is NULL while nothing is exchanged, and entries up to `settled` are
    -- there. `weekdays` and `free` are the rest weekdays and free days of the settings that were taken last.
    CREATE TABLE this_machine (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      name TEXT NOT NULL,
      number TEXT NOT NULL,
      folder TEXT,
      leaves_out_notes INTEGER NOT NULL DEFAULT 0,
      settled INTEGER NOT NULL DEFAULT 0,
      weekdays TEXT,
      free TEXT,
      former TEXT,
      problem TEXT
    ) STRICT;
    """,
    then: { (database) throws(StoreError) in
      try database.write(
        into: "this_machine",
        ["id": .integer(1), "name": .text(MachineName.new()), "number": .text(MachineName.number)])
    })

  private static let released: [Migration] = [
    Migration(
      """
      -- Whether an entry says what is in its register; one that clears it does not.
      ALTER TABLE entry ADD COLUMN counts INTEGER NOT NULL DEFAULT 0;
      -- A day is Haru's to judge, and no date function's: SQLite 3.40 takes 0300-03-01 for another one.
      ALTER TABLE task RENAME TO former_task;
      CREATE TABLE task (
        day TEXT NOT NULL PRIMARY KEY
          CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND day >= '0001-01-01'),
        is_done INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        -- When an item was to ring, in seconds since 1970 with spaces in between; NULL for never.
        alarms TEXT
      ) STRICT;
      INSERT OR IGNORE INTO task
        SELECT day, is_done, min(revision, 9007199254740992), alarms FROM former_task;
      DROP TABLE former_task;
      -- Of a file that was looked at and left out, which state of it that was; NULL for the others.
      ALTER TABLE log_file ADD COLUMN stamp TEXT;
      -- They told which files of versions up to 0.3 were read, and what the settings had said of rest days.
      ALTER TABLE this_machine DROP COLUMN former;
      ALTER TABLE this_machine DROP COLUMN weekdays;
      ALTER TABLE this_machine DROP COLUMN free;
      """,
      then: { (database) throws(StoreError) in
        try FormerDays(in: database).convertToViews()
        try removeTablesOfOthers(in: database)
      })
  ]

  /// The tables that version 0.4 had for others than days; one that refers to another comes before it.
  package static let tablesOfOthers = ["contributor", "snapshot", "news", "watch", "pause"]

  /// Removes the tables of others, if nothing is in them.
  private static func removeTablesOfOthers(in database: Database) throws(StoreError) {
    guard try database.integer("SELECT 1 FROM sqlite_schema WHERE name = 'watch'") == 1,
      try database.integer("SELECT count(*) FROM watch") == 0
    else { return }
    for table in tablesOfOthers { try database.execute("DROP TABLE \(table)") }
  }

  /// Opens the file of a store.
  ///
  /// - Throws: `StoreError.olderVersion` for one of a version before 0.4, with nothing changed: those kept changes
  ///   in a write-ahead log, which SQLite would move into the file.
  static func open(_ path: String, busyMilliseconds: Int32) throws(StoreError) -> Database {
    let database = try Database(path: path, busyMilliseconds: busyMilliseconds)
    let header = database.header
    guard isHarus(header) else { return database }
    let version = header[60..<64].reduce(0) { $0 << 8 | Int64($1) }
    guard version == 0 || version >= oldest else { throw .olderVersion }
    return database
  }

  /// Brings a database to the present schema, in one file without a log, and makes its transactions durable.
  ///
  /// - Throws: `StoreError.newerSchema`, `.olderVersion`, `.notAStore` or `.corrupt`, with the file unchanged.
  func prepare(_ database: Database) throws(StoreError) {
    let (present, mode) = try database.reading { () throws(StoreError) -> (Int64, String?) in
      (try found(in: database), try database.text("PRAGMA journal_mode"))
    }
    // A transaction ends with the removal of its journal, which only EXTRA syncs. Asked for first, it would
    // read the tables by itself.
    try database.execute("PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON")
    // Another program may have given the file a log, which stays while that has it open.
    if mode == "wal" { try? database.execute("PRAGMA journal_mode = DELETE") }
    if present == version { return }
    try database.transaction { () throws(StoreError) in
      // Another process may have migrated it; inside the transaction the version cannot change.
      let found = try found(in: database)
      if found == version { return }
      if found == 0 { try Schema.base.run(in: database) }
      let done = found == 0 ? 0 : found - Schema.oldest
      do throws(StoreError) {
        for migration in migrations.dropFirst(Int(done)) { try migration.run(in: database) }
      } catch .damagedRows {
        // A repair makes the tables of this version, and knows none of another.
        throw .corrupt
      }
      try database.execute("PRAGMA application_id = \(Schema.applicationID)")
      try database.execute("PRAGMA user_version = \(version)")
    }
  }

  /// The schema version of a file, 0 for an empty one.
  func found(in database: Database) throws(StoreError) -> Int64 {
    // Another process may make the file meanwhile.
    let (id, version, tables) = try database.reading {
      () throws(StoreError) -> (Int64?, Int64?, Int64?) in
      let id = try database.integer("PRAGMA application_id")
      let version = try database.integer("PRAGMA user_version")
      // SQLite reads all tables for this.
      let count = "SELECT count(*) FROM sqlite_schema"
      return (id, version, id == Schema.applicationID ? nil : try database.integer(count))
    }
    guard let id, let version else { throw .corrupt }
    if id == Schema.applicationID {
      guard version > 0 else { throw .corrupt }
      guard version >= Schema.oldest else { throw .olderVersion }
      guard version <= self.version else { throw .newerSchema(Int(version)) }
      return version
    }
    guard id == 0, version == 0, tables == 0 else { throw .notAStore }
    return 0
  }
}
