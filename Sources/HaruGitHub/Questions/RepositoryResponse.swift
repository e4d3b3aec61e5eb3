package import HaruCore

extension Response {
  /// Reads the response about a repository.
  ///
  /// - Parameters:
  ///   - now: When it came.
  ///   - isConditional: Whether the request had an ETag.
  /// - Returns: The outcome.
  /// - Throws: The problem, if there is no answer in it.
  package func repository(now: Instant, isConditional: Bool) throws(ReloadProblem) -> Reload.Outcome
  {
    if status == 304, isConditional { return .unchanged }
    guard status == 200 else { throw problem }
    let object = try JSON(object: body)
    guard let name = object.text("full_name").flatMap({ RepositoryName($0) }) else {
      throw .badResponse("no full_name")
    }
    return .changed(name, Snapshot(object, at: now), etag: etag)
  }

  /// Reads the response about a repository's contributors.
  package func contributors(isConditional: Bool) throws(ReloadProblem) -> Reload.Contribution {
    switch status {
    case 304 where isConditional: return .unchanged
    case 204: return .changed(.known([]), etag: etag)
    case 200: break
    default:
      guard isTooManyContributors else { throw problem }
      return .changed(.tooMany, etag: nil)
    }
    let contributors = try JSON.array(body).compactMap { Contributor($0) }
    // GitHub also sends an empty list before it has counted; nobody is 204.
    guard !contributors.isEmpty else { throw .badResponse("no contributors") }
    let sorted = contributors.sorted { $0.contributions > $1.contributions }
    return .changed(.known(Array(sorted.prefix(Contributors.limit))), etag: etag)
  }
}

extension Snapshot {
  fileprivate init(_ object: JSON, at now: Instant) {
    self.init(fetchedAt: now)
    summary = object.text("description")
    stars = object.count("stargazers_count")
    forks = object.count("forks_count")
    openIssues = object.count("open_issues_count")
    hasIssues = object.flag("has_issues")
    // Not watchers_count, which is an old name of the stars.
    watchers = object.count("subscribers_count")
    defaultBranch = object.text("default_branch", limit: 255)
    pushedAt = object.instant("pushed_at")
    isArchived = object.flag("archived")
    avatar = object["owner"]?.address("avatar_url")
  }
}

extension Contributor {
  /// `nil` without a name or a number; an anonymous one has a `name` instead of a `login`.
  fileprivate init?(_ object: JSON) {
    let name = object.text("login", limit: 100) ?? object.text("name", limit: 100)
    guard let name, let contributions = object.count("contributions") else { return nil }
    self.init(
      login: name, contributions: contributions, avatar: object.address("avatar_url"))
  }
}
