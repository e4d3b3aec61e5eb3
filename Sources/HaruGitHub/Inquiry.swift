internal import HaruCore

/// A question on its way from its first request to its one answer.
final class Inquiry {
  let question: Question
  /// What came of it; `nil` as long as there is another request to make.
  private(set) var answer: Answer?
  private let home: Address
  private var trail: Trail
  private var repository: Reload.Outcome?
  private var resumesAt: Instant?

  /// Begins with a question.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - home: The address of the site that is asked.
  init(_ question: Question, at home: Address) {
    (self.question, self.home) = (question, home)
    trail = Inquiry.trail(from: home.below("/repos/\(question.name)"))
  }

  /// The next request to make.
  func request(token: Token?) -> Request {
    var headers = ["Accept: application/vnd.github+json", "X-GitHub-Api-Version: 2022-11-28"]
    if let etag, trail.isAtHome { headers.append("If-None-Match: " + etag) }
    return Request(
      address: trail.address, headers: headers, token: trail.isAtHome ? token : nil)
  }

  /// Whether what is asked for now is the host's that was configured.
  var isAtHome: Bool { trail.isAtHome }

  /// Takes what came of the request; without an answer then, there is another one to make.
  func take(_ outcome: Result<Reply, ReloadProblem>, now: Instant) {
    do throws(ReloadProblem) {
      let reply = try outcome.get()
      if isAtHome { resumesAt = [resumesAt, reply.resumes(now: now)].compactMap(\.self).max() }
      if try !trail.follow(reply) { try take(reply, now: now) }
    } catch {
      end(trail.problem(error))
    }
  }

  private func take(_ reply: Reply, now: Instant) throws(ReloadProblem) {
    let isKnown = etag != nil
    if let repository {
      answer(repository, try reply.contributors(isKnown: isKnown))
      return
    }
    var answered = try reply.repository(now: now, isKnown: isKnown)
    if !isAtHome, case .changed(_, let snapshot, let etag) = answered {
      // Another host has no say in what a repository is called.
      answered = .changed(question.name, snapshot, etag: etag)
    }
    guard question.asksContributors else {
      answer(answered, .notAsked)
      return
    }
    repository = answered
    let name = if case .changed(let name, _, _) = answered { name } else { question.name }
    let path = "/repos/\(name)/contributors?per_page=\(Contributors.limit)"
    trail = Inquiry.trail(from: home.below(path))
  }

  /// Ends it without another request.
  func end(_ problem: ReloadProblem, until: Instant? = nil) {
    resumesAt = resumesAt ?? until
    if let repository {
      answer(repository, .failed(problem))
    } else {
      answer(.failed(problem), .notAsked)
    }
  }

  private func answer(
    _ repository: Reload.Outcome, _ contributors: ContributorsAnswer
  ) {
    answer = Answer(repository: repository, contributors: contributors, resumesAt: resumesAt)
  }

  private var etag: String? {
    let tag = repository == nil ? question.etag : question.contributorsETag
    return tag.flatMap { ETag.isUsable($0) ? $0 : nil }
  }

  private static func trail(from address: Address) -> Trail {
    Trail(from: address, isAtHome: true, turns: 5)
  }
}
