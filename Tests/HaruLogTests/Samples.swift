import HaruCore
import HaruLog
import Support

/// The day of a text that is known to be one.
func date(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure("no day: \(text)") }
  return day
}

/// All days from `first` to `last`.
func days(_ first: String, _ last: String) -> [Day] {
  let first = date(first)
  return (0...date(last).days(since: first)).compactMap(first.advanced(by:))
}

/// A command at an instant.
func said(at seconds: Int64, _ zone: String = "UTC") -> Provenance {
  Provenance(at: Instant(seconds), utcOffset: 0, zone: zone, source: .command)
}
