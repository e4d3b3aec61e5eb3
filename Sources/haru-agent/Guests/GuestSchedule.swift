internal import HaruCore

/// When a guest is asked without another reason (docs/guests.md#a-guest-that-fails).
struct GuestSchedule: Equatable {
  /// How soon after a time the next one can be, in seconds.
  private static let shortest: Int64 = 60
  /// Seconds until a guest that fails is asked again.
  private static let pauses = Backoff(first: 900, longest: 7200)

  private var last: Instant?
  private var named: Instant?
  /// When it was last asked because the time had come.
  private var asked: Instant?
  private var failures = 0

  /// Whether the last answer was none.
  var isFailing: Bool { failures > 0 }

  /// Remembers that it is asked because the time has come.
  mutating func asks(at now: Instant) { asked = now }

  /// Remembers the time that an answer has named; `nil` for none.
  mutating func answered(_ again: Instant?, at now: Instant) {
    let earliest = asked.map { min($0, now) + Self.shortest } ?? now
    (last, named, failures) = (now, again.map { max($0, earliest) }, 0)
  }

  /// Remembers a failure.
  mutating func failed(at now: Instant) {
    failures += 1
    (last, named) = (now, now + Self.pauses.wait(after: failures))
  }

  /// When the guest is asked next, not after `now` if that is due; `nil` if no time is named.
  func next(at now: Instant) -> Instant? {
    guard let last, let named else { return nil }
    // What was named by a clock that was ahead may be far away.
    return last > now ? now : named
  }
}
