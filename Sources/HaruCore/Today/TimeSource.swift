/// The only source of the time and the zone.
public struct TimeSource: Sendable {
  /// Returns the current instant.
  public var now: @Sendable () -> Instant
  /// Returns the current zone, which is read again at each call.
  public var zone: @Sendable () -> Zone

  /// Makes a source from a clock and a zone.
  public init(
    now: @escaping @Sendable () -> Instant, zone: @escaping @Sendable () -> Zone
  ) {
    self.now = now
    self.zone = zone
  }
}
