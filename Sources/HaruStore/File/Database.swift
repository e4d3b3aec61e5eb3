internal import CSQLite
internal import Glibc
package import HaruCore
internal import HaruSystem

/// A connection to one SQLite file.
package final class Database {
  private let handle: OpaquePointer
  private let busyMilliseconds: Int32
  private var statements: [String: Statement] = [:]
  /// To put the SQL together takes longer than to run it.
  private var insertions: [(insertion: Insertion, sql: String)] = []

  /// Opens a file; SQLite falls back to reading one that it may not write.
  package init(path: String, busyMilliseconds: Int32) throws(StoreError) {
    // SQLite would wait at a pipe forever.
    guard !Files.isNotAFile(path) else { throw .notAFile(path) }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw .unavailable("out of memory") }
    guard code == SQLITE_OK else {
      let error = Database.error(of: opened, code)
      sqlite3_close_v2(opened)
      throw error
    }
    (handle, self.busyMilliseconds) = (opened, busyMilliseconds)
    waitForLocks()
    try requireFiles()
  }

  /// Opens a file, and makes it if it is missing.
  package convenience init(making path: String) throws(StoreError) {
    if Files.isMissing(path) { try Database.makeFile(path) }
    try self.init(path: path, busyMilliseconds: 5000)
  }

  /// Makes a missing file for its owner alone, with the directories above it.
  static func makeFile(_ path: String) throws(StoreError) {
    guard Files.makeDirectories(above: path) == nil else { throw .system(errno) }
    let file = Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(errno) }
    close(file)
  }

  /// Makes an empty one in memory.
  package init(inMemory: Void) throws(StoreError) {
    var opened: OpaquePointer?
    // With SQLITE_OPEN_MEMORY, VACUUM INTO would write into memory too.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(":memory:", &opened, flags | SQLITE_OPEN_EXRESCODE, nil) == SQLITE_OK,
      let opened
    else { throw .unavailable("out of memory") }
    (handle, busyMilliseconds) = (opened, 0)
  }

  private func waitForLocks() {
    sqlite3_busy_handler(
      handle, Database.waitForLock, UnsafeMutableRawPointer(bitPattern: Int(busyMilliseconds)))
  }

  /// Does what need not be done now: it fails at once where another process has locked the file.
  package func withoutWaiting(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    sqlite3_busy_handler(handle, nil, nil)
    defer { waitForLocks() }
    try body()
  }

  /// A copy of the contents, as of this moment.
  func copyInMemory() throws(StoreError) -> Database {
    let copy = try Database(inMemory: ())
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw copy.error(sqlite3_errcode(copy.handle))
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw Database.error(of: handle, code) }
    return copy
  }

  /// The first bytes of the file as they are there, without a journal or a log; zeros beyond its end.
  ///
  /// They are read by the handle that SQLite has: to open and close the file again would end the locks that this
  /// process has. SQLite itself would put a log into the file.
  var header: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 100)
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    _ = file?.pointee.pMethods?.pointee.xRead?(file, &bytes, Int32(bytes.count), 0)
    return bytes
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Throws if SQLite would open something other than a file beside the open one.
  private func requireFiles() throws(StoreError) {
    for part in FileGroup(fileName).companions where Files.isNotAFile(part) {
      throw .notAFile(part)
    }
  }

  /// The path of the open file, behind links.
  private var fileName: String {
    sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? ""
  }

  /// Runs statements that return no rows.
  package func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// A statement with its values bound, prepared once for each SQL text.
  func statement(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Statement {
    let statement: Statement
    if let known = statements[sql] {
      statement = known
    } else {
      var prepared: OpaquePointer?
      let code = sqlite3_prepare_v3(
        handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
      guard code == SQLITE_OK, let prepared else { throw error(code) }
      statement = Statement(prepared, of: self)
      statements[sql] = statement
    }
    try statement.bind(values)
    return statement
  }

  /// Runs a statement that returns no rows.
  package func run(_ sql: String, _ values: Value...) throws(StoreError) {
    try run(sql, values)
  }

  private func run(_ sql: String, _ values: [Value]) throws(StoreError) {
    let statement = try statement(sql, values)
    defer { statement.reset() }
    while try statement.step() {}
  }

  /// Reads each row of a query.
  package func rows<T>(
    _ sql: String, _ values: [Value] = [], _ read: (Statement) throws(StoreError) -> T
  ) throws(StoreError) -> [T] {
    let statement = try statement(sql, values)
    defer { statement.reset() }
    var rows: [T] = []
    while try statement.step() { rows.append(try read(statement)) }
    return rows
  }

  /// A row by the names of its columns.
  package typealias Row = KeyValuePairs<String, Value>

  /// Writes a row; with a key, or these columns of the row that has the same one.
  package func write(into table: String, key: String? = nil, _ row: Row) throws(StoreError) {
    assert(sqlite3_get_autocommit(handle) == 0, "a row is written inside a transaction")
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

  /// Runs a transaction that writes.
  ///
  /// It takes the lock first, so that it never fails half-way because another process wrote.
  package func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try runTransaction("BEGIN IMMEDIATE", body)
  }

  /// Writes pages to the file, behind a journal that is synced, and takes them back.
  func tryWriting() throws(StoreError) {
    // What does not fit into the cache is written at once, and not only by a commit.
    try execute("PRAGMA cache_size = 1")
    try execute("BEGIN IMMEDIATE")
    defer { try? execute("ROLLBACK") }
    try execute("CREATE TABLE trial (bytes BLOB); INSERT INTO trial VALUES (zeroblob(262144))")
  }

  /// Runs a transaction that reads, as of one moment; within another one it is a part of that.
  package func reading<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    return try runTransaction("BEGIN", body)
  }

  private func runTransaction<T>(
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

  /// Commits a transaction.
  ///
  /// Once its journal is removed, everybody finds the change: it would be untrue to say that it was not
  /// saved because the directory could not be synced, or the lock not be given back.
  private func commit() throws(StoreError) {
    let code = sqlite3_exec(handle, "COMMIT", nil, nil, nil)
    let isThere = [haru_ioerr_dir_fsync, haru_ioerr_rdlock, haru_ioerr_unlock].contains(Int(code))
    guard code == SQLITE_OK || isThere else { throw error(code) }
  }

  /// Whether a path leads to the file that is open.
  ///
  /// SQLite itself refuses to write if another file has its name behind links.
  package func isOpen(at path: String) -> Bool {
    path == fileName || FileIdentity(path) == openFile
  }

  private var openFile: FileIdentity? {
    var status = stat()
    guard let name = sqlite3_db_filename(handle, "main"), stat(name, &status) == 0 else {
      return nil
    }
    return FileIdentity(status)
  }

  func error(_ code: Int32) -> StoreError {
    let error = Database.error(of: handle, code)
    // SQLite takes some refusals of a lock for the lock of another process.
    return error == .busy && lacksLocks ? .noLocks : error
  }

  /// Whether the file system refuses a lock that nobody else can have.
  private var lacksLocks: Bool {
    // To close the file would end the locks that this process has.
    guard sqlite3_txn_state(handle, nil) == SQLITE_TXN_NONE,
      let path = sqlite3_db_filename(handle, "main")
    else { return false }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_RDLCK), Int16(SEEK_SET))
    // Far behind what SQLite locks.
    (lock.l_start, lock.l_len) = (0x7fff_0000, 1)
    return fcntl(file, F_SETLK, &lock) != 0 && StoreError.noLocksNumbers.contains(errno)
  }

  /// Waits for a lock, 1 ms and later 5 ms at a time, up to the limit.
  ///
  /// The waits of SQLite's own handler grow to 100 ms, and so it starves while other processes write
  /// without a pause (docs/store.md#locks).
  private static let waitForLock: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = {
    limit, tries in
    let quickTries: Int32 = 50
    let waited = tries <= quickTries ? tries : quickTries + (tries - quickTries) * 5
    guard Int(waited) < Int(bitPattern: limit) else { return 0 }
    sqlite3_sleep(tries < quickTries ? 1 : 5)
    return 1
  }

  /// Waits as long as it takes until every process that waits for the lock has asked for it again.
  func letOthersWrite() {
    sqlite3_sleep(6)
  }

  private static func error(of handle: OpaquePointer, _ code: Int32) -> StoreError {
    let isSystems = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(code & 0xff)
    return StoreError(
      code: code, systemError: isSystems ? sqlite3_system_errno(handle) : 0,
      message: String(cString: sqlite3_errmsg(handle)))
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
