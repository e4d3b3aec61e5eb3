public import HaruCore

/// Asks GitHub.
///
/// Everything happens on the thread that asks, while it waits for the end.
public final class GitHub {
  let site: GitHubSite
  let limits: Limits
  let authorities: String?
  private let token: Token?
  private let now: () -> Instant
  private let transfers = Transfers<Inquiry>()
  private var budget = Budget()

  /// Prepares to ask.
  ///
  /// - Parameters:
  ///   - site: Which GitHub.
  ///   - token: What shows who is asking; it goes to that site only, by TLS or on this machine.
  ///   - limits: How long to wait, and how much to read.
  ///   - authorities: A file with certificates of those who may say who a host is; `nil` for the
  ///     system's.
  ///   - now: The time.
  public init(
    site: GitHubSite, token: Token?, limits: Limits = Limits(), authorities: String? = nil,
    now: @escaping () -> Instant
  ) {
    (self.site, self.limits, self.authorities, self.now) = (site, limits, authorities, now)
    self.token = site.isSecure || site.isThisMachine ? token : nil
  }

  /// Asks a number of questions, four at once, beginning in the order given.
  ///
  /// - Parameters:
  ///   - questions: What to ask.
  ///   - onAnswer: Hears the one answer to each question as it comes, and says whether to go on. If
  ///     not, or if there is no use in going on, the questions that are left have no answer.
  /// - Returns: How it ended.
  public func ask(_ questions: [Question], onAnswer: (Question, Answer) -> Bool) -> Ending {
    guard let home = Address(of: site) else {
      return .paused(until: nil, .offline("no address: \(site)"))
    }
    budget.resume(now: now())
    defer { transfers.dropAll() }
    var round = Round(questions, at: home)
    while true {
      round.halt(for: budget.pause)
      while budget.allowsOneMore(beside: transfers.count), let inquiry = round.next() {
        let request = inquiry.request(token: token)
        transfers.start(Transfer(request, limits: limits, authorities: authorities), for: inquiry)
      }
      guard let inquiry = round.dropped() ?? heardOf() else { return round.ending }
      guard let answer = inquiry.answer else {
        round.putBack(inquiry)
        continue
      }
      round.learn(from: answer)
      guard onAnswer(inquiry.question, answer) else { return .stopped }
    }
  }

  /// Waits for the end of a request; `nil` if none runs.
  private func heardOf() -> Inquiry? {
    guard let (inquiry, outcome) = transfers.next() else { return nil }
    budget.learn(from: inquiry.isAtHome ? try? outcome.get() : nil, now: now())
    inquiry.take(outcome, now: now())
    return inquiry
  }
}
