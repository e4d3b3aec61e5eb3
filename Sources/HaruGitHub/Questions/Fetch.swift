internal import HaruCore

/// A question on its way to its one answer; it takes one request, or two with contributors.
final class Fetch {
  let question: Question
  /// `nil` as long as there is another request to make.
  private(set) var answer: Answer?
  private let home: Address
  private var repository: Reload.Outcome?
  private var resumesAt: Instant?

  /// - Parameters:
  ///   - question: The question.
  ///   - home: The address of the site.
  init(_ question: Question, at home: Address) {
    (self.question, self.home) = (question, home)
  }

  /// The next request.
  func request(token: Token?) -> Request {
    var headers = ["Accept: application/vnd.github+json", "X-GitHub-Api-Version: 2022-11-28"]
    if let etag { headers.append("If-None-Match: " + etag) }
    return Request(address: home.appending(path), headers: headers, token: token)
  }

  private var path: String {
    switch repository {
    case nil: "/repos/\(question.name)"
    case .changed(let name, _, _): Fetch.contributors(of: name)
    case .unchanged, .failed: Fetch.contributors(of: question.name)
    }
  }

  private static func contributors(of name: RepositoryName) -> String {
    "/repos/\(name)/contributors?per_page=\(Contributors.limit)"
  }

  private var etag: String? {
    let etag = repository == nil ? question.etag : question.contributorsETag
    return etag.flatMap { ETag.isUsable($0) ? $0 : nil }
  }

  /// Takes the outcome of a request.
  func take(_ outcome: Result<Response, ReloadProblem>, now: Instant) {
    do throws(ReloadProblem) {
      let response = try outcome.get()
      resumesAt = [resumesAt, response.resumesAt(now: now)].compactMap(\.self).max()
      try take(response, now: now)
    } catch {
      end(error)
    }
  }

  private func take(_ response: Response, now: Instant) throws(ReloadProblem) {
    if let repository {
      answer(repository, try response.contributors(isConditional: etag != nil))
      return
    }
    var outcome = try response.repository(now: now, isConditional: etag != nil)
    if !response.isFromOrigin, case .changed(_, let snapshot, let etag) = outcome {
      // Only the site itself may rename a repository.
      outcome = .changed(question.name, snapshot, etag: etag)
    }
    if question.asksContributors {
      repository = outcome
    } else {
      answer(outcome, .notAsked)
    }
  }

  /// Ends without another request.
  func end(_ problem: ReloadProblem, until: Instant? = nil) {
    resumesAt = resumesAt ?? until
    if let repository {
      answer(repository, .failed(problem))
    } else {
      answer(.failed(problem), .notAsked)
    }
  }

  private func answer(_ repository: Reload.Outcome, _ contributors: Reload.Contribution) {
    answer = Answer(repository: repository, contributors: contributors, resumesAt: resumesAt)
  }
}
