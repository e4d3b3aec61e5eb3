/// The boundaries of days in a zone, for days that start at a given time
/// (docs/desktop.md#days-without-midnight).
///
/// A day begins at the first instant at which the local clock shows its start or later. This covers
/// days without a midnight, days of 22 to 25 hours, skipped days and offsets with seconds. A day that
/// has ended does not begin again when the clock is set back an hour just after.
public struct DayBoundary: Sendable {
  /// The local time at which a day begins.
  public let startsAt: TimeOfDay
  /// The zone.
  public let zone: Zone

  /// The days of universal time.
  public static let utc = DayBoundary(startsAt: .midnight, zone: .utc)

  /// Makes the boundary of days that start at `startsAt` in `zone`.
  public init(startsAt: TimeOfDay, zone: Zone) {
    self.startsAt = startsAt
    self.zone = zone
  }

  /// The day of an instant.
  public func day(at instant: Instant) -> Day {
    let sinceStart = (Instant(local(instant)) - Int64(startsAt.minutes * 60)).seconds
    var day = Day.nearest(daysSince1970: floorDivided(sinceStart, by: 86_400))
    // More than once only where a clock is set by days.
    while let next = day.advanced(by: 1), start(of: next) <= instant { day = next }
    return day
  }

  /// The first instant of a day.
  public func start(of day: Day) -> Instant {
    firstInstant(whenLocalClockReaches: Int64(startsAt.minutes * 60) + day.daysSince1970 * 86_400)
  }

  /// The first instant of the next day.
  public func end(of day: Day) -> Instant {
    let start = Int64(startsAt.minutes * 60) + (day.daysSince1970 + 1) * 86_400
    return firstInstant(whenLocalClockReaches: start)
  }

  /// The first instant of a day at which the local clock shows `time` or later.
  ///
  /// A time before `startsAt` is after midnight, at the end of the day.
  public func instant(of time: TimeOfDay, on day: Day) -> Instant {
    let date = day.daysSince1970 + (time < startsAt ? 1 : 0)
    return firstInstant(whenLocalClockReaches: date * 86_400 + Int64(time.minutes * 60))
  }

  /// The local time at an instant.
  public func timeOfDay(at instant: Instant) -> TimeOfDay {
    let sinceMidnight = local(instant) % 86_400
    let second = sinceMidnight < 0 ? sinceMidnight + 86_400 : sinceMidnight
    assert((0..<86_400).contains(second), "a clock shows a time of a day")
    return TimeOfDay(hour: Int(second / 3600), minute: Int(second / 60 % 60)) ?? .midnight
  }

  /// The local time in seconds since 1970, as if it were UTC.
  private func local(_ instant: Instant) -> Int64 {
    (instant + Int64(zone.utcOffset(instant))).seconds
  }

  private func firstInstant(whenLocalClockReaches target: Int64) -> Instant {
    // No offset is larger, so the result is between these edges.
    let edges = [Instant(target - 93_600), Instant(target + 93_600)].map(zone.utcOffset)
    let earliest = target - Int64(max(edges[0], edges[1])) - 3600
    let latest = target - Int64(min(edges[0], edges[1])) + 3600

    var before = Instant(earliest)
    while local(before) >= target { before = before - 3600 }
    var after = before
    while local(after) < target {
      before = after
      // In steps of an hour: no zone has jumped over a time and back within one.
      after = after < Instant(latest) ? min(after + 3600, Instant(latest)) : after + 3600
    }
    let first = firstInstant(after: before, upTo: after, whenLocalClockReaches: target)
    assert(local(first) >= target, "the clock has reached its target")
    assert(local(first - 1) < target, "and had not a second before")
    return first
  }

  /// The first instant in `(before, after]` at which the local clock reaches `target`.
  ///
  /// The clock either runs to the target, or jumps over it.
  private func firstInstant(
    after before: Instant, upTo after: Instant, whenLocalClockReaches target: Int64
  ) -> Instant {
    let offset = Int64(zone.utcOffset(before))
    let running = Instant(target - offset)
    if running > before, running <= after, local(running - 1) < target, local(running) >= target {
      return running
    }
    var (low, high) = (before, after)
    assert(local(low) < target && local(high) >= target, "the clock reaches its target in between")
    while high.seconds - low.seconds > 1 {
      let middle = Instant(low.seconds + (high.seconds - low.seconds) / 2)
      if local(middle) < target { low = middle } else { high = middle }
    }
    return high
  }
}
