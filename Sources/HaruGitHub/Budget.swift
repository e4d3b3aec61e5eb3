internal import HaruCore

/// How many requests the host still answers.
struct Budget {
  /// Until when it answers none, and why.
  private(set) var pause: (until: Instant, problem: ReloadProblem)?
  /// What it said last; `nil` if it has not spoken of it.
  private var remaining: Int?
  /// When it begins to count anew, on its clock.
  private var reset: Int64?
  /// Whether it has ended a request, well or not.
  private var isTried = false

  /// Learns from a request that has ended.
  mutating func learn(from reply: Reply?, now: Instant) {
    isTried = true
    guard let reply else { return }
    if let until = reply.resumes(now: now), until >= pause?.until ?? until {
      pause = (until, reply.status == 503 ? reply.problem : .rateLimited)
    }
    guard let left = reply.remaining else { return }
    let reset = reply.headers[.rateLimitReset].flatMap { Int64($0) }
    // Replies overtake each other; within one window the least is the latest.
    remaining = reset == self.reset ? min(left, remaining ?? left) : left
    self.reset = reset
  }

  /// Whether one more request may be made beside those that run, each of which may have been counted
  /// or not.
  func allowsOneMore(beside running: Int) -> Bool {
    // The first goes alone: nobody knows yet whether the host answers at all.
    guard isTried else { return running == 0 }
    return running < min(Limits.atOnce, remaining ?? Limits.atOnce)
  }

  /// Begins anew if the pause is over.
  mutating func resume(now: Instant) {
    if let pause, pause.until <= now { self = Budget() }
  }
}
