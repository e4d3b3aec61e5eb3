public import HaruCore
internal import HaruStore
internal import HaruSystem

/// What is known of the repositories in the user's list, in a file beside the store of days
/// (docs/github.md#the-file).
///
/// All of it can be asked again, but for what was announced. A file that cannot be read is put aside and begun anew.
public final class Repositories {
  /// The file.
  public let path: String
  private let listFile: WatchListFile
  /// The user's list, as it was at the last transaction, or else when the file was opened.
  public private(set) var list = WatchList()
  let database: Database

  /// The name of the file.
  static let fileName = "repositories.sqlite"

  /// The path of the file beside a store of days.
  public static func path(besideStore store: String) -> String {
    Files.directory(of: store) + "/" + fileName
  }

  /// Opens the file beside a store of days, and takes over what version 0.4 kept in that store.
  ///
  /// - Parameters:
  ///   - store: The path of the store of days.
  ///   - listFile: The user's list.
  ///   - isMade: Whether it is made if it is missing; otherwise, nothing is known, and nothing can be kept, until there
  ///     is something to take over.
  /// - Throws: `StoreError` of the file; `.other` with the path of a list that cannot be read.
  public init(
    besideStore store: String, list listFile: WatchListFile = .usual, making isMade: Bool = true
  ) throws(StoreError) {
    path = Repositories.path(besideStore: store)
    self.listFile = listFile
    let isMissing = Store.isMissingOrEmpty(path)
    // Beside a file that has begun, days that cannot be read are no trouble of repositories.
    let isDue =
      isMissing ? try Handover.isDue(from: store) : (try? Handover.isDue(from: store)) ?? false
    let isNothing = !isMade && !isDue && isMissing
    database = isNothing ? try Database(inMemory: ()) : try Database(making: path)
    try database.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL")
    if isNothing {
      try database.execute(RepositoryTables.sql)
    } else {
      let isBegun = try RepositoryTables.areThere(in: database)
      if isDue || !isBegun {
        try Handover(database: database, store: store, list: listFile).run()
      }
    }
    list = try listFile.read()
    // Where nothing can be written now, new lines of the list have no watch yet.
    if try !Set(listed().keys).isSuperset(of: list.watched.map(\.name.key)) {
      try? database.withoutWaiting(adoptList)
    }
  }

  /// Does something with the file, once more with a new one if it is damaged.
  ///
  /// - Parameters:
  ///   - store: The store of days, beside which it is.
  ///   - list: The user's list.
  ///   - isMade: Whether the file is made if it is missing.
  ///   - onDamage: Receives the new name of a damaged file.
  ///   - body: What to do.
  /// - Returns: What the body returns.
  /// - Throws: `StoreError`, and what the body throws.
  public static func with<Result, Problem: Error>(
    besideStore store: String, list: WatchListFile = .usual, making isMade: Bool = true,
    onDamage: (String) -> Void,
    _ body: (Repositories) throws(Problem) -> Result
  ) throws -> Result {
    do {
      return try body(try Repositories(besideStore: store, list: list, making: isMade))
    } catch let error as StoreError where error.meansDamage {
      onDamage(try putAside(path(besideStore: store)))
      return try body(try Repositories(besideStore: store, list: list, making: isMade))
    }
  }

  /// Gives a file that cannot be read another name, and returns that.
  private static func putAside(_ path: String) throws(StoreError) -> String {
    let place = FileGroup.unused(path + ".damaged")
    try FileGroup(path).rename(to: place)
    return place
  }

  // MARK: Watches

  /// The watches in the order of the list, with their snapshots; one that was never loaded has the id 0 until it is
  /// adopted.
  public func watches() throws(StoreError) -> [Watch] {
    let rows = try rows(where: "true", [])
    let byID = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    let ids = try listed()
    var watches: [Watch] = []
    var places: [Int64: Int] = [:]
    for watched in list.watched {
      var watch =
        ids[watched.name.key].flatMap { byID[$0] }
        ?? Watch(id: 0, name: watched.name, dueAt: Instant(0))
      if watch.id != 0, let place = places[watch.id] {
        // Two names that are one repository are muted if both are.
        watches[place].isQuiet = watches[place].isQuiet && watched.isQuiet
        continue
      }
      places[watch.id] = watches.count
      watch.isQuiet = watched.isQuiet
      watches.append(watch)
    }
    return watches
  }

  /// The watch of each name that is understood: those in the list, and those that GitHub has given since.
  public func watchesByName() throws(StoreError) -> [RepositoryName: Watch] {
    let (watches, ids) = (try watches(), try listed())
    let byID = Dictionary(watches.map { ($0.id, $0) }) { first, _ in first }
    var found: [RepositoryName: Watch] = [:]
    for name in list.watched.map(\.name) { found[name] = ids[name.key].flatMap { byID[$0] } }
    // A former name may be the present one of another repository.
    for watch in watches { found[watch.name] = watch }
    return found
  }

  /// The names in the list that mean some watches.
  func names(of watches: [Watch]) throws(StoreError) -> Set<RepositoryName> {
    let ids = Set(watches.map(\.id))
    let keys = Set(try listed().filter { ids.contains($0.value) }.keys)
    let names = list.watched.map(\.name).filter { keys.contains($0.key) }
    // One without a row yet goes by its name alone.
    return Set(names + watches.filter { $0.id == 0 }.map(\.name))
  }

  /// The ids of the watches that the list names; what is known of any other one is hidden.
  func shown() throws(StoreError) -> Set<Int64> {
    let keys = Set(list.watched.map(\.name.key))
    return Set(try listed().filter { keys.contains($0.key) }.values)
  }

  /// The watch of each name that is or was in the list, by its key.
  func listed() throws(StoreError) -> [String: Int64] {
    let rows = try database.rows("SELECT * FROM listed") { (row) throws(StoreError) in
      (try row.text("name") ?? "", try row.id("watch_id") ?? 0)
    }
    return Dictionary(rows) { first, _ in first }
  }

  private func rows(where condition: String, _ values: [Value]) throws(StoreError) -> [Watch] {
    try database.rows(
      "SELECT * FROM watch LEFT JOIN snapshot ON watch_id = id WHERE \(condition)", values, watch)
  }

  /// Runs a transaction in which every repository of the list has a watch.
  func transaction<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try database.transaction { () throws(StoreError) in
      guard try RepositoryTables.areThere(in: database), database.isOpen(at: path) else {
        throw .moved
      }
      list = try listFile.read()
      try adopt()
      return try body()
    }
  }

  /// Changes the user's list.
  func changeList(_ body: (inout WatchList) -> Void) throws(StoreError) {
    list = try listFile.change(body)
  }

  /// Gives new repositories of the list a watch each, which is due at once.
  ///
  /// Others keep theirs: their lines may be back soon (docs/github.md#the-list).
  private func adopt() throws(StoreError) {
    let known = try listed()
    for name in list.watched.map(\.name) where known[name.key] == nil {
      try database.run(
        """
        INSERT INTO watch (owner, name, due_at) VALUES (?1, ?2, 0) ON CONFLICT (owner, name) DO NOTHING
        """, .text(name.owner), .text(name.name))
      try database.run(
        "INSERT INTO listed SELECT ?3, id FROM watch WHERE owner = ?1 AND name = ?2",
        .text(name.owner), .text(name.name), .text(name.key))
    }
    for watch in try watches() where watch.isQuiet {
      try database.run(
        "DELETE FROM news WHERE watch_id = ? AND told_at IS NULL", .integer(watch.id))
    }
  }

  /// Brings the file up to the list, after the user has changed that.
  public func adoptList() throws(StoreError) {
    try transaction { () throws(StoreError) in }
  }

  /// The watch with an id, muted if all its names in the list are; `nil` if the repository is no longer in the list.
  func watch(_ id: Int64) throws(StoreError) -> Watch? {
    guard var watch = try rows(where: "id = ?", [.integer(id)]).first else { return nil }
    let names = try database.rows(
      "SELECT name FROM listed WHERE watch_id = ?", [.integer(id)]
    ) { (row) throws(StoreError) in try row.text("name") ?? "" }
    let listed = list.watched.filter { names.contains($0.name.key) }
    watch.isQuiet = listed.allSatisfy(\.isQuiet)
    return listed.isEmpty ? nil : watch
  }

  /// The id of the watch that has GitHub's name for a repository, even a hidden one; `nil` if there is none.
  func id(of name: RepositoryName) throws(StoreError) -> Int64? {
    try database.integer(
      "SELECT id FROM watch WHERE owner = ? AND name = ?", .text(name.owner), .text(name.name))
  }

  /// The watch of a repository by any of its names; `nil` if it is not watched.
  public func watch(of name: RepositoryName) throws(StoreError) -> Watch? {
    try watchesByName()[name]
  }

  /// Makes reloads of some watches ask for contributors too, for a while.
  public func wantContributors(of watches: [Watch], at now: Instant) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for watch in watches {
        try database.run(
          "UPDATE watch SET contributors_wanted_at = ? WHERE owner = ? AND name = ?", Value(now),
          .text(watch.name.owner), .text(watch.name.name))
      }
    }
  }

  /// Records that the user has looked at some watches, with the figures that were shown.
  public func look(at watches: [Watch], now: Instant) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for watch in watches {
        guard let snapshot = watch.snapshot else { continue }
        try database.run(
          """
          UPDATE watch SET looked_at = ?, looked_stars = ?, looked_forks = ?, looked_open_issues = ?
            WHERE id = ?
          """, Value(now), Value(snapshot.stars), Value(snapshot.forks),
          Value(snapshot.openIssues), .integer(watch.id))
      }
    }
  }
}

extension Watch {
  /// When it is due; at once if that is later than the plan allows: the clock was wrong, or the plan was another.
  func due(at now: Instant, by plan: ReloadPlan) -> Instant {
    (Instant(0)...plan.latest(after: now)).contains(dueAt) ? dueAt : Instant(0)
  }
}

extension StoreError {
  /// Whether a file that only keeps what can be asked again is begun anew.
  fileprivate var meansDamage: Bool { [.corrupt, .damagedRows, .notAStore].contains(self) }
}
