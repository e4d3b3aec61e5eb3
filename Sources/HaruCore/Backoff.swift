/// How long to wait before another try: twice as long after each failure in a row, up to a limit.
public struct Backoff: Hashable, Sendable {
  private let first: Int64
  private let longest: Int64

  /// Makes a backoff of waits from `first` to `longest`, in one unit of time.
  public init(first: Int64, longest: Int64) {
    (self.first, self.longest) = (first, longest)
  }

  /// The wait after a number of failures in a row, one at least.
  public func wait(after failures: Int) -> Int64 {
    // So many doublings are longer than any limit, and do not overflow.
    min(longest, first << Int64(min(max(failures, 1) - 1, 20)))
  }
}
