/// Why GitHub could not be asked, or gave no answer that could be taken.
public enum ReloadProblem: Error, Hashable, Sendable {
  /// No connection: the name is not known, the network is away, nobody listens. In curl's words.
  case offline(String)
  /// The proxy refuses, or cannot be reached.
  case proxy(String)
  /// The host cannot show that it is who it says it is.
  case untrusted(String)
  /// The answer did not come in time.
  case timedOut
  /// The token is not valid, or not any more (401).
  case badToken
  /// GitHub asks to come back later (403, 429).
  case rateLimited
  /// GitHub does not allow it (403), with its words if it had any.
  case forbidden(String)
  /// There is no such repository, or only for others (404); or it was taken down (410, 451).
  case gone
  /// GitHub is out of order (5xx).
  case server(Int)
  /// A status that means nothing here.
  case unexpected(Int)
  /// The answer is not what GitHub answers, with what is wrong about it.
  case badAnswer(String)
  /// The answer has no end, or is longer than any answer has to be.
  case tooLong
  /// It leads from one address to the next, or to one that is not GitHub's.
  case lost

  /// Whether the next repository would fare the same, so that there is no use in asking.
  public var isOfHost: Bool {
    switch self {
    case .offline, .proxy, .untrusted, .badToken, .rateLimited: true
    case .timedOut, .forbidden, .gone, .server, .unexpected, .badAnswer, .tooLong, .lost: false
    }
  }
}

extension ReloadProblem {
  /// A word for the kind of problem, for programs and for the store.
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
    case .badAnswer: "bad_answer"
    case .tooLong: "too_long"
    case .lost: "lost"
    }
  }

  /// What there is to add to the kind; empty if nothing.
  public var detail: String {
    switch self {
    case .offline(let words), .proxy(let words), .untrusted(let words), .forbidden(let words),
      .badAnswer(let words):
      words
    case .server(let status), .unexpected(let status): String(status)
    case .timedOut, .badToken, .rateLimited, .gone, .tooLong, .lost: ""
    }
  }

  /// Reads a problem as it was written down; `nil` for a kind there is not.
  public init?(kind: String, detail: String) {
    switch kind {
    case "offline": self = .offline(detail)
    case "proxy": self = .proxy(detail)
    case "untrusted": self = .untrusted(detail)
    case "timed_out": self = .timedOut
    case "bad_token": self = .badToken
    case "rate_limited": self = .rateLimited
    case "forbidden": self = .forbidden(detail)
    case "gone": self = .gone
    case "server": self = .server(Int(detail) ?? 500)
    case "unexpected": self = .unexpected(Int(detail) ?? 0)
    case "bad_answer": self = .badAnswer(detail)
    case "too_long": self = .tooLong
    case "lost": self = .lost
    default: return nil
    }
  }
}
