import HaruCore

/// By how much the numbers of a repository differ from those of the last look; `nil` for one that is
/// not known, then or now.
struct Change {
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

  /// Whether there is any.
  var isAny: Bool { [stars, forks, openIssues].contains { ($0 ?? 0) != 0 } }
}
