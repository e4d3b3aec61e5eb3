internal import HaruCore
internal import HaruStore
internal import HaruSystem

/// Takes over the watches that version 0.4 kept in the store of days, once (docs/github.md#the-file).
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

  /// Whether a store of days has something to hand over.
  public static func isDue(from store: String) -> Bool {
    (try? Store(path: store, for: .reading).holds(table: "watch")) ?? false
  }

  /// Makes the tables, and moves into them what the store has.
  func run() throws(StoreError) {
    let isAttached = try attach()
    // Once the handover is over, this connection has to forget the store.
    defer { if isAttached { try? database.execute("DETACH former") } }
    try database.transaction { () throws(StoreError) in
      // Another process may have made them.
      if try RepositoryTables.areThere(in: database) { return }
      try database.execute(RepositoryTables.sql)
      guard isAttached else { return }
      try database.execute(Handover.rows)
      try writeList()
      try database.execute(Handover.removal)
    }
  }

  /// Attaches the store as `former`; `false` if it has nothing to hand over.
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
    guard try database.integer("SELECT 1 FROM former.sqlite_schema WHERE name = 'watch'") == 1
    else {
      try database.execute("DETACH former")
      return false
    }
    return true
  }

  private func writeList() throws(StoreError) {
    var watched: [WatchedRepository] = []
    for row in try database.rows(
      "SELECT owner, name, is_quiet FROM former.watch ORDER BY position, id", [],
      { (row) throws(StoreError) in
        (try row.text("owner") ?? "", try row.text("name") ?? "", try row.bool("is_quiet") ?? false)
      })
    {
      guard let name = RepositoryName(owner: row.0, name: row.1) else { continue }
      watched.append(WatchedRepository(name, isQuiet: row.2))
    }
    try list.change { list in watched.forEach { list.add($0) } }
  }

  /// The rows; version 0.4 wrote pushes of which no day can be told.
  private static let rows = """
    INSERT INTO watch (id, owner, name, due_at, tried_at, failures, problem, problem_detail, is_gone,
        contributors_wanted_at, milestone, looked_at, looked_stars, looked_forks, looked_open_issues)
      SELECT id, owner, name, due_at, tried_at, failures, problem, problem_detail, is_gone,
        contributors_wanted_at, milestone, looked_at, looked_stars, looked_forks, looked_open_issues
      FROM former.watch;
    INSERT INTO listed SELECT lower(owner || '/' || name), id FROM watch;
    INSERT INTO snapshot SELECT * FROM former.snapshot WHERE watch_id IN (SELECT id FROM watch);
    UPDATE snapshot SET pushed_at = NULL WHERE pushed_at NOT BETWEEN
      \(StoredBounds.instants.lowerBound.seconds) AND \(StoredBounds.instants.upperBound.seconds);
    INSERT INTO contributor SELECT * FROM former.contributor
      WHERE watch_id IN (SELECT watch_id FROM snapshot);
    INSERT INTO news SELECT id, watch_id, at, kind, detail, told_at FROM former.news
      WHERE watch_id IN (SELECT id FROM watch);
    INSERT INTO pause SELECT * FROM former.pause;
    """

  private static let removal = Schema.tablesOfOthers.map { "DROP TABLE former.\($0);" }.joined()
}
