import HaruCommand
import HaruCore
import HaruGitHub
import HaruText

/// A watch for a bar or a prompt.
struct RepositoryBar {
  /// The state of a repository whose last push is unknown.
  static let unknown = "unknown"

  private let watch: Watch
  let daysSincePush: Int?
  /// `fresh`, `quiet` or `unknown`, in every language.
  let state: String
  let isStale: Bool
  /// When the values were loaded, and why none are newer; empty unless they are stale.
  private let staleness: [String]

  @MainActor
  init(of watch: Watch, _ context: RepositoryContext) {
    self.watch = watch
    let days = context.daysSincePush(to: watch)
    daysSincePush = days
    state =
      days.map { context.isQuiet(after: $0) ? "quiet" : "fresh" }
      ?? RepositoryBar.unknown
    isStale = watch.isStale(at: context.now, by: context.reloadPlan)
    let age = watch.snapshot.map { SnapshotText.loaded($0.fetchedAt, context.when) }
    let reason = watch.notLoadedReason(at: context.ownSettings.site)
    staleness = isStale ? [age, reason].compactMap(\.self) : []
  }

  /// One line.
  var line: String {
    let line = RepositoryBarText.line(watch.name, daysSincePush: daysSincePush)
    return ([line] + staleness).joined(separator: " · ")
  }

  /// Several lines: name, days and counts.
  var tooltip: [String] {
    guard let snapshot = watch.snapshot else {
      return [watch.name.description, WatchText.notLoaded] + staleness
    }
    let numbers = [
      SnapshotText.stars(snapshot.stars), SnapshotText.forks(snapshot.forks),
      SnapshotText.open(snapshot.openIssues, hasIssues: snapshot.hasIssues),
    ]
    return [
      watch.name.description, RepositoryBarText.sincePush(daysSincePush),
      numbers.joined(separator: " · "),
    ] + staleness
  }
}

extension BarFormatName {
  /// What a bar shows of watches; `nil` is nothing.
  func text(of bars: [RepositoryBar]) -> String? {
    guard self == .waybar else {
      return bars.isEmpty ? nil : bars.map(\.line).joined(separator: "\n")
    }
    let hint = [RepositoryCardText.choose, RepositoryCardText.choosingCommand]
    let bar = bars.first
    return WaybarModule.json(
      text: RepositoryBarText.days(bar?.daysSincePush), state: bar?.state ?? RepositoryBar.unknown,
      tooltip: (bar?.tooltip ?? hint).joined(separator: "\n"),
      marks: [bar?.isStale == true ? "stale" : nil])
  }
}
