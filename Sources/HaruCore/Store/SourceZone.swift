/// Up to when the instants in a source are read in a zone, with days that begin at a time
/// (docs/sync.md#imports).
public struct SourceZone: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The newest instant that was read so.
  public let until: Instant
  /// The time at which days begin; `nil` if that was not noted, as by versions up to 0.4.
  public let startsAt: TimeOfDay?
  /// The system's name of the zone.
  public let zone: String

  /// Makes a zone of a source.
  public init(until: Instant, startsAt: TimeOfDay?, zone: String) {
    (self.until, self.startsAt, self.zone) = (until, startsAt, zone)
  }

  /// Reads `description`; `nil` for anything else.
  public init?(_ description: String) {
    let parts = description.split(
      separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let seconds = Int64(parts[0]),
      let startsAt = TimeOfDay(String(parts[1]))
    else { return nil }
    self.init(until: Instant(seconds), startsAt: startsAt, zone: String(parts[2]))
    guard isStorable, self.description == description else { return nil }
  }

  /// Such as `1795410830 04:00 Asia/Seoul`.
  public var description: String {
    "\(until.seconds) \(startsAt?.description ?? "-") \(zone)"
  }

  /// Whether a store can hold it.
  public var isStorable: Bool {
    StoredBounds.instants.contains(until) && startsAt != nil && StoredBounds.holds(zone)
  }

  /// Whether one is asked before another: that which ends earlier.
  public static func < (a: SourceZone, b: SourceZone) -> Bool {
    (a.until, a.zone, a.startsAt ?? .midnight) < (b.until, b.zone, b.startsAt ?? .midnight)
  }
}
