import HaruCore

/// The time of a text that is known to be one.
func time(_ text: String) -> TimeOfDay {
  guard let time = TimeOfDay(text) else { preconditionFailure("no time: \(text)") }
  return time
}

/// A zone whose whole history is known, told in segments of one offset each.
struct MadeZone {
  /// From when an offset holds, and how many seconds local time is then ahead of UTC.
  var segments: [(from: Instant, offset: Int)]

  /// A zone that has `first` for ever, until changes give it other offsets.
  init(_ first: Int, _ changes: [(Int64, Int)] = []) {
    segments = [(Instant(.min), first)] + changes.map { (Instant($0.0), $0.1) }
  }

  var zone: Zone {
    let segments = segments
    return Zone(name: "Made/Up") { instant in
      segments.last { $0.from <= instant }?.offset ?? 0
    }
  }

  /// The first instant at which the local clock reads `local` or later, counted as if it were UTC;
  /// found without a search, segment by segment.
  func firstInstant(whenLocalClockReaches local: Int64) -> Instant? {
    for (index, segment) in segments.enumerated() {
      let candidate = max(segment.from, Instant(local - Int64(segment.offset)))
      let end = index + 1 < segments.count ? segments[index + 1].from : Instant(.max)
      if candidate < end { return candidate }
    }
    return nil
  }
}
