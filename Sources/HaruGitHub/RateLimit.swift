internal import HaruCore

/// How many requests a host still answers.
struct RateLimit {
  /// Until when it answers none, and why.
  private(set) var pause: (until: Instant, problem: ReloadProblem)?
  /// The requests left in the current window; `nil` if the host has not told.
  private var remaining: Int?
  /// When the next window begins, by the host's clock.
  private var reset: Int64?
  /// Whether a request has ended, well or not.
  private var isTried = false

  /// Takes the response to a request that has ended; `nil` if there was none.
  mutating func learn(from response: Response?, now: Instant) {
    isTried = true
    guard let response, response.isFromOrigin else { return }
    if let until = response.resumesAt(now: now), until >= pause?.until ?? until {
      pause = (until, response.status == 503 ? response.problem : .rateLimited(response.limit))
    }
    guard let left = response.remaining else { return }
    let reset = response.headers[.rateLimitReset].flatMap { Int64($0) }
    // Responses overtake each other; within a window the lowest count is the latest.
    remaining = reset == self.reset ? min(left, remaining ?? left) : left
    self.reset = reset
  }

  /// Whether one more request may start beside the running ones, which the host may not have
  /// counted yet.
  func allowsOneMore(beside running: Int) -> Bool {
    // The first goes alone: it shows whether the host answers at all.
    guard isTried else { return running == 0 }
    return running < min(Limits.concurrentRequests, remaining ?? Limits.concurrentRequests)
  }

  /// Forgets everything once the pause is over.
  mutating func resume(now: Instant) {
    if let pause, pause.until <= now { self = RateLimit() }
  }
}
