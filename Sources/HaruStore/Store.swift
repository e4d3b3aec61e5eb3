internal import Glibc
public import HaruCore
internal import HaruLog

/// The only way to the SQLite file (docs/store.md).
///
/// Each method that writes is one durable transaction. Several processes may have the file open.
public final class Store {
  /// The purpose of opening a store.
  public enum Purpose: Sendable {
    /// Reading and writing; a missing file is made.
    case writing
    /// Reading and writing; a missing file stays missing.
    case changing
    /// Reading; nothing is made or changed.
    case reading
  }

  /// The path of the file within the user's data directory.
  public static let fileName = "haru/haru.sqlite"
  /// The name of the file.
  static let baseName = "haru.sqlite"

  /// The path of the file, perhaps that of a link to it.
  public let path: String
  /// The path unless the settings name another; `nil` if this is not the user's own store.
  let usual: String?
  let database: Database
  /// The tables that it has while it is open.
  let schema: Schema

  /// Opens the store at a path.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - usual: The path unless the settings name another, so that a store that was deleted, or is on a
  ///     disk that is not connected, does not begin again empty; `nil` for a file that is not the user's
  ///     own store.
  ///   - purpose: The purpose.
  ///   - busyMilliseconds: How long each step waits for the lock of another process, in milliseconds.
  ///   - schema: The tables that it has then.
  /// - Throws: `StoreError`, with the file unchanged.
  package init(
    path: String, usual: String? = nil, for purpose: Purpose, busyMilliseconds: Int32 = 5000,
    with schema: Schema = .present
  ) throws(StoreError) {
    (self.path, self.usual, self.schema) = (path, usual, schema)
    let isNothing = Store.isMissingOrEmpty(path)
    if isNothing {
      try Store.requireReachable(path, usual: usual)
      if let usual { try Store.requireNotDeleted(path, usual: usual) }
    }
    switch purpose {
    case .writing, .changing:
      if isNothing {
        guard purpose == .writing else { throw .missing }
        try Database.makeFile(path)
      }
      try Store.requireWritable(path)
      database = try Schema.open(path, busyMilliseconds: busyMilliseconds)
      try schema.prepare(database)
    case .reading:
      guard !isNothing else { throw .missing }
      database = try schema.openForReading(path, busyMilliseconds: busyMilliseconds)
    }
  }

  /// Opens another file than the user's own store for reading, a backup or a copy.
  ///
  /// - Throws: `StoreError.other`.
  convenience init(other path: String) throws(StoreError) {
    do throws(StoreError) {
      try self.init(path: path, for: .reading)
    } catch {
      throw .other(path, error)
    }
  }

  // MARK: Reading

  /// Whether it has a table.
  package func holds(table: String) throws(StoreError) -> Bool {
    try database.integer("SELECT 1 FROM sqlite_schema WHERE name = ?", .text(table)) != nil
  }

  /// Reads several things as of one moment.
  ///
  /// - Throws: `StoreError`, and what the body throws.
  public func reading<T>(_ body: () throws -> T) throws -> T {
    try database.reading { Result { try body() } }.get()
  }

  /// The problems of the file and of its rows.
  ///
  /// - Throws: `StoreError.corrupt` without a table or a column, which a repair does not make again.
  public func problems() throws(StoreError) -> [StoreProblem] {
    do throws(StoreError) {
      return try fileProblems().map { .file($0) } + database.reading(rowProblems)
    } catch .damagedRows {
      throw .corrupt
    }
  }

  private func rowProblems() throws(StoreError) -> [StoreProblem] {
    let log = try readableLog()
    let parts = try schema.wrongParts(of: database).map { StoreProblem.part($0.name) }
    return try parts
      + (damagedRows(besides: log) + log.miscounted).map { .row($0.row, table: $0.table) }
  }

  /// The problems that SQLite finds.
  private func fileProblems() throws(StoreError) -> [String] {
    try database.rows("PRAGMA integrity_check") { $0.text(0) ?? "" }.filter { $0 != "ok" }
  }

  /// Throws `damagedRows` for problems that can be repaired, and `corrupt` for others.
  public func requireNoProblems() throws(StoreError) {
    guard try isRepairable() else { throw .corrupt }
    guard try problems().isEmpty else { throw .damagedRows }
  }

  /// Whether SQLite finds at most values that a table refuses.
  public func isRepairable() throws(StoreError) -> Bool {
    let values = ["CHECK constraint failed in ", "NULL value in ", "non-"]
    return try fileProblems().allSatisfy { problem in values.contains(where: problem.hasPrefix) }
  }

  // MARK: Life of the file

  /// Throws if a newer program has migrated the file since it was opened.
  ///
  /// - Throws: `StoreError.newerSchema`.
  public func checkSchema() throws(StoreError) {
    guard try schema.found(in: database) == schema.version else { throw .notAStore }
  }

  /// Throws unless there is a store at a path, without problems.
  static func requireIntact(_ path: String) throws(StoreError) {
    try Store(path: path, for: .reading).requireNoProblems()
  }

  /// Opens an existing store without problems for writing.
  static func openIntact(_ path: String) throws(StoreError) -> Store {
    // Opening it for writing would make it.
    _ = try Store(path: path, for: .reading)
    let store = try Store(path: path, for: .writing)
    try store.requireNoProblems()
    return store
  }

  // MARK: Parts

  /// Runs a transaction, unless a newer program has migrated the file, or another file has taken its place
  /// while this process waited for the lock.
  func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try database.transaction { () throws(StoreError) in
      guard database.isOpen(at: path) else { throw .moved }
      try checkSchema()
      return try body()
    }
  }

  /// Runs a body that opens the store, and runs it again if another file has taken the store's place
  /// meanwhile.
  public static func again<Result, Problem: Error>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    for _ in 0..<10 {
      do throws(Problem) {
        return try body()
      } catch {
        guard error as? StoreError == .moved else { throw error }
      }
    }
    return try body()
  }
}

extension Schema {
  /// Opens a file for reading; of one with an older schema a copy in memory, which is migrated.
  fileprivate func openForReading(
    _ path: String, busyMilliseconds: Int32
  ) throws(StoreError) -> Database {
    var database = try Schema.open(path, busyMilliseconds: busyMilliseconds)
    let version = try found(in: database)
    guard version > 0 else { throw .missing }
    if version < self.version {
      database = try database.copyInMemory()
      try prepare(database)
    }
    try database.execute("PRAGMA query_only = ON")
    return database
  }
}
