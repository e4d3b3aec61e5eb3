/// When a watch is reloaded next.
public struct ReloadPlan: Hashable, Sendable {
  /// Seconds from a reload to the next.
  public let interval: Int

  /// The pause after a first failure, in seconds; each further one is twice as long.
  static let firstPause = 15 * 60

  /// Makes a plan.
  public init(interval: Int) {
    self.interval = interval
  }

  /// When a watch is due that was reloaded at an instant.
  ///
  /// - Parameters:
  ///   - now: The instant.
  ///   - failures: How many reloads in a row have failed, this one included.
  ///   - spread: From 0 to 1, another for each watch and time, so that watches which were added
  ///     together do not stay together.
  /// - Returns: The instant.
  public func next(after now: Instant, failures: Int, spread: Double) -> Instant {
    let usual = Int64(interval)
    let pause =
      failures == 0
      ? usual : min(usual, Int64(ReloadPlan.firstPause) << Int64(min(failures - 1, 20)))
    let share = min(max(spread, 0), 1)
    return now + pause + Int64(Double(pause) * ReloadPlan.spreadShare * share)
  }

  /// The latest instant for which a reload at an instant can have been planned.
  public func latest(after now: Instant) -> Instant {
    next(after: now, failures: 0, spread: 1)
  }

  /// When a site is asked again that could not be asked.
  ///
  /// Nobody tells that a network is there again, so this is found by trying, and more often than a
  /// single repository would be asked for.
  public func retry(after now: Instant, failures: Int) -> Instant {
    min(next(after: now, failures: failures, spread: 0), now + ReloadPlan.longestPauseOfSite)
  }

  /// By which share of the pause it may come later.
  static let spreadShare = 0.1
  /// The longest pause of a site that did not say how long, in seconds.
  static let longestPauseOfSite: Int64 = 7200
}
