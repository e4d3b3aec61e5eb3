internal import CDesktop
internal import Glibc
public import HaruSystem

/// Handles a request that is made twice within a second, even by two processes, only once.
///
/// The second process waits until the first is done, and handles the request if the first failed.
public struct Debounce: ~Copyable {
  private static let milliseconds: Int64 = 1000

  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Parameter path: A file for this kind of request, which is made if it is missing.
  /// - Throws: `GLibError` if the file cannot be opened or locked.
  public init(_ path: String) throws(GLibError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // The lock ends with the process, however that ends.
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw GLibError(String(cString: strerror(errno)))
    }
  }

  deinit { close(descriptor) }

  /// Whether another process has handled a request of this moment of the monotonic clock.
  ///
  /// That clock starts again with each boot, so a time ahead of now is from an earlier boot.
  public func isRepeat(at milliseconds: Int64) -> Bool {
    var last: Int64 = 0
    let size = MemoryLayout.size(ofValue: last)
    guard pread(descriptor, &last, size, 0) == size else { return false }
    let reach = Debounce.milliseconds - 1
    return (milliseconds - reach...milliseconds + reach).contains(last)
  }

  /// Records that a request of this moment was handled.
  public func succeeded(at milliseconds: Int64) {
    var milliseconds = milliseconds
    // If it cannot be written the next request is handled too.
    pwrite(descriptor, &milliseconds, MemoryLayout.size(ofValue: milliseconds), 0)
  }
}
