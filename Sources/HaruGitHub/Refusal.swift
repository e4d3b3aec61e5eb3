internal import FoundationEssentials
internal import HaruCore

extension Reply {
  /// Why there is no answer in it.
  var problem: ReloadProblem {
    switch status {
    case 401: .badToken
    case 403, 429: isRateLimit ? .rateLimited : .forbidden(message ?? "")
    case 404, 410, 451: .gone
    case 407: .proxy("HTTP 407")
    case 500...599: .server(status)
    default: .unexpected(status)
    }
  }

  /// Whether it refuses because too much was asked, and not because of what was asked.
  var isRateLimit: Bool {
    if status == 429 { return true }
    guard status == 403 else { return false }
    if headers[.retryAfter] != nil || isLast { return true }
    return says("rate limit") || says("secondary") || says("abuse")
  }

  /// Whether it refuses to count so many contributors.
  var isTooManyContributors: Bool {
    status == 403 && says("too large")
  }

  private func says(_ words: String) -> Bool {
    message?.lowercased().contains(words) ?? false
  }

  /// GitHub's words.
  private var message: String? {
    (try? JSONDecoder().decode(Message.self, from: Data(body)))?.message.beginning(200)
  }

  private struct Message: Decodable {
    let message: String
  }
}

extension String {
  /// So many letters of it at most; what looks like one letter may be thousands.
  func beginning(_ count: Int) -> String {
    String(unicodeScalars.prefix(count))
  }
}
