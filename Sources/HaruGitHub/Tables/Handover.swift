public import HaruCore
internal import HaruStore
internal import HaruSystem

/// Takes over the watches that version 0.4 kept in a store of days, whenever one has them (docs/github.md#the-file).
///
/// Both files change in one transaction, which SQLite makes whole or undoes after a kill; and the list is written
/// within it, where it adds only what is missing.
public struct Handover {
  /// The open file of repositories.
  let database: Database
  /// The path of the store of days.
  let store: String
  /// The user's list.
  let list: WatchListFile

  /// Whether a store of days has something to hand over; a missing one has nothing.
  ///
  /// - Throws: `StoreError.other` with its path if it cannot be read, and so may have.
  public static func isDue(from store: String) throws(StoreError) -> Bool {
    do throws(StoreError) {
      return try Store(path: store, for: .reading).holds(table: "watch")
    } catch .missing {
      return false
    } catch {
      throw .other(store, error)
    }
  }

  /// Makes the tables if they are missing, and moves into them what the store has.
  func run() throws(StoreError) {
    let isAttached = try attach()
    // Once the handover is over, this connection has to forget the store.
    defer { if isAttached { try? database.execute("DETACH former") } }
    do throws(StoreError) {
      try database.transaction { () throws(StoreError) in
        if try !RepositoryTables.areThere(in: database) {
          try database.execute(RepositoryTables.sql)
        }
        // Another process may have taken it over.
        if isAttached, try isFull() { try take() }
      }
    } catch {
      // What is wrong with the store is no reason to begin the file of repositories anew.
      if case .other = error { throw error }
      guard isAttached, RepositoryTables.areWhole(in: database) else { throw error }
      // A repair of days makes no tables of watches.
      throw .other(store, error == .damagedRows ? .corrupt : error)
    }
  }

  /// Whether the attached store has something to hand over.
  private func isFull() throws(StoreError) -> Bool {
    try database.integer("SELECT 1 FROM former.sqlite_schema WHERE name = 'watch'") == 1
  }

  /// Attaches the store as `former`; `false` if there is none.
  private func attach() throws(StoreError) -> Bool {
    do throws(StoreError) {
      // An older version's tables are brought to the present ones first.
      _ = try Store(path: store, for: .changing)
    } catch .missing {
      return false
    } catch {
      throw .other(store, error)
    }
    try database.run("ATTACH ? AS former", .text(store))
    try database.execute("PRAGMA former.synchronous = EXTRA")
    return true
  }

  /// Moves all of it, behind what is there; inside a transaction.
  private func take() throws(StoreError) {
    let ids = try lastID(in: "watch")
    try database.execute(Handover.preparation)
    var watched: [WatchedRepository] = []
    for (id, owner, name, isQuiet) in try database.rows(
      "SELECT id, owner, name, is_quiet FROM former.watch ORDER BY position, id", [],
      { (row) throws(StoreError) in
        (
          try row.id("id") ?? 0, try row.text("owner") ?? "", try row.text("name") ?? "",
          try row.bool("is_quiet") ?? false
        )
      })
    {
      guard let name = RepositoryName(owner: owner, name: name) else { continue }
      watched.append(WatchedRepository(name, isQuiet: isQuiet))
      try database.run(
        Handover.place, .integer(id), .integer(ids + id), .text(name.key), .text(name.owner),
        .text(name.name))
    }
    try database.execute(Handover.rows(newsAfter: try lastID(in: "news")))
    try list.change { $0.add(watched) }
    try database.execute(Handover.removal)
  }

  /// The highest number that a table has given: 0 in a new file, so that its rows keep theirs.
  private func lastID(in table: String) throws(StoreError) -> Int64 {
    try database.integer("SELECT seq FROM main.sqlite_sequence WHERE name = ?", .text(table)) ?? 0
  }

  /// Where each watch goes.
  ///
  /// One that is here without a snapshot says nothing, and gives way.
  private static let preparation = """
    CREATE TEMP TABLE taken (
      former INTEGER PRIMARY KEY, id INTEGER NOT NULL, is_new INTEGER NOT NULL
    ) STRICT;
    DELETE FROM main.watch WHERE id NOT IN (SELECT watch_id FROM main.snapshot) AND EXISTS
      (SELECT 1 FROM former.watch AS f WHERE watch.owner = f.owner AND watch.name = f.name);
    """

  /// Places one: where its repository is known here, or else under a new number.
  private static let place = """
    INSERT INTO temp.taken SELECT ?1, coalesce(known, ?2), known IS NULL FROM (SELECT coalesce(
      (SELECT watch_id FROM main.listed WHERE name = ?3),
      (SELECT id FROM main.watch WHERE owner = ?4 AND name = ?5)) AS known)
    """

  /// The rows.
  ///
  /// Of a repository that is known here, only what was announced is taken, and what is not to be announced
  /// again. Version 0.4 wrote pushes of which no day can be told.
  private static func rows(newsAfter news: Int64) -> String {
    """
    INSERT INTO main.watch (id, \(watchColumns))
      SELECT taken.id, \(watchColumns) FROM former.watch AS f JOIN taken ON former = f.id WHERE is_new;
    UPDATE main.watch SET milestone = max(milestone, (SELECT max(f.milestone)
        FROM former.watch AS f JOIN taken ON former = f.id WHERE taken.id = watch.id))
      WHERE id IN (SELECT id FROM taken WHERE NOT is_new);
    INSERT INTO main.listed SELECT lower(owner || '/' || name), id FROM main.watch
      WHERE id IN (SELECT id FROM taken WHERE is_new);
    INSERT INTO main.snapshot (watch_id, \(snapshotColumns))
      SELECT id, \(snapshotColumns) FROM former.snapshot JOIN taken ON former = watch_id WHERE is_new;
    UPDATE main.snapshot SET pushed_at = NULL WHERE pushed_at NOT BETWEEN
      \(StoredBounds.instants.lowerBound.seconds) AND \(StoredBounds.instants.upperBound.seconds);
    INSERT INTO main.contributor (watch_id, rank, login, contributions, avatar)
      SELECT id, rank, login, contributions, avatar
      FROM former.contributor JOIN taken ON former = watch_id
      WHERE is_new AND id IN (SELECT watch_id FROM main.snapshot);
    INSERT INTO main.news (id, watch_id, at, kind, detail, told_at)
      SELECT \(news) + f.id, taken.id, f.at, f.kind, f.detail, f.told_at
      FROM former.news AS f JOIN taken ON former = f.watch_id
      WHERE is_new OR f.told_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM main.news AS known
        WHERE known.watch_id = taken.id AND (known.at, known.kind, known.detail) = (f.at, f.kind, f.detail));
    INSERT INTO main.pause SELECT * FROM former.pause WHERE true ON CONFLICT (site) DO NOTHING;
    """
  }

  private static let watchColumns = """
    owner, name, due_at, tried_at, failures, problem, problem_detail, is_gone, contributors_wanted_at, milestone,
    looked_at, looked_stars, looked_forks, looked_open_issues
    """

  private static let snapshotColumns = """
    fetched_at, summary, stars, forks, open_issues, has_issues, watchers, default_branch, pushed_at, is_archived,
    avatar, contributors, asked_as, etag, contributors_etag
    """

  private static let removal =
    "DROP TABLE temp.taken;" + Schema.tablesOfOthers.map { "DROP TABLE former.\($0);" }.joined()
}
