public import HaruCore

/// When a watch is reloaded next.
public struct ReloadPlan: Hashable, Sendable {
  /// Seconds from a reload to the next.
  public let interval: Int

  /// Seconds until the next try after a first failure; they double with each further one.
  static let firstPause: Int64 = 15 * 60

  /// Makes a plan.
  public init(interval: Int) {
    self.interval = interval
  }

  /// When a watch that was reloaded at an instant is due again.
  ///
  /// - Parameters:
  ///   - now: The instant.
  ///   - failures: How many reloads in a row have failed, this one included.
  ///   - spread: A random number from 0 to 1, so that watches which were added together do not stay
  ///     together.
  /// - Returns: The instant.
  public func next(after now: Instant, failures: Int, spread: Double) -> Instant {
    let usual = Int64(interval)
    let pauses = Backoff(first: ReloadPlan.firstPause, longest: usual)
    let pause = failures == 0 ? usual : pauses.wait(after: failures)
    let share = min(max(spread, 0), 1)
    return now + pause + Int64(Double(pause) * ReloadPlan.spreadShare * share)
  }

  /// The latest instant that `next` can return for a reload that did not fail.
  public func latest(after now: Instant) -> Instant {
    next(after: now, failures: 0, spread: 1)
  }

  /// When a site that could not be asked is asked again.
  ///
  /// That a network is back is only found by trying, and so the tries are more frequent than those
  /// for a single repository.
  public func retry(after now: Instant, failures: Int) -> Instant {
    min(next(after: now, failures: failures, spread: 0), now + ReloadPlan.longestPauseOfSite)
  }

  /// The share of the interval by which `spread` can delay a reload.
  static let spreadShare = 0.1
  /// The longest pause in seconds, unless the site itself asks for a longer one.
  static let longestPauseOfSite: Int64 = 7200
}
