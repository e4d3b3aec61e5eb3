import HaruCore

/// A command at an instant.
func said(at seconds: Int64, _ zone: String = "UTC") -> Provenance {
  Provenance(at: Instant(seconds), utcOffset: 0, zone: zone, source: .command)
}
