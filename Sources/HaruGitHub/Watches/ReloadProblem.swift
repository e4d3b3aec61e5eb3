/// Why a reload got no answer from GitHub, or none that it could use.
public enum ReloadProblem: Error, Hashable, Sendable {
  /// There is no connection: the name is unknown, the network is away, nothing listens; with curl's
  /// message.
  case offline(String)
  /// The proxy refuses, or cannot be reached; with a message.
  case proxy(String)
  /// The host's TLS certificate is not valid, or it does not speak TLS; with curl's message.
  case untrusted(String)
  /// The response did not arrive in time.
  case timedOut
  /// The connection broke off before the whole response was there; with curl's message.
  case interrupted(String)
  /// GitHub does not accept the token (401), or several; with where they come from, if that is known.
  case badToken(String)
  /// A limit on requests is reached (403, 429).
  case rateLimited(RequestLimit)
  /// GitHub does not allow the request (403); with its message, if there was one.
  case forbidden(String)
  /// There is no such repository, or it is private (404, 410).
  case gone
  /// The same, for a repository that was last loaded with a token, and not with this one.
  case hidden
  /// The repository is blocked for legal reasons (451).
  case blocked
  /// GitHub fails (5xx).
  case server(Int)
  /// A status that GitHub does not document for this request.
  case unexpected(Int)
  /// The response is not what GitHub sends; with what is wrong with it.
  case badResponse(String)
  /// The response, or its header, is larger than the limit.
  case tooLarge
  /// Too many redirects, or an unsafe one.
  case badRedirect

  /// Whether the reason lies with the site as a whole, so that the next request would fail as well.
  public var isSiteWide: Bool {
    switch self {
    case .offline, .proxy, .untrusted, .badToken, .rateLimited: true
    case .timedOut, .interrupted, .forbidden, .gone, .hidden, .blocked, .server, .unexpected,
      .badResponse,
      .tooLarge, .badRedirect:
      false
    }
  }

  /// Whether a limit on requests is reached.
  public var isRateLimit: Bool {
    if case .rateLimited = self { true } else { false }
  }
}

/// A limit on requests that GitHub sets.
public enum RequestLimit: String, Sendable {
  /// Of an hour, for requests without a token.
  case withoutToken = ""
  /// Of an hour, for requests with a token.
  case withToken = "token"
  /// Of a shorter time: too many requests at once.
  case secondary
}

extension ReloadProblem {
  /// The kind as the store and the JSON output have it.
  public var kind: String {
    switch self {
    case .offline: "offline"
    case .proxy: "proxy"
    case .untrusted: "untrusted"
    case .timedOut: "timed_out"
    case .interrupted: "interrupted"
    case .badToken: "bad_token"
    case .rateLimited: "rate_limited"
    case .forbidden: "forbidden"
    case .gone: "gone"
    case .hidden: "hidden"
    case .blocked: "blocked"
    case .server: "server"
    case .unexpected: "unexpected"
    case .badResponse: "bad_answer"
    case .tooLarge: "too_long"
    case .badRedirect: "lost"
    }
  }

  /// The message or status that belongs to the kind; may be empty.
  public var detail: String {
    switch self {
    case .offline(let words), .proxy(let words), .untrusted(let words), .interrupted(let words),
      .forbidden(let words), .badResponse(let words), .badToken(let words):
      words
    case .server(let status), .unexpected(let status): String(status)
    case .rateLimited(let limit): limit.rawValue
    case .timedOut, .gone, .hidden, .blocked, .tooLarge, .badRedirect: ""
    }
  }

  /// Reads a stored problem; `nil` for an unknown kind.
  public init?(kind: String, detail: String) {
    let problems: [ReloadProblem] = [
      .offline(detail), .proxy(detail), .untrusted(detail), .timedOut,
      .interrupted(detail), .badToken(detail),
      .rateLimited(RequestLimit(rawValue: detail) ?? .withoutToken), .forbidden(detail), .gone,
      .hidden, .blocked, .server(Int(detail) ?? 500), .unexpected(Int(detail) ?? 0),
      .badResponse(detail), .tooLarge, .badRedirect,
    ]
    guard let problem = problems.first(where: { $0.kind == kind }) else { return nil }
    self = problem
  }
}
