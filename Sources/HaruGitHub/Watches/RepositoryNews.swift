public import HaruCore

/// A change of a repository that is announced.
public enum RepositoryNews: Hashable, Sendable {
  /// A push after that many days without one.
  case pushed(afterDays: Int)
  /// It has reached so many stars: 10, 100, or a number of thousands.
  case stars(Int)
  /// It was archived.
  case archived
  /// It was renamed from this name.
  case renamed(from: String)
  /// It was deleted, or made private.
  case gone
  /// It was blocked for legal reasons.
  case blocked
  /// It is the same as this other one that was watched.
  case joined(with: String)
  /// The default branch is now this one.
  case defaultBranch(String)
}

extension RepositoryNews {
  /// The kind as the store and the JSON output have it.
  public var kind: String {
    switch self {
    case .pushed: "pushed"
    case .stars: "stars"
    case .archived: "archived"
    case .renamed: "renamed"
    case .gone: "gone"
    case .blocked: "blocked"
    case .joined: "joined"
    case .defaultBranch: "default_branch"
    }
  }

  /// The value that belongs to the kind; may be empty.
  public var detail: String {
    switch self {
    case .pushed(let days): String(days)
    case .stars(let stars): String(stars)
    case .archived, .gone, .blocked: ""
    case .renamed(let name), .joined(let name), .defaultBranch(let name): name
    }
  }

  /// Reads stored news; `nil` for an unknown kind.
  public init?(kind: String, detail: String) {
    let number = Int(detail) ?? 0
    let all: [RepositoryNews] = [
      .pushed(afterDays: number), .stars(number), .archived, .renamed(from: detail), .gone,
      .blocked, .joined(with: detail), .defaultBranch(detail),
    ]
    guard let news = all.first(where: { $0.kind == kind }) else { return nil }
    self = news
  }

  /// The news between two snapshots, the most important first; none without an old one.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - new: The snapshot now.
  ///   - milestone: The highest round number of stars that was reached before.
  ///   - interval: Seconds from a reload to the next.
  ///   - quietAfterDays: After how many days without a push the next one is news.
  ///   - boundary: Where days end.
  /// - Returns: The news.
  public static func between(
    _ old: Snapshot?, _ new: Snapshot, milestone: Int, interval: Int, quietAfterDays: Int,
    boundary: DayBoundary
  ) -> [RepositoryNews] {
    guard let old else { return [] }
    var news: [RepositoryNews] = []
    if new.isArchived == true, old.isArchived == false { news.append(.archived) }
    if let stars = new.stars, old.stars != nil, let reached = roundNumber(upTo: stars),
      reached > milestone
    {
      news.append(.stars(reached))
    }
    let today = boundary.day(at: new.fetchedAt)
    // One in the future tells of a wrong clock, here or there.
    if let before = old.pushedAt, let after = new.pushedAt, after > before,
      boundary.day(at: after) <= today
    {
      // After the last snapshot there may have been other pushes.
      let seen = min(after, old.fetchedAt + Int64(interval))
      let days = boundary.day(at: seen).days(since: boundary.day(at: before))
      if days > quietAfterDays { news.append(.pushed(afterDays: days)) }
    }
    if let branch = new.defaultBranch, let before = old.defaultBranch, branch != before {
      news.append(.defaultBranch(branch))
    }
    return news
  }

  /// The highest of 10, 100 and the thousands that is not above a number; `nil` below 10.
  public static func roundNumber(upTo number: Int) -> Int? {
    if number >= 1000 { return number / 1000 * 1000 }
    return [100, 10].first { $0 <= number }
  }
}
