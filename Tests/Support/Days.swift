public import HaruCore

/// The day of a text that is known to be one.
public func date(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure("no day: \(text)") }
  return day
}

/// All days from `first` to `last`.
public func days(_ first: String, _ last: String) -> [Day] {
  let first = date(first)
  return (0...date(last).days(since: first)).compactMap(first.advanced(by:))
}

/// Seconds of a UTC date and time, for tables.
public func utc(_ day: String, _ clock: String) -> Instant {
  let parts = clock.split(separator: ":").compactMap { Int64($0) }
  let seconds = parts.reduce(0) { $0 * 60 + $1 } * (parts.count == 2 ? 60 : 1)
  return Instant(Int64(date(day).days(since: date("1970-01-01"))) * 86_400 + seconds)
}
