internal import CDesktop
internal import Glibc

/// Keeps a request that is made twice within a second, even in two processes, from being carried
/// out twice.
///
/// Who comes second waits until the first is done. It then knows whether the first succeeded, and
/// does itself what the first could not.
public struct Debounce: ~Copyable {
  private static let milliseconds: Int64 = 1000

  private let descriptor: Int32

  /// Waits for its turn.
  ///
  /// - Parameter path: A file of the request's own, which need not be there.
  /// - Throws: `GLibError` if the file cannot be opened or locked.
  public init(_ path: String) throws(GLibError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // The lock goes with the process, however that ends.
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw GLibError(String(cString: strerror(errno)))
    }
  }

  deinit { close(descriptor) }

  /// Whether a request of this moment, on the clock that never jumps, has been carried out with
  /// another one.
  ///
  /// After a restart that clock begins anew, so a time ahead is as long past as any other.
  public func isRepeat(at milliseconds: Int64) -> Bool {
    var last: Int64 = 0
    let size = MemoryLayout.size(ofValue: last)
    guard pread(descriptor, &last, size, 0) == size else { return false }
    let reach = Debounce.milliseconds - 1
    return (milliseconds - reach...milliseconds + reach).contains(last)
  }

  /// Remembers that a request of this moment was carried out.
  public func succeeded(at milliseconds: Int64) {
    var milliseconds = milliseconds
    // Where it cannot be written the next request is carried out, too.
    pwrite(descriptor, &milliseconds, MemoryLayout.size(ofValue: milliseconds), 0)
  }
}
