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
  /// Whether the log holds nothing, or is missing.
  let isLogEmpty: Bool
  /// Whether the file was changed after its log was written for the last time.
  ///
  /// Haru never leaves a log older than its file, so this log belongs to a file that was there before.
  let isLogOlder: Bool
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
    isLogEmpty = self.log == nil || log.st_size == 0
    let (changed, written) = (file.st_ctim, log.st_mtim)
    isLogOlder =
      self.log != nil && self.file != nil
      && (written.tv_sec, written.tv_nsec) < (changed.tv_sec, changed.tv_nsec)
  }

  /// Whether both are the same three files.
  func isSame(as other: StoreFiles) -> Bool {
    (file, log, index) == (other.file, other.log, other.index)
  }

  /// Whether this process has all that exist open, and not files that had their names before.
  var areOpen: Bool {
    var missing = Set([file, log, index].compactMap(\.self))
    for descriptor in 0..<StoreFiles.descriptors where !missing.isEmpty {
      if let identity = FileIdentity(descriptor: descriptor) { missing.remove(identity) }
    }
    return missing.isEmpty
  }

  /// More than any program of Haru has open.
  private static let descriptors: Int32 = 256

  // MARK: The log

  /// Removes a log and an index that do not belong to the file that is there now.
  ///
  /// - Throws: `StoreError.replaced` if such a log holds changes.
  static func clear(_ path: String, target: String) throws(StoreError) {
    var files = StoreFiles(path, target: target)
    // It tells of changes that nobody can read.
    if files.log == nil, files.index != nil {
      try Database.requireFiles(path)
      unlink(target + "-shm")
    }
    if files.isLogOlder, !files.isLogEmpty {
      // Another program may be about to end, and copies the log into the file.
      sqlite3_sleep(50)
      files = StoreFiles(path, target: target)
    }
    guard files.isLogOlder else { return }
    try Database.requireFiles(path)
    guard files.isLogEmpty else { throw .replaced(log: target + "-wal") }
    // The index tells how long the former file was.
    for companion in ["-shm", "-wal"] { unlink(target + companion) }
  }

  /// Dates the log some seconds after now, and never before its file.
  ///
  /// Done before the file is changed, and after the log was written while the clock was set back.
  static func dateLog(of target: String, seconds: Int = 0) {
    let log = target + "-wal"
    utimensat(AT_FDCWD, log, nil, 0)
    var (file, dated) = (stat(), stat())
    guard stat(target, &file) == 0, stat(log, &dated) == 0 else { return }
    var (time, changed) = (dated.st_mtim, file.st_ctim)
    if (time.tv_sec, time.tv_nsec) < (changed.tv_sec, changed.tv_nsec) { time = changed }
    time.tv_sec += seconds
    utimensat(AT_FDCWD, log, [time, time], 0)
  }
}
