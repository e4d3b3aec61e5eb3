internal import CSQLite
internal import Glibc
internal import HaruCore
internal import HaruFiles

/// The files of a store as they are now: the file itself, its log and the index of the log.
///
/// SQLite does not notice that a log was removed, or that another file was put beside it
/// (docs/design.md#the-log).
struct StoreFiles {
  let file: FileIdentity?
  let log: FileIdentity?
  let index: FileIdentity?
  /// The size of the log in bytes; 0 if it is missing.
  let logSize: Int
  /// Whether another program has changed the file since its log was written, so that the log belongs to
  /// a file that was there before.
  let isLogForeign: Bool
  /// What tells that another program has changed the contents of the file.
  let fingerprint: Int
  /// Whether the system refused to tell of the file or its log, which may therefore be there.
  let isUncertain: Bool

  /// Looks at the files.
  ///
  /// - Parameters:
  ///   - path: The file, perhaps by a symbolic link.
  ///   - target: The file behind the link, beside which SQLite keeps the log.
  init(_ path: String, target: String) {
    var (file, log, index) = (stat(), stat(), stat())
    // The index first: SQLite makes it last and removes it first.
    self.index = stat(target + "-shm", &index) == 0 ? FileIdentity(index) : nil
    self.log = stat(target + "-wal", &log) == 0 ? FileIdentity(log) : nil
    let isLogUncertain = self.log == nil && ![ENOENT, ENOTDIR].contains(errno)
    self.file = stat(path, &file) == 0 ? FileIdentity(file) : nil
    isUncertain = isLogUncertain || self.file == nil && ![ENOENT, ENOTDIR].contains(errno)
    fingerprint = LogDate.fingerprint(of: file)
    logSize = self.log == nil ? 0 : Int(log.st_size)
    isLogForeign = self.log != nil && self.file != nil && !LogDate.isOf(log, beside: file)
  }

  /// Whether the log holds nothing, or is missing.
  var isLogEmpty: Bool { logSize == 0 }

  /// Whether both are the same three files.
  func isSame(as other: StoreFiles) -> Bool {
    (file, log, index) == (other.file, other.log, other.index)
  }

  /// Whether this process has all that exist open, and not files that had their names before.
  var areOpen: Bool {
    var missing = Set([file, log, index].compactMap(\.self))
    for name in Files.names(in: "/proc/self/fd") where !missing.isEmpty {
      if let number = Int32(name), let identity = FileIdentity(descriptor: number) {
        missing.remove(identity)
      }
    }
    return missing.isEmpty
  }

  // MARK: The log

  /// Removes a log and an index that do not belong to the file that is there now.
  ///
  /// - Throws: `StoreError.replaced` if such a log holds changes.
  static func clear(
    _ path: String, target: String, busyMilliseconds: Int32
  ) throws(StoreError) {
    var files = StoreFiles(path, target: target)
    if files.isLogForeign, !files.isLogEmpty {
      // A program that knows nothing of these dates may be about to end, and empties the log.
      sqlite3_sleep(min(50, busyMilliseconds / 100))
      files = StoreFiles(path, target: target)
    }
    guard files.isLogForeign || files.isIndexAlone else { return }
    try Database.requireFiles(path)
    guard files.isLogEmpty else { throw .replaced(log: target + "-wal") }
    // Under the lock nobody writes into the log that is removed.
    guard let lock = try ReservedLock(target, atMost: busyMilliseconds) else { return }
    defer { withExtendedLifetime(lock) {} }
    files = StoreFiles(path, target: target)
    guard files.isLogForeign || files.isIndexAlone, files.isLogEmpty else { return }
    // The index tells how long the former file was.
    for companion in ["-shm", "-wal"] { unlink(target + companion) }
  }

  /// Whether there is an index without a log: it tells of changes that nobody can read.
  private var isIndexAlone: Bool { log == nil && index != nil && !isUncertain }
}
