internal import CSQLite
internal import Glibc
internal import HaruCore
internal import HaruFiles

/// A file that no other process can open with SQLite while this lives, be it damaged or empty.
///
/// Who has it open already goes on.
final class ClosedFile {
  private let descriptor: Int32

  /// Closes it, making it for its owner alone where it is missing.
  ///
  /// - Throws: `StoreError.busy` if somebody is just opening it, or has made it.
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
