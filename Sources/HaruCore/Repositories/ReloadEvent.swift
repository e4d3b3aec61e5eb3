/// What `haru-fetch` tells while it reloads, a line each.
public enum ReloadEvent: Hashable, Sendable {
  /// The outcome of a watch.
  public enum Outcome: Hashable, Sendable {
    /// GitHub has sent new data.
    case changed
    /// Nothing has changed since the last snapshot.
    case unchanged
    /// There is no new snapshot.
    case failed(ReloadProblem)
  }

  /// Another reload holds the lock.
  case waiting
  /// So many watches will be reloaded.
  case started(count: Int)
  /// GitHub has rejected a token, and the next one is tried.
  case rejected(TokenSource)
  /// A watch is done, and its outcome committed to the store.
  case ended(watch: Int64, Outcome)
  /// The contributors of a watch that is done are not loaded.
  case contributorsFailed(watch: Int64, ReloadProblem)
  /// The site is not asked before an instant.
  case paused(until: Instant, ReloadProblem)
  /// The reload is over, and the store closed; who reads this need not wait until the process is gone.
  case finished
}

extension ReloadEvent: Message {
  /// The event as JSON.
  public var json: JSON {
    switch self {
    case .waiting: event("waiting")
    case .started(let count): event("started", ["count": .integer(count)])
    case .rejected(let source): event("rejected", ["source": .string(source.rawValue)])
    case .ended(let watch, let outcome):
      event("ended", ["watch": .integer(watch), "outcome": outcome.json])
    case .contributorsFailed(let watch, let problem):
      event("contributors", ["watch": .integer(watch), "problem": problem.json])
    case .paused(let until, let problem):
      event("paused", ["until": .integer(until.seconds), "problem": problem.json])
    case .finished: event("finished")
    }
  }

  private func event(_ name: String, _ members: [String: JSON] = [:]) -> JSON {
    .object(members.merging(["event": .string(name)]) { $1 })
  }

  /// Reads an event.
  public init(json: JSON) throws(MessageError) {
    switch try json.text("event", \.self) {
    case "waiting": self = .waiting
    case "started": self = .started(count: try json.count("count"))
    case "rejected": self = .rejected(try json.text("source", TokenSource.init(rawValue:)))
    case "ended":
      self = .ended(
        watch: try json.member("watch", \.integer),
        try json.member("outcome", Outcome.init(json:)))
    case "contributors":
      self = .contributorsFailed(
        watch: try json.member("watch", \.integer),
        try json.member("problem", ReloadProblem.init(json:)))
    case "paused":
      self = .paused(
        until: Instant(try json.member("until", \.integer)),
        try json.member("problem", ReloadProblem.init(json:)))
    case "finished": self = .finished
    default: throw MessageError("event")
    }
  }
}

/// A failure is an object, other outcomes are words.
extension ReloadEvent.Outcome {
  fileprivate var json: JSON {
    switch self {
    case .changed: .string("changed")
    case .unchanged: .string("unchanged")
    case .failed(let problem): problem.json
    }
  }

  fileprivate init?(json: JSON) throws(MessageError) {
    switch json.string {
    case "changed": self = .changed
    case "unchanged": self = .unchanged
    default:
      guard let problem = try ReloadProblem(json: json) else { return nil }
      self = .failed(problem)
    }
  }
}

extension ReloadProblem {
  /// Kind and detail; a line break in the detail becomes a blank.
  fileprivate var json: JSON {
    let words = detail.split(whereSeparator: \.isWhitespace).map(String.init)
    return .object(["kind": .string(kind), "detail": .string(words.joined(separator: " "))])
  }

  fileprivate init?(json: JSON) throws(MessageError) {
    self.init(kind: try json.text("kind", \.self), detail: try json.text("detail", \.self))
  }
}
