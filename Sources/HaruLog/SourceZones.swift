public import HaruCore

/// The zones in which the instants of a source are read (docs/sync.md#imports).
public enum SourceZones {
  /// The zones that the standing entries of a source tell, in the order in which they are asked.
  public static func zones(of value: RegisterValue) -> [SourceZone] {
    Set(value.standing.compactMap { $0.value.flatMap { SourceZone($0) } }).sorted()
  }
}
