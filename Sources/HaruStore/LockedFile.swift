internal import Glibc
internal import HaruCore

/// The empty file of a store to be, which no other process can open with SQLite while this lives.
final class LockedFile {
  private let descriptor: Int32

  /// Makes it, for its owner alone, or takes it over; `nil` if somebody is working with it already.
  init?(_ path: String) throws(StoreFileError) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreFileError(.store(Disk.refusal(errno, path)), path) }
    descriptor = file
    guard LockedFile.lock(file), lseek(file, 0, SEEK_END) == 0, Inode(file) == Inode(path) else {
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Locks the bytes that SQLite locks, whatever it does with a file: `PENDING_BYTE` and those behind.
  private static func lock(_ descriptor: Int32) -> Bool {
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = (0x4000_0000, 512)
    return fcntl(descriptor, F_SETLK, &lock) == 0
  }
}
