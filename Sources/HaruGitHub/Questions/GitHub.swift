public import HaruCore

/// Asks a GitHub site over HTTP, on the calling thread.
public final class GitHub {
  let site: GitHubSite
  let limits: Limits
  let authorities: String?
  private let token: Token?
  private let now: () -> Instant
  private let transfers = Transfers<Fetch>()
  private var rateLimit = RateLimit()

  /// Prepares to ask.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - token: The user's token; it goes to that site only, by TLS or on this machine.
  ///   - limits: Time and size limits.
  ///   - authorities: A file with the certificates of trusted authorities; `nil` for the system's.
  ///   - now: The time.
  public init(
    site: GitHubSite, token: Token?, limits: Limits = Limits(), authorities: String? = nil,
    now: @escaping () -> Instant
  ) {
    (self.site, self.limits, self.authorities, self.now) = (site, limits, authorities, now)
    self.token = site.mayGetToken ? token : nil
  }

  /// Asks questions, four at once, starting in the given order.
  ///
  /// - Parameters:
  ///   - questions: The questions.
  ///   - isInterrupted: Whether to stop, asked at least once a second.
  ///   - onAnswer: Gets each question's one answer as it arrives, and returns whether to go on. If
  ///     not, or if further requests would fail as well, the questions left get no answer.
  /// - Returns: Why it returned.
  public func ask(
    _ questions: [Question], isInterrupted: () -> Bool = { false },
    onAnswer: (Question, Answer) -> Bool
  ) -> Ending {
    guard let home = Address(of: site) else {
      return .paused(until: nil, .offline("no address: \(site)"))
    }
    rateLimit.resume(now: now())
    defer { transfers.cancelAll() }
    var batch = Batch(questions, at: home)
    while true {
      batch.halt(for: rateLimit.pause)
      while rateLimit.allowsOneMore(beside: transfers.count), let fetch = batch.next() {
        let request = fetch.request(token: token)
        transfers.start(Transfer(request, limits: limits, authorities: authorities), for: fetch)
      }
      guard let fetch = batch.dropped() ?? finished(unless: isInterrupted) else {
        return isInterrupted() ? .stopped : batch.ending
      }
      guard let answer = fetch.answer else {
        batch.putBack(fetch)
        continue
      }
      batch.learn(from: answer)
      guard onAnswer(fetch.question, answer) else { return .stopped }
    }
  }

  /// Waits for the end of a request; `nil` if none runs, or if that is interrupted.
  private func finished(unless isInterrupted: () -> Bool) -> Fetch? {
    guard let (fetch, outcome) = transfers.next(unless: isInterrupted) else { return nil }
    rateLimit.learn(from: try? outcome.get(), now: now())
    fetch.take(outcome, now: now())
    return fetch
  }
}
