/// Where the time and the zone come from; nothing else asks for them.
public struct Surroundings: Sendable {
  /// The instant it is.
  public var now: @Sendable () -> Instant
  /// The zone as it is now, read anew at each call.
  public var zone: @Sendable () -> Zone

  /// Makes surroundings from a clock and a zone.
  public init(
    now: @escaping @Sendable () -> Instant, zone: @escaping @Sendable () -> Zone
  ) {
    self.now = now
    self.zone = zone
  }
}
