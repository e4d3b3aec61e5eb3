internal import CCurl
internal import HaruCore

extension Reply {
  /// Until when nobody should ask the host, from when the reply came; `nil` if nothing is to be
  /// waited for.
  func resumes(now: Instant) -> Instant? {
    let isRefusal = isRateLimit && !isTooManyContributors || status == 503
    if isRefusal, let text = headers[.retryAfter] {
      return now + Wait.limited(Wait.seconds(text, clock: clock(now)))
    }
    if isLast {
      let seconds = headers[.rateLimitReset].flatMap { Wait.seconds(until: $0, clock: clock(now)) }
      return now + Wait.limited(seconds)
    }
    return isRefusal && status != 503 ? now + Wait.usual : nil
  }

  /// What the host's clock shows: ours may be wrong.
  private func clock(_ now: Instant) -> Int64 {
    headers[.date].flatMap(Wait.date) ?? now.seconds
  }
}

/// How long to leave a host alone.
private enum Wait {
  /// When it does not say, or not so that one could believe it.
  static let usual: Int64 = 60
  private static let hour: Int64 = 60 * 60
  private static let longest = 24 * hour
  /// An instant beyond all calendars, with which one can still reckon.
  private static let farthest: Int64 = 1 << 50

  /// A pause within what makes sense.
  static func limited(_ seconds: Int64?) -> Int64 {
    min(max(seconds ?? usual, 1), longest)
  }

  /// The seconds that `Retry-After` tells, or the date.
  static func seconds(_ text: String, clock: Int64) -> Int64? {
    if let number = number(text) { return number }
    return date(text).map { $0 - clock }
  }

  /// The seconds until the instant that `X-RateLimit-Reset` tells; `nil` if it is long past.
  static func seconds(until text: String, clock: Int64) -> Int64? {
    number(text).map { $0 - clock }.flatMap { $0 < -usual ? nil : $0 }
  }

  private static func number(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int64(text) ?? .max, farthest)
  }

  static func date(_ text: String) -> Int64? {
    guard text.hasSuffix("GMT") else { return nil }
    let seconds = curl_getdate(text, nil)
    return seconds > 0 ? Int64(seconds) : nil
  }
}
