import HaruCore
import HaruText

/// What is known of a watch, for a bar or a prompt.
struct RepositoryBar {
  /// The state of a repository of which it is not known when somebody pushed.
  static let unknown = "unknown"

  private let watch: Watch
  let daysSincePush: Int?
  /// A word for how it stands, which does not change with the language.
  let state: String
  let isStale: Bool

  @MainActor
  init(of watch: Watch, _ session: Session) {
    self.watch = watch
    let days = session.daysSincePush(to: watch)
    daysSincePush = days
    state =
      days.map { session.isQuiet(after: $0) ? "quiet" : "fresh" }
      ?? RepositoryBar.unknown
    isStale = watch.isStale(at: session.now, by: session.reloadPlan)
  }

  /// In one line.
  var line: String { BarText.repository(watch.name, daysSincePush: daysSincePush) }

  /// In a few: the name, the days, the numbers.
  var tooltip: [String] {
    guard let snapshot = watch.snapshot else {
      return [watch.name.description, WatchText.notLoaded]
    }
    let numbers = [
      SnapshotText.stars(snapshot.stars), SnapshotText.forks(snapshot.forks),
      SnapshotText.open(snapshot.openIssues, hasIssues: snapshot.hasIssues),
    ]
    return [
      watch.name.description, BarText.sincePush(daysSincePush),
      numbers.joined(separator: " · "),
    ]
  }
}
