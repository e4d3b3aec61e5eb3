internal import CSQLite
internal import Glibc
internal import HaruCore

/// The lock that those hold who write or empty the log, without a connection to the file.
final class ReservedLock {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Returns: `nil` if the file cannot be written, so that it cannot be locked.
  /// - Throws: `StoreError.busy` if another process holds it for longer than the limit.
  init?(_ path: String, atMost milliseconds: Int32) throws(StoreError) {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var tries: Int32 = 0
    while haru_lock_reserved(descriptor) != 0 {
      guard Database.waits(for: milliseconds, tries) else {
        close(descriptor)
        throw .busy
      }
      tries += 1
    }
  }

  deinit { close(descriptor) }
}
