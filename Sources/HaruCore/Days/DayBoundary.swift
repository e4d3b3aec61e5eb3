/// Where one day ends and the next begins, in a zone, for a day that starts at a given time.
///
/// A day begins at the first instant at which the local clock reads its start or later, found by
/// search. Days without a midnight, days of 22 to 25 hours, missing days and offsets with seconds
/// follow from that; nowhere is a day taken for 86,400 seconds. A day that has ended does not
/// come back when the clock is set back an hour just after.
public struct DayBoundary: Sendable {
  /// What the local clock reads when a day begins.
  public let startsAt: TimeOfDay
  /// The zone whose clock it is.
  public let zone: Zone

  /// Makes the boundary of days that start at `startsAt` in `zone`.
  public init(startsAt: TimeOfDay, zone: Zone) {
    self.startsAt = startsAt
    self.zone = zone
  }

  /// The day that holds an instant.
  public func day(at instant: Instant) -> Day {
    let sinceStart = local(instant) - Int64(startsAt.minutes * 60)
    let day = Day.nearest(daysSince1970: floorDivided(sinceStart, by: 86_400))
    if let next = day.advanced(by: 1), start(of: next) <= instant { return next }
    return day
  }

  /// The first instant of a day.
  public func start(of day: Day) -> Instant {
    firstInstant(whenLocalClockReaches: Int64(startsAt.minutes * 60) + day.daysSince1970 * 86_400)
  }

  /// The first instant of the day after.
  public func end(of day: Day) -> Instant {
    let start = Int64(startsAt.minutes * 60) + (day.daysSince1970 + 1) * 86_400
    return firstInstant(whenLocalClockReaches: start)
  }

  /// The first instant within a day at which the local clock reads `time` or later.
  ///
  /// A time before `startsAt` comes after midnight, in the day's last hours.
  public func instant(of time: TimeOfDay, on day: Day) -> Instant {
    let date = day.daysSince1970 + (time < startsAt ? 1 : 0)
    return firstInstant(whenLocalClockReaches: date * 86_400 + Int64(time.minutes * 60))
  }

  /// What the local clock reads at an instant.
  public func timeOfDay(at instant: Instant) -> TimeOfDay {
    let second = local(instant) - floorDivided(local(instant), by: 86_400) * 86_400
    return TimeOfDay(hour: Int(second / 3600), minute: Int(second / 60 % 60)) ?? .midnight
  }

  /// Seconds that the local clock shows, counted as if it were UTC's.
  private func local(_ instant: Instant) -> Int64 {
    instant.seconds + Int64(zone.utcOffset(instant))
  }

  private func firstInstant(whenLocalClockReaches target: Int64) -> Instant {
    // No zone is more than 25 hours off (POSIX allows 24:59:59), so the answer lies in between.
    let edges = [Instant(target - 93_600), Instant(target + 93_600)].map(zone.utcOffset)
    let earliest = target - Int64(max(edges[0], edges[1])) - 3600
    let latest = target - Int64(min(edges[0], edges[1])) + 3600

    var before = Instant(earliest)
    while local(before) >= target { before = before - 3600 }
    var after = before
    while local(after) < target {
      before = after
      // An hour at a time: no zone's clock has jumped over a time and back within one.
      after = after < Instant(latest) ? min(after + 3600, Instant(latest)) : after + 3600
    }
    return firstInstant(after: before, upTo: after, whenLocalClockReaches: target)
  }

  /// Finds the first instant in `(before, after]` at which the local clock reaches `target`.
  ///
  /// The clock either runs up to the target, with one of the two offsets, or jumps over it.
  private func firstInstant(
    after before: Instant, upTo after: Instant, whenLocalClockReaches target: Int64
  ) -> Instant {
    let offset = Int64(zone.utcOffset(before))
    let running = Instant(target - offset)
    if running > before, running <= after, local(running - 1) < target, local(running) >= target {
      return running
    }
    var (low, high) = (before, after)
    while high.seconds - low.seconds > 1 {
      let middle = Instant(low.seconds + (high.seconds - low.seconds) / 2)
      if local(middle) < target { low = middle } else { high = middle }
    }
    return high
  }
}
