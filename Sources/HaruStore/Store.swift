internal import Glibc
public import HaruCore
internal import HaruFiles

/// The only way to the SQLite file (docs/design.md#the-store).
///
/// Each method that writes is one durable transaction, which changes the tables and the journal
/// together. Several processes may have the file open.
public final class Store {
  /// The purpose of opening a store.
  public enum Purpose: Sendable {
    /// Reading and writing; a missing file is made.
    case writing
    /// Reading; nothing is made or changed.
    case reading
  }

  /// The path of the file within the user's data directory.
  public static let fileName = "haru/haru.sqlite"
  /// The name of the file.
  static let baseName = "haru.sqlite"
  /// The size from which on the log is emptied at once: SQLite's usual thousand pages.
  private static let longLogBytes = 4 << 20

  /// The path of the file; after a move another one than was asked for.
  public let path: String
  /// The path unless the settings name another; `nil` if this is not the user's own store.
  let usual: String?
  let database: Database
  private let version: Int64
  /// The path of the file behind symbolic links.
  private let target: String
  /// The files that were opened.
  private let files: StoreFiles
  private let keepsLog: Bool
  private var hasChanged = false
  /// The last batch that this opening of the store has written.
  public internal(set) var lastBatch: Int64?
  /// Whether SQLite locks the file, so that the changes of other processes are seen.
  private let isLocked: Bool

  /// Opens the store at a path.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - usual: The path unless the settings name another, so that a store on a disk that is not
  ///     connected does not begin again empty; `nil` for a file that is not the user's own store.
  ///   - purpose: The purpose.
  ///   - busyMilliseconds: How long each step waits for the lock of another process, in milliseconds.
  ///   - keepsLog: Whether closing the store after a change leaves the log to another process.
  /// - Throws: `StoreError`, with the file unchanged.
  public init(
    path: String, usual: String? = nil, for purpose: Purpose, busyMilliseconds: Int32 = 5000,
    keepsLog: Bool = false
  ) throws(StoreError) {
    let place = try ForwardingAddress.place(of: path)
    (self.path, self.usual) = (place, usual)
    self.keepsLog = keepsLog
    do throws(StoreError) {
      if let usual {
        try Store.requireReach(place, usual: usual)
        try Store.requireNotDeleted(place, usual: usual)
      }
      guard place == path || access(place, F_OK) == 0 else { throw .moved(to: place) }
      switch purpose {
      case .writing:
        try Store.makeFile(place)
        // SQLite would open a read-only file too, and leave its lock files behind.
        guard access(place, R_OK) == 0 else { throw .system(errno) }
        guard access(place, W_OK) == 0 else { throw .readOnly }
        target = Files.resolved(place)
        try StoreFiles.clear(place, target: target, busyMilliseconds: busyMilliseconds)
        database = try Database(path: place, access: .locked, busyMilliseconds: busyMilliseconds)
        try Schema.prepare(database)
        try Store.requireNoJournal(target)
        try database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        (version, isLocked) = (Schema.version, true)
      case .reading:
        guard access(place, F_OK) == 0 else {
          throw [ENOENT, ENOTDIR].contains(errno) ? .missing : .system(errno)
        }
        target = Files.resolved(place)
        try StoreFiles.clear(place, target: target, busyMilliseconds: busyMilliseconds)
        (database, version, isLocked) = try Store.openForReading(place, busyMilliseconds)
      }
      let opened = StoreFiles(place, target: target)
      // SQLite has just made it, and the clock may have been set back.
      if opened.isLogForeign, opened.isLogEmpty { LogDate.set(target) }
      files = opened
      // Other files may have taken their names while they were opened.
      let hasLog = try isLocked ? hasItsLog : true
      guard isInPlace, !isLocked || files.areOpen, hasLog else {
        database.leaveLog()
        throw .moved(to: place)
      }
    } catch {
      // The file may have been moved meanwhile.
      let present = try ForwardingAddress.place(of: place)
      throw present == place ? error : .moved(to: present)
    }
  }

  /// The present path of the store that was at a path.
  ///
  /// - Throws: `StoreError` if a forwarding address cannot be read.
  public static func place(of path: String) throws(StoreError) -> String {
    try ForwardingAddress.place(of: path)
  }

  /// Whether there are tables for rest days, notes and imports; an older file that is only read may have
  /// none.
  var hasRest: Bool { version >= 2 }
  /// Whether there are tables for watches.
  var hasWatches: Bool { version >= 3 }
  /// Whether news that were announced are kept.
  var keepsNews: Bool { version >= 4 }
  /// Whether it is known which watches an import has brought.
  var keepsImportedWatches: Bool { version >= 5 }
  /// Whether there is a table for restores.
  var keepsRestores: Bool { version >= 5 }
  /// Whether there are tables for the exchange with other machines.
  var hasSync: Bool { version >= 6 }
  /// Whether there are tables for a task list.
  var hasTasks: Bool { version >= 6 }

  // MARK: Reading

  /// The problems of the file, of its rows and of the journal.
  public func problems() throws(StoreError) -> [StoreProblem] {
    try fileProblems().map { .file($0) }
      + damagedRows().map { .row($0.row, table: $0.table) }
      + disagreements().map { .disagreement($0.day) }
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

  /// A day whose last journal entry differs from the value in the tables.
  typealias Disagreement = (kind: Change.Kind, day: Day, value: String?)

  /// The days whose last journal entry differs from the tables; rows that are damaged are left out.
  func disagreements() throws(StoreError) -> [Disagreement] {
    var values = "SELECT 'study' AS kind, day, 'studied' AS value FROM mark"
    if hasRest {
      values += " UNION ALL SELECT 'rest', day, reason FROM rest"
      values += " UNION ALL SELECT 'note', day, text FROM note"
    }
    return try database.rows(
      """
      WITH present AS (\(values)),
        last AS (SELECT kind, day, after, max(id) FROM journal GROUP BY kind, day)
      SELECT kind, day, value FROM last LEFT JOIN present USING (kind, day)
        WHERE after IS NOT value
      UNION SELECT kind, day, value FROM present LEFT JOIN last USING (kind, day)
        WHERE last.day IS NULL
      ORDER BY day
      """
    ) { (row) throws(StoreError) -> Disagreement? in
      do throws(StoreError) {
        guard let day = try row.day("day"), let kind = try row.text("kind") else { return nil }
        let value = try row.text("value")
        return Change.Kind(rawValue: kind).map { ($0, day, value) }
      } catch {
        guard error == .damagedRows else { throw error }
        return nil
      }
    }.compactMap(\.self)
  }

  // MARK: Life of the file

  /// Throws if a newer program has migrated the file since it was opened.
  ///
  /// - Throws: `StoreError.newerSchema`.
  public func checkSchema() throws(StoreError) {
    guard try Schema.found(in: database) == Schema.version else { throw .notAStore }
  }

  deinit {
    guard isLocked else { return }
    if !keepsLog { _ = settle() }
    // As the last to close it, SQLite would copy the log into the file without Haru's lock.
    let present = StoreFiles(path, target: target)
    if !isSettled(present) || !isWhole(present) { database.leaveLog() }
  }

  /// Whether the file was moved, or one of its files removed or replaced since it was opened, so that
  /// a change would be lost.
  public var hasMoved: Bool { !isInPlace || !isWhole }

  /// Whether the files at the path are those that were opened.
  private var isWhole: Bool { isWhole(StoreFiles(path, target: target)) }

  private func isWhole(_ present: StoreFiles) -> Bool {
    present.isSame(as: files) && !present.isLogForeign
  }

  /// Whether the log and its index were there when the file was opened, unless someone has chosen a
  /// journal of another kind.
  private var hasItsLog: Bool {
    get throws(StoreError) {
      if files.log != nil, files.index != nil { return true }
      return try database.text("PRAGMA journal_mode") != "wal"
    }
  }

  /// Whether no forwarding address leads away from here; one that cannot be read may.
  private var isInPlace: Bool { (try? ForwardingAddress.place(of: path)) == path }

  /// Whether the next reading sees the present contents; if not, the store has to be opened again: the
  /// file was moved or migrated, or is read without locks.
  public var isFresh: Bool {
    isLocked && !hasMoved && (try? Schema.found(in: database)) == version
  }

  /// Whether the file alone holds everything.
  public var isSettled: Bool { isSettled(StoreFiles(path, target: target)) }

  private func isSettled(_ present: StoreFiles) -> Bool {
    present.log == files.log && present.isLogEmpty && !present.isUncertain
  }

  /// Copies the log into the file and empties it, unless another process is using it.
  ///
  /// - Returns: Whether the file alone holds everything.
  public func settle() -> Bool {
    if isSettled { return true }
    return (try? database.whileAlone(atMost: 0) { emptyLog() }) == true
  }

  /// Copies what was written into the file, or leaves it in the log if another process is using that.
  ///
  /// - Throws: `StoreError.moved` if the log was removed meanwhile, and what was written with it.
  public func keep() throws(StoreError) {
    guard hasChanged, !settle() else { return }
    _ = try requireKept(since: nil)
  }

  /// Frees memory that only speeds up the next query.
  public func releaseMemory() { database.releaseMemory() }

  /// Throws unless there is a store at a path, without problems.
  static func requireIntact(_ path: String) throws(StoreError) {
    try Store(path: path, for: .reading).requireNoProblems()
  }

  /// Opens an existing store without problems for writing.
  static func openIntact(_ path: String) throws(StoreFileError) -> Store {
    try about(path) { () throws(StoreError) in
      // Opening it for writing would make it.
      _ = try Store(path: path, for: .reading)
      let store = try Store(path: path, for: .writing)
      try store.requireNoProblems()
      return store
    }
  }

  // MARK: Parts

  /// Runs a transaction that may fail with an error about a file.
  func whileLocked(_ body: () throws(StoreFileError) -> Void) throws(StoreFileError) {
    var refusal: StoreFileError?
    do throws(StoreError) {
      try transaction { () throws(StoreError) in
        do throws(StoreFileError) {
          try body()
        } catch {
          refusal = error
          // Any error rolls the transaction back.
          throw .busy
        }
      }
    } catch {
      throw refusal ?? StoreFileError(.store(error), path)
    }
  }

  /// Runs a transaction, unless a newer program has migrated the file, or the file was moved while this
  /// process waited for the lock.
  ///
  /// - Throws: `StoreError.moved` also after a commit that is lost, because the log was removed before
  ///   it or meanwhile.
  func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    // Someone may have chosen a journal of another kind.
    guard files.log != nil else {
      return try guarded { (_) throws(StoreError) in try body() }
    }
    return try database.whileAlone { () throws(StoreError) in
      let rows = database.changedRows
      let (result, before) = try guarded { (present) throws(StoreError) in
        (try body(), present)
      }
      if database.changedRows != rows {
        let after = try requireKept(since: before)
        hasChanged = true
        if after.logSize > Store.longLogBytes { _ = emptyLog() }
      }
      return result
    }
  }

  private func guarded<T>(
    _ body: (StoreFiles) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try database.transaction { () throws(StoreError) in
      let present = StoreFiles(path, target: target)
      guard isInPlace, isWhole(present) else {
        throw .moved(to: try ForwardingAddress.place(of: path))
      }
      try checkSchema()
      return try body(present)
    }
  }

  /// Throws if what was committed is in a log that nobody else will find, or beside another file than
  /// before.
  private func requireKept(since before: StoreFiles?) throws(StoreError) -> StoreFiles {
    let present = StoreFiles(path, target: target)
    if present.isUncertain { return present }
    let isThere = present.file == files.file && present.log == files.log
    // A commit changes the log alone.
    let isUnchanged = before.map { $0.fingerprint == present.fingerprint } ?? !present.isLogForeign
    guard isThere, isUnchanged else { throw .moved(to: path) }
    if before != nil { LogDate.set(target, present.fingerprint) }
    return present
  }

  /// Copies the log into the file, while no other program of Haru changes either; never a log that
  /// was removed over the changes that others have made since.
  private func emptyLog() -> Bool {
    guard isWhole else { return false }
    LogDate.setCopying(target)
    defer { LogDate.set(target) }
    return database.emptyLog()
  }

  /// Runs a body that opens the store, and runs it again if the store was moved, or its log removed,
  /// meanwhile.
  public static func again<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    for _ in 0..<10 {
      do throws(StoreError) {
        return try body()
      } catch {
        guard case .moved = error else { throw error }
      }
    }
    return try body()
  }

  /// Throws if there is a rollback journal beside a log.
  ///
  /// A process that is killed while it makes the file leaves one. If SQLite cannot look at it, it goes
  /// on without it, and the next process rolls back what was written meanwhile.
  private static func requireNoJournal(_ target: String) throws(StoreError) {
    guard Files.exists(target + "-wal"), Files.exists(target + "-journal") else { return }
    throw .system(EIO)
  }

  private static func openForReading(
    _ path: String, _ busyMilliseconds: Int32
  ) throws(StoreError) -> (Database, version: Int64, isLocked: Bool) {
    // SQLite would leave its lock files beside a read-only file.
    if access(path, W_OK) == 0 || access(path + "-shm", F_OK) == 0 {
      do {
        let database = try Database(path: path, access: .locked, busyMilliseconds: busyMilliseconds)
        try database.execute("PRAGMA query_only = ON")
        return (database, try requireTables(in: database), true)
      } catch StoreError.unavailable(_), StoreError.readOnly, StoreError.full {
        // On a full disk, or in a read-only directory, SQLite cannot make its lock files.
      }
    }
    let database = try Database(
      path: path, access: .unlocked, busyMilliseconds: busyMilliseconds)
    return (database, try requireTables(in: database), false)
  }

  /// The schema version; throws if the file is empty.
  private static func requireTables(in database: Database) throws(StoreError) -> Int64 {
    let version = try Schema.found(in: database)
    guard version > 0 else { throw .missing }
    return version
  }

  /// Makes a missing file for its owner alone, with the directories above it.
  private static func makeFile(_ path: String) throws(StoreError) {
    if access(path, F_OK) == 0 { return }
    // The file may be missing because it was just moved.
    let place = try ForwardingAddress.place(of: path)
    guard place == path else { throw .moved(to: place) }
    try Disk.makeDirectories(above: path)
    let file = Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(errno) }
    close(file)
  }
}
