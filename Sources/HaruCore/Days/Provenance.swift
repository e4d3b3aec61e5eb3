/// When, where and how an entry was made; a record only, from which no day is derived again.
public struct Provenance: Hashable, Sendable {
  /// The means of an entry.
  public enum Source: String, Sendable {
    /// A button of the notification.
    case button
    /// The command line.
    case command
    /// The calendar in a terminal, whose changes the command line makes for it.
    case calendar
    /// A call on the bus.
    case bus
    /// An import.
    case `import`
    /// A file in the inbox of the folder that machines share.
    case inbox
    /// An item of a task list.
    case tasks

    /// Its name where other versions read it.
    ///
    /// They know no calendar, and would take the whole entry for one of a newer version (docs/sync.md#an-entry). So
    /// only the store in which the change was made tells the two apart.
    public var sharedName: String { (self == .calendar ? .command : self).rawValue }

    /// The environment variable in which the calendar says that it runs a command.
    public static let variable = "HARU_SOURCE"
  }

  /// The instant.
  public let at: Instant
  /// The offset of local time from UTC in seconds.
  public let utcOffset: Int
  /// The name of the zone.
  public let zone: String
  /// The means.
  public let source: Source

  /// Makes the provenance of an entry that is made now, in a zone.
  public init(at now: Instant, in zone: Zone, source: Source) {
    at = now
    // A zone file made by hand may have any offset.
    let offsets = StoredBounds.utcOffsets
    utcOffset = min(max(zone.utcOffset(now), offsets.lowerBound), offsets.upperBound)
    self.zone = zone.name
    self.source = source
  }

  /// Makes the provenance of a stored entry.
  public init(at: Instant, utcOffset: Int, zone: String, source: Source) {
    (self.at, self.utcOffset, self.zone, self.source) = (at, utcOffset, zone, source)
  }
}
