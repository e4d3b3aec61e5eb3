internal import CSQLite
internal import Glibc
internal import HaruCore
internal import HaruFiles

/// A lock that keeps other processes from opening a file with SQLite, even a damaged or empty one.
///
/// Processes that have the file open already go on.
final class ClosedFile {
  private let descriptor: Int32

  /// Locks the file; makes it for its owner alone if it is missing.
  ///
  /// - Throws: `StoreError.busy` if another process is opening it, or has just made it.
  init(_ path: String) throws(StoreFileError) {
    let isThere = Files.exists(path)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreFileError(.store(.systemOnWriting(errno)), path) }
    guard ClosedFile.lock(descriptor), FileIdentity(descriptor: descriptor) == FileIdentity(path),
      isThere || lseek(descriptor, 0, SEEK_END) == 0
    else { throw StoreFileError(.store(.busy), path) }
  }

  deinit { close(descriptor) }

  /// Locks the byte that SQLite locks for a moment when it opens a file: `PENDING_BYTE`.
  private static func lock(_ descriptor: Int32) -> Bool {
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = (0x4000_0000, 1)
    for _ in 0..<100 {
      if fcntl(descriptor, F_SETLK, &lock) == 0 { return true }
      sqlite3_sleep(5)
    }
    return false
  }
}
