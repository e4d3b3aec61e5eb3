internal import HaruCore

/// The response to a request, after all redirects.
package struct Response {
  /// The headers that are read.
  package enum Header: String, CaseIterable {
    case contentType = "content-type"
    case date
    case etag
    case rateLimitRemaining = "x-ratelimit-remaining"
    case rateLimitReset = "x-ratelimit-reset"
    case retryAfter = "retry-after"
  }

  package let status: Int
  package let headers: [Header: String]
  package let body: [UInt8]
  /// Whether it comes from the origin that was asked, and not from another to which that led.
  package let isFromOrigin: Bool
  /// Whether the request had a token.
  package let hadToken: Bool

  package init(
    status: Int, headers: [Header: String], body: [UInt8], isFromOrigin: Bool,
    hadToken: Bool = false
  ) {
    (self.status, self.headers, self.body) = (status, headers, body)
    (self.isFromOrigin, self.hadToken) = (isFromOrigin, hadToken)
  }

  /// How many requests the host still answers; `nil` if it does not tell.
  var remaining: Int? {
    headers[.rateLimitRemaining].flatMap { Int($0) }
  }

  /// Whether the rate limit is used up with this response.
  var isLast: Bool { remaining.map { $0 <= 0 } ?? false }

  /// The tag for a conditional request.
  var etag: String? {
    headers[.etag].flatMap { ETag.isUsable($0) ? $0 : nil }
  }
}

/// The tags of responses.
enum ETag {
  /// Whether a tag can stand in a header.
  static func isUsable(_ tag: String) -> Bool {
    (1...256).contains(tag.utf8.count) && tag.utf8.allSatisfy(\.isVisible)
  }
}

extension Response {
  /// Why it has no answer.
  var problem: ReloadProblem {
    let problem: ReloadProblem =
      switch status {
      case 301, 302, 307, 308: .badRedirect
      case 401: .badToken("")
      case 403, 429: isRateLimit ? .rateLimited(limit) : .forbidden(message ?? "")
      case 404, 410: .gone
      case 451: .blocked
      case 407: .proxy("HTTP 407")
      case 500...599: .server(status)
      default: .unexpected(status)
      }
    return isFromOrigin || !problem.isSiteWide ? problem : .badRedirect
  }

  /// Whether it refuses because of the number of requests, and not because of this one.
  var isRateLimit: Bool {
    if status == 429 { return true }
    guard status == 403 else { return false }
    if headers[.retryAfter] != nil || isLast { return true }
    return ["rate limit", "secondary", "abuse"].contains(where: messageContains)
  }

  /// The limit that it has reached: that of an hour leaves no request, any other is secondary.
  var limit: RequestLimit {
    guard isLast, !messageContains("secondary") else { return .secondary }
    return hadToken ? .withToken : .withoutToken
  }

  /// Whether it refuses to list so many contributors.
  var isTooManyContributors: Bool {
    status == 403 && messageContains("too large")
  }

  private func messageContains(_ words: String) -> Bool {
    message?.lowercased().includes(words) ?? false
  }

  private var message: String? {
    (try? JSON(object: body))?.text("message", limit: 200)
  }
}
