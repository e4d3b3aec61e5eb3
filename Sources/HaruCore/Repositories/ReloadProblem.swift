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
  /// GitHub does not accept the token (401).
  case badToken
  /// The rate limit is reached (403, 429).
  case rateLimited
  /// GitHub does not allow the request (403); with its message, if there was one.
  case forbidden(String)
  /// There is no such repository, or it is private (404); or it was taken down (410, 451).
  case gone
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
    case .timedOut, .forbidden, .gone, .server, .unexpected, .badResponse, .tooLarge, .badRedirect:
      false
    }
  }
}

extension ReloadProblem {
  /// The kind as the store and the JSON output have it.
  public var kind: String {
    switch self {
    case .offline: "offline"
    case .proxy: "proxy"
    case .untrusted: "untrusted"
    case .timedOut: "timed_out"
    case .badToken: "bad_token"
    case .rateLimited: "rate_limited"
    case .forbidden: "forbidden"
    case .gone: "gone"
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
    case .offline(let words), .proxy(let words), .untrusted(let words), .forbidden(let words),
      .badResponse(let words):
      words
    case .server(let status), .unexpected(let status): String(status)
    case .timedOut, .badToken, .rateLimited, .gone, .tooLarge, .badRedirect: ""
    }
  }

  /// Reads a stored problem; `nil` for an unknown kind.
  public init?(kind: String, detail: String) {
    let problems: [ReloadProblem] = [
      .offline(detail), .proxy(detail), .untrusted(detail), .timedOut, .badToken, .rateLimited,
      .forbidden(detail), .gone, .server(Int(detail) ?? 500), .unexpected(Int(detail) ?? 0),
      .badResponse(detail), .tooLarge, .badRedirect,
    ]
    guard let problem = problems.first(where: { $0.kind == kind }) else { return nil }
    self = problem
  }
}
