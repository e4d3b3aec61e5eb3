/// A point in time, in whole seconds since 1970-01-01T00:00:00Z.
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970, without leap seconds.
  public var seconds: Int64

  /// Makes an instant from seconds since 1970.
  public init(_ seconds: Int64) {
    self.seconds = seconds
  }

  /// Whether one instant is earlier than another.
  public static func < (a: Instant, b: Instant) -> Bool { a.seconds < b.seconds }

  /// The instant a number of seconds later, clamped to the range of `Int64`.
  public static func + (instant: Instant, seconds: Int64) -> Instant {
    let (sum, overflow) = instant.seconds.addingReportingOverflow(seconds)
    return Instant(overflow ? (seconds < 0 ? .min : .max) : sum)
  }

  /// The instant a number of seconds earlier, clamped to the range of `Int64`.
  public static func - (instant: Instant, seconds: Int64) -> Instant {
    let (difference, overflow) = instant.seconds.subtractingReportingOverflow(seconds)
    return Instant(overflow ? (seconds < 0 ? .max : .min) : difference)
  }
}
