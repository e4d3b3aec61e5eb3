public import HaruSystem

/// Handles a request that is made twice within a second, even by two processes, only once.
///
/// The second process waits until the first is done, and handles the request if the first failed.
public struct Debounce: ~Copyable {
  private static let milliseconds: Int64 = 1000

  private let file: OpenFile

  /// Waits for the lock.
  ///
  /// - Parameter path: A file for this kind of request, which is made if it is missing.
  /// - Throws: `GLibError` if the file cannot be opened or locked.
  public init(_ path: String) throws(GLibError) {
    do throws(SystemError) {
      let file = try OpenFile(making: path)
      _ = try file.lock()
      self.file = file
    } catch {
      throw GLibError("\(error)")
    }
  }

  /// Whether another process has handled a request of this moment of the monotonic clock.
  ///
  /// That clock starts again with each boot, so a time ahead of now is from an earlier boot.
  public func isRepeat(at milliseconds: Int64) -> Bool {
    let size = MemoryLayout<Int64>.size
    guard let bytes = try? file.bytes(size), bytes.count == size else { return false }
    let last = bytes.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
    let reach = Debounce.milliseconds - 1
    return (milliseconds - reach...milliseconds + reach).contains(last)
  }

  /// Records that a request of this moment was handled.
  public func succeeded(at milliseconds: Int64) {
    // If it cannot be written the next request is handled too.
    try? file.write(withUnsafeBytes(of: milliseconds) { Array($0) })
  }
}
