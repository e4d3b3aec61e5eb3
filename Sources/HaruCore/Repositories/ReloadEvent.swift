/// A line that `haru-fetch reload` writes to standard output.
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

extension ReloadEvent: LosslessStringConvertible {
  /// Reads a line; `nil` if it is none of these.
  public init?(_ description: String) {
    let words = description.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    switch (words[0], words.count) {
    case ("waiting", 1): self = .waiting
    case ("of", 2):
      guard let count = Int(words[1]) else { return nil }
      self = .started(count: count)
    case ("rejected", 2):
      guard let source = TokenSource(rawValue: String(words[1])) else { return nil }
      self = .rejected(source)
    case ("ended", 3):
      guard let watch = Int64(words[1]), let outcome = Outcome(words[2]) else { return nil }
      self = .ended(watch: watch, outcome)
    case ("contributors", 3):
      guard let watch = Int64(words[1]), let problem = ReloadProblem(words: words[2])
      else { return nil }
      self = .contributorsFailed(watch: watch, problem)
    case ("paused", 3):
      guard let until = Int64(words[1]), let problem = ReloadProblem(words: words[2])
      else { return nil }
      self = .paused(until: Instant(until), problem)
    case ("finished", 1): self = .finished
    default: return nil
    }
  }

  /// The line, without its end.
  public var description: String {
    switch self {
    case .waiting: "waiting"
    case .started(let count): "of \(count)"
    case .rejected(let source): "rejected \(source.rawValue)"
    case .ended(let watch, let outcome): "ended \(watch) \(outcome.words)"
    case .contributorsFailed(let watch, let problem): "contributors \(watch) \(problem.words)"
    case .paused(let until, let problem): "paused \(until.seconds) \(problem.words)"
    case .finished: "finished"
    }
  }
}

extension ReloadEvent.Outcome {
  fileprivate init?(_ words: Substring) {
    switch words {
    case "changed": self = .changed
    case "unchanged": self = .unchanged
    default:
      guard let problem = ReloadProblem(words: words) else { return nil }
      self = .failed(problem)
    }
  }

  fileprivate var words: String {
    switch self {
    case .changed: "changed"
    case .unchanged: "unchanged"
    case .failed(let problem): problem.words
    }
  }
}

extension ReloadProblem {
  fileprivate init?(words: Substring) {
    let parts = words.split(separator: " ", maxSplits: 1)
    guard let kind = parts.first else { return nil }
    self.init(kind: String(kind), detail: parts.count > 1 ? String(parts[1]) : "")
  }

  /// Kind and detail on one line: a line break in the detail becomes a blank.
  fileprivate var words: String {
    ([kind] + detail.split(whereSeparator: \.isWhitespace).map(String.init)).joined(separator: " ")
  }
}
