internal import CSQLite
package import HaruCore
internal import HaruFiles

/// A connection to one SQLite file.
package final class Database {
  /// How a file is opened.
  package enum Access {
    /// With SQLite's locks, beside other processes. SQLite falls back to reading a file that it may
    /// not write; a connection for reading only would leave its lock file behind.
    case locked
    /// For reading without locks, while no process writes; for a directory where SQLite cannot make
    /// the index of the log (docs/design.md#the-log).
    case unlocked
  }

  private let handle: OpaquePointer
  private let busyMilliseconds: Int32
  /// A short list: a dictionary would first search all conformances of the program, once in each start.
  private var statements: [(sql: String, statement: Statement)] = []
  /// To put the SQL together takes longer than to run it.
  private var insertions: [(insertion: Insertion, sql: String)] = []
  private lazy var dayColumn = DayColumn(on: handle)

  package init(path: String, access: Access, busyMilliseconds: Int32) throws(StoreError) {
    try Database.requireFiles(path)
    let (name, mode) =
      switch access {
      case .locked: (path, SQLITE_OPEN_READWRITE)
      case .unlocked: (Database.unlockedAddress(of: path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      }
    var opened: OpaquePointer?
    let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard let opened else { throw .unavailable("out of memory") }
    guard code == SQLITE_OK else {
      let error = Database.error(of: opened, code)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    self.busyMilliseconds = busyMilliseconds
    setBusyLimit(busyMilliseconds)
    // SQLite would copy a long log into the file at a commit, without a date that says so.
    sqlite3_wal_autocheckpoint(handle, 0)
    guard access == .unlocked else { return }
    leaveLog()
    // Then SQLite keeps the index in its own memory.
    try execute("PRAGMA locking_mode = EXCLUSIVE")
  }

  /// The address of a file that SQLite reads without locks.
  private static func unlockedAddress(of path: String) -> String {
    // As an immutable file it would be read without its log; without a log SQLite would make one.
    let hasLog = (Files.size(Files.resolved(path) + "-wal") ?? 0) > 0
    return "file:" + uriEscaped(path) + (hasLog ? "?vfs=unix-none" : "?immutable=1")
  }

  private func setBusyLimit(_ milliseconds: Int32) {
    sqlite3_busy_handler(
      handle, Database.waitForLock, UnsafeMutableRawPointer(bitPattern: Int(milliseconds)))
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Throws if SQLite would open something other than a file: it would wait at a pipe forever.
  static func requireFiles(_ path: String) throws(StoreError) {
    let companions = FileGroup(Files.resolved(path)).parts.dropFirst()
    for part in [path] + companions where Files.isNotAFile(part) { throw .notAFile(part) }
  }

  /// Runs statements that return no rows.
  package func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// A statement with its values bound, prepared once for each SQL text.
  package func statement(_ sql: String, _ values: Value...) throws(StoreError) -> Statement {
    try statement(sql, values)
  }

  /// A statement with its values bound, prepared once for each SQL text.
  func statement(_ sql: String, _ values: [Value]) throws(StoreError) -> Statement {
    let statement: Statement
    if let known = statements.first(where: { $0.sql == sql }) {
      statement = known.statement
    } else {
      var prepared: OpaquePointer?
      let code = sqlite3_prepare_v3(
        handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
      guard code == SQLITE_OK, let prepared else { throw error(code) }
      statement = Statement(prepared, of: self)
      statements.append((sql, statement))
    }
    try statement.bind(values)
    return statement
  }

  /// Runs a statement that returns no rows.
  func run(_ sql: String, _ values: Value...) throws(StoreError) {
    try run(sql, values)
  }

  private func run(_ sql: String, _ values: [Value]) throws(StoreError) {
    let statement = try statement(sql, values)
    defer { statement.reset() }
    while try statement.step() {}
  }

  /// Reads each row of a query.
  func rows<T>(
    _ sql: String, _ values: [Value] = [], _ read: (Statement) throws(StoreError) -> T
  ) throws(StoreError) -> [T] {
    let statement = try statement(sql, values)
    defer { statement.reset() }
    var rows: [T] = []
    while try statement.step() { rows.append(try read(statement)) }
    return rows
  }

  /// A row by the names of its columns.
  typealias Row = KeyValuePairs<String, Value>

  /// Writes a row.
  func insert(into table: String, _ row: Row) throws(StoreError) {
    try write(row, into: table, key: nil)
  }

  /// Writes a row, or these columns of the row that has the same key.
  func upsert(into table: String, key: String, _ row: Row) throws(StoreError) {
    try write(row, into: table, key: key)
  }

  private func write(_ row: Row, into table: String, key: String?) throws(StoreError) {
    let insertion = Insertion(table: table, columns: row.map(\.key), key: key)
    let known = insertions.first { $0.insertion == insertion }
    let sql = known?.sql ?? insertion.sql
    if known == nil { insertions.append((insertion, sql)) }
    try run(sql, row.map(\.value))
  }

  /// The first column of the first row as a number; `nil` if there is no row, or it is NULL.
  package func integer(_ sql: String, _ values: Value...) throws(StoreError) -> Int64? {
    let statement = try statement(sql, values)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }

  /// The first column of the first row as text; `nil` if there is no row, or it is NULL.
  package func text(_ sql: String) throws(StoreError) -> String? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : nil
  }

  /// The days that a statement passes to `take_day`, in its order.
  func days(_ sql: String) throws(StoreError) -> [Day] {
    let column = dayColumn
    guard let days = try column.days(of: try statement(sql)) else { throw .damagedRows }
    return days
  }

  /// Runs a transaction that writes.
  ///
  /// It takes the lock first, so that it never fails half-way because another process wrote.
  func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try between("BEGIN IMMEDIATE", body)
  }

  /// Runs a transaction that reads, as of one moment.
  func reading<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try between("BEGIN", body)
  }

  private func between<T>(
    _ begin: String, _ body: () throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try execute(begin)
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      // After some errors SQLite has rolled back by itself, and refuses a second time.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Commits, or makes sure that nobody finds what was not committed.
  ///
  /// A change whose sync fails is whole in the log, and the next process to recover the log would
  /// take it for committed. Another frame in its place, even unsynced, makes the rest invalid.
  private func commit() throws(StoreError) {
    do {
      try execute("COMMIT")
    } catch {
      try? execute("ROLLBACK")
      try? overwriteFrames()
      throw error
    }
  }

  /// Commits a change of nothing, without the syncs that may go on failing.
  private func overwriteFrames() throws(StoreError) {
    guard let version = try integer("PRAGMA user_version") else { return }
    try execute("PRAGMA synchronous = OFF")
    defer { try? execute("PRAGMA synchronous = FULL") }
    try execute("PRAGMA user_version = \(version)")
  }

  /// Whether the open file was renamed, removed or replaced.
  var hasMoved: Bool {
    var moved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return moved != 0
  }

  /// Frees memory that only speeds up the next query.
  func releaseMemory() {
    sqlite3_db_release_memory(handle)
  }

  /// How many rows this connection has changed.
  var changedRows: Int64 { sqlite3_total_changes64(handle) }

  // MARK: The log

  /// Copies the log into the file, durably, and empties it, without waiting for another process.
  ///
  /// - Returns: Whether the log is empty; not while another process reads from it.
  func emptyLog() -> Bool {
    setBusyLimit(0)
    defer { setBusyLimit(busyMilliseconds) }
    return sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
      == SQLITE_OK
  }

  /// Leaves the log as it is when the connection is closed.
  func leaveLog() { haru_leave_log(handle) }

  /// Runs a body while no other program of Haru changes the file or copies a log into it, whatever
  /// has become of the log and of SQLite's own locks, which are in the index of the log.
  ///
  /// The lock is one of the file itself that SQLite does not use in WAL mode; it is only taken there.
  ///
  /// - Throws: `StoreError.busy` if another process holds it for longer than the limit.
  func whileAlone<T>(
    atMost milliseconds: Int32? = nil, _ body: () throws(StoreError) -> T
  ) throws(StoreError) -> T {
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard let file, let methods = file.pointee.pMethods?.pointee else { return try body() }
    let limit = milliseconds ?? busyMilliseconds
    var tries: Int32 = 0
    while methods.xLock(file, SQLITE_LOCK_RESERVED) == SQLITE_BUSY {
      guard Database.waits(for: limit, tries) else { throw .busy }
      tries += 1
    }
    defer { _ = methods.xUnlock(file, SQLITE_LOCK_SHARED) }
    // Both locks together are waited for no longer than the limit.
    if tries > 0 { setBusyLimit(limit - Database.waited(tries)) }
    defer { if tries > 0 { setBusyLimit(busyMilliseconds) } }
    return try body()
  }

  func error(_ code: Int32) -> StoreError {
    Database.error(of: handle, code)
  }

  /// Waits for a lock, 1 ms and later 5 ms at a time, up to the limit.
  ///
  /// The waits of SQLite's own handler grow to 100 ms, and so it starves while other processes write
  /// without a pause (docs/design.md#locks).
  private static let waitForLock: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = {
    limit, tries in
    Database.waits(for: Int32(truncatingIfNeeded: Int(bitPattern: limit)), tries) ? 1 : 0
  }

  /// Waits a moment before another try, unless the limit is reached.
  static func waits(for limit: Int32, _ tries: Int32) -> Bool {
    guard waited(tries) < limit else { return false }
    sqlite3_sleep(tries < quickTries ? 1 : 5)
    return true
  }

  private static let quickTries: Int32 = 50

  /// How many milliseconds so many tries have waited.
  private static func waited(_ tries: Int32) -> Int32 {
    tries <= quickTries ? tries : quickTries + (tries - quickTries) * 5
  }

  private static func error(of handle: OpaquePointer, _ code: Int32) -> StoreError {
    let isSystems = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(code & 0xff)
    return StoreError(
      code: code, systemError: isSystems ? sqlite3_system_errno(handle) : 0,
      message: String(cString: sqlite3_errmsg(handle)))
  }

  private static func uriEscaped(_ path: String) -> String {
    path.map { ["%": "%25", "?": "%3f", "#": "%23"][$0] ?? String($0) }.joined()
  }
}

/// A statement that writes a row.
private struct Insertion: Equatable {
  let table: String
  let columns: [String]
  /// The column by which a row that exists is found; `nil` to add a row.
  let key: String?

  var sql: String {
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let insert = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    guard let key else { return insert }
    let changes = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return insert + " ON CONFLICT (\(key)) DO UPDATE SET \(changes)"
  }
}
