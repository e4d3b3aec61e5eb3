/// A change of a repository that its watcher wants to hear of.
public enum RepositoryNews: Hashable, Sendable {
  /// Somebody pushed again after that many days without.
  case pushed(afterDays: Int)
  /// It has so many stars now: a power of ten, or thousands.
  case stars(Int)
  /// It takes no changes any more.
  case archived
  /// It has another name now, after this one.
  case renamed(from: String)
  /// It is not there any more, or only for others.
  case gone
  /// The branch that one sees first is another.
  case defaultBranch(String)
}

extension RepositoryNews {
  /// A word for the kind of news, for programs and for the store.
  public var kind: String {
    switch self {
    case .pushed: "pushed"
    case .stars: "stars"
    case .archived: "archived"
    case .renamed: "renamed"
    case .gone: "gone"
    case .defaultBranch: "default_branch"
    }
  }

  /// What there is to add to the kind; empty if nothing.
  public var detail: String {
    switch self {
    case .pushed(let days): String(days)
    case .stars(let stars): String(stars)
    case .archived, .gone: ""
    case .renamed(let name), .defaultBranch(let name): name
    }
  }

  /// Reads news as they were written down; `nil` for a kind there is not.
  public init?(kind: String, detail: String) {
    switch kind {
    case "pushed": self = .pushed(afterDays: Int(detail) ?? 0)
    case "stars": self = .stars(Int(detail) ?? 0)
    case "archived": self = .archived
    case "renamed": self = .renamed(from: detail)
    case "gone": self = .gone
    case "default_branch": self = .defaultBranch(detail)
    default: return nil
    }
  }

  /// What is new in a snapshot, the most important first; nothing where there was none before it.
  ///
  /// - Parameters:
  ///   - old: What was known before.
  ///   - new: What GitHub said now.
  ///   - milestone: The highest round number of stars there has been news of, or might have been.
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
    if let before = old.pushedAt, let after = new.pushedAt, after > before {
      // Nobody has seen a silence that lies after the last answer: there may have been pushes.
      let seen = min(after, old.fetchedAt + Int64(interval))
      let days = boundary.day(at: seen).days(since: boundary.day(at: before))
      if days > quietAfterDays { news.append(.pushed(afterDays: days)) }
    }
    if let branch = new.defaultBranch, let before = old.defaultBranch, branch != before {
      news.append(.defaultBranch(branch))
    }
    return news
  }

  /// The greatest power of ten from 10 on, or number of thousands, that is not above a number; `nil`
  /// if there is none.
  public static func roundNumber(upTo number: Int) -> Int? {
    if number >= 1000 { return number / 1000 * 1000 }
    return [100, 10].first { $0 <= number }
  }
}
