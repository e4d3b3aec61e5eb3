internal import HaruCore

extension Response {
  /// Why it has no answer.
  var problem: ReloadProblem {
    let problem: ReloadProblem =
      switch status {
      case 301, 302, 307, 308: .badRedirect
      case 401: .badToken
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
