/// When, where and how something was said; kept beside it for the record, never used to derive a
/// day again.
public struct Provenance: Hashable, Sendable {
  /// What it was said with.
  public enum Source: String, Sendable {
    /// A button of the notification.
    case button
    /// The command line.
    case command
    /// A call over the bus.
    case bus
    /// An import from another program's file, or from an export.
    case `import`
  }

  /// The instant.
  public let at: Instant
  /// Seconds that local time was ahead of UTC.
  public let utcOffset: Int
  /// The name of the zone.
  public let zone: String
  /// What it was said with.
  public let source: Source

  /// Makes the record of something said now, in a zone.
  public init(at now: Instant, in zone: Zone, source: Source) {
    at = now
    utcOffset = zone.utcOffset(now)
    self.zone = zone.name
    self.source = source
  }

  /// Makes the record of something said at some time, as it was written down.
  public init(at: Instant, utcOffset: Int, zone: String, source: Source) {
    (self.at, self.utcOffset, self.zone, self.source) = (at, utcOffset, zone, source)
  }
}
