internal import HaruCore

extension Response {
  /// What it says of a repository.
  ///
  /// - Parameters:
  ///   - now: When it came.
  ///   - isConditional: Whether the request had an ETag.
  /// - Returns: What it says.
  /// - Throws: The problem, if it says nothing.
  func repository(now: Instant, isConditional: Bool) throws(ReloadProblem) -> Reload.Outcome {
    if status == 304, isConditional { return .unchanged }
    guard status == 200 else { throw problem }
    let fields: Fields = try Fields.decoded(body)
    guard let name = fields.text("full_name").flatMap({ RepositoryName($0) }) else {
      throw .badResponse("no full_name")
    }
    return .changed(name, Snapshot(fields, at: now), etag: etag)
  }

  /// What it says of those who work on a repository.
  func contributors(isConditional: Bool) throws(ReloadProblem) -> ContributorsAnswer {
    switch status {
    case 304 where isConditional: return .unchanged
    case 204: return .answered(.known([]), etag: etag)
    case 200: break
    default:
      guard isTooManyContributors else { throw problem }
      return .answered(.tooMany, etag: nil)
    }
    let entries: [Entry] = try Fields.decoded(body)
    let contributors = entries.compactMap { $0.fields.flatMap { Contributor($0) } }
    guard !contributors.isEmpty || entries.isEmpty else { throw .badResponse("no contributors") }
    return .answered(.known(Array(contributors.prefix(Contributors.limit))), etag: etag)
  }

  /// What stands in a list; perhaps no object.
  private struct Entry: Decodable {
    let fields: Fields?

    init(from decoder: any Decoder) {
      fields = try? Fields(from: decoder)
    }
  }
}

extension Snapshot {
  /// What GitHub says of a repository.
  fileprivate init(_ fields: Fields, at now: Instant) {
    self.init(fetchedAt: now)
    summary = fields.text("description")
    // GitHub says the stars once more under their old name, watchers.
    stars = fields.count("stargazers_count")
    forks = fields.count("forks_count")
    openIssues = fields.count("open_issues_count")
    hasIssues = fields.flag("has_issues")
    watchers = fields.count("subscribers_count")
    defaultBranch = fields.text("default_branch", most: 255)
    pushedAt = fields.instant("pushed_at")
    isArchived = fields.flag("archived")
    avatar = fields.fields("owner")?.address("avatar_url")
  }
}

extension Contributor {
  /// What GitHub says of somebody; `nil` without a name or a number.
  fileprivate init?(_ fields: Fields) {
    let name = fields.text("login", most: 100) ?? fields.text("name", most: 100)
    guard let name, let contributions = fields.count("contributions") else { return nil }
    self.init(
      login: name, contributions: contributions, avatar: fields.address("avatar_url"))
  }
}
