internal import CSQLite

/// How long a test waits for the lock of a program that reads or writes at that moment.
private let busyMilliseconds: Int32 = 5000

/// Holds the lock of a database, as another process does, until it is released.
public final class HeldLock {
  private var handle: OpaquePointer?

  /// Takes the lock of the database at a path, from writers alone or from readers too.
  public init(_ path: String, fromReaders: Bool = false) throws {
    let begin = fromReaders ? "BEGIN EXCLUSIVE" : "BEGIN IMMEDIATE"
    guard sqlite3_open(path, &handle) == SQLITE_OK,
      sqlite3_busy_timeout(handle, busyMilliseconds) == SQLITE_OK,
      sqlite3_exec(handle, begin, nil, nil, nil) == SQLITE_OK
    else { throw Failure.unexpected("no lock on \(path)") }
  }

  /// Releases the lock.
  public func release() {
    guard let handle else { return }
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    sqlite3_close(handle)
    self.handle = nil
  }

  deinit {
    release()
  }
}

/// Runs SQL on a database behind the store's back.
public func execute(_ sql: String, on path: String) throws {
  var handle: OpaquePointer?
  defer { sqlite3_close(handle) }
  guard sqlite3_open(path, &handle) == SQLITE_OK,
    sqlite3_busy_timeout(handle, busyMilliseconds) == SQLITE_OK,
    sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
  else { throw Failure.unexpected(String(cString: sqlite3_errmsg(handle))) }
}
