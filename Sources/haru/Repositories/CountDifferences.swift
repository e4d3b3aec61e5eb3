import HaruCore

/// How much a repository's counts have changed since the user last looked; `nil` for a count that was or is
/// unknown.
struct CountDifferences {
  let stars: Int?
  let forks: Int?
  let openIssues: Int?

  init(from look: Watch.Look, to snapshot: Snapshot) {
    func difference(_ old: Int?, _ new: Int?) -> Int? {
      guard let old, let new else { return nil }
      return new - old
    }
    stars = difference(look.stars, snapshot.stars)
    forks = difference(look.forks, snapshot.forks)
    openIssues = difference(look.openIssues, snapshot.openIssues)
  }

  /// Whether a count has changed.
  var isAny: Bool { [stars, forks, openIssues].contains { ($0 ?? 0) != 0 } }
}
