internal import CCurl
package import HaruCore

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

extension Response {
  /// When the host takes requests again; `nil` if it takes them at once.
  package func resumesAt(now: Instant) -> Instant? {
    guard isFromOrigin else { return nil }
    let isRefusal = isRateLimit && !isTooManyContributors || status == 503
    if isRefusal, let text = headers[.retryAfter] {
      return now + RetryTime.limited(RetryTime.seconds(text, clock: clock(now)))
    }
    if isLast {
      let seconds = headers[.rateLimitReset].flatMap {
        RetryTime.seconds(until: $0, clock: clock(now))
      }
      return now + RetryTime.limited(seconds)
    }
    return isRefusal && status != 503 ? now + RetryTime.usual : nil
  }

  /// The time on the host's clock; ours may be wrong.
  private func clock(_ now: Instant) -> Int64 {
    headers[.date].flatMap(RetryTime.date) ?? now.seconds
  }
}

/// Reads when a host takes requests again, in seconds.
private enum RetryTime {
  /// Without a time from the host, or with one that cannot be right.
  static let usual: Int64 = 60
  private static let hour: Int64 = 60 * 60
  private static let longest = 24 * hour
  /// Later than every calendar, and early enough that sums do not overflow.
  private static let latest: Int64 = 1 << 50

  static func limited(_ seconds: Int64?) -> Int64 {
    min(max(seconds ?? usual, 1), longest)
  }

  /// The seconds that `Retry-After` gives, or the seconds until its date.
  static func seconds(_ text: String, clock: Int64) -> Int64? {
    if let number = number(text) { return number }
    return date(text).map { $0 - clock }
  }

  /// The seconds until the instant of `X-RateLimit-Reset`; `nil` if that is long past.
  static func seconds(until text: String, clock: Int64) -> Int64? {
    number(text).map { $0 - clock }.flatMap { $0 < -usual ? nil : $0 }
  }

  private static func number(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int64(text) ?? .max, latest)
  }

  static func date(_ text: String) -> Int64? {
    guard text.hasSuffix("GMT") else { return nil }
    let seconds = curl_getdate(text, nil)
    return seconds > 0 ? Int64(seconds) : nil
  }
}
