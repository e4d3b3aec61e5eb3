import HaruCommand
import HaruCore
import HaruGitHub
import HaruTerminal
import HaruText

/// A watch for a terminal.
@MainActor
struct WatchDescription {
  private let watch: Watch
  private let context: RepositoryContext

  init(of watch: Watch, _ context: RepositoryContext) {
    (self.watch, self.context) = (watch, context)
  }

  /// All lines, the name first.
  ///
  /// - Parameters:
  ///   - pause: The pause of the site, which is shown once for all watches, and not here.
  ///   - withContributors: Whether to show its contributors.
  /// - Returns: The lines.
  func lines(pause: Pause?, withContributors: Bool) -> [StyledLine] {
    var heading = StyledLine(watch.name.description, Style(isBold: true))
    if watch.isQuiet { heading.append(" · " + WatchText.isMuted) }
    var lines = [heading]
    func add(_ line: StyledLine) {
      var indented = StyledLine("  ")
      indented.append(line, at: 2)
      lines.append(indented)
    }
    if let snapshot = watch.snapshot {
      if let summary = snapshot.summary, !summary.isEmpty {
        add(StyledLine(SafeText.short(summary, to: WatchDescription.summaryLimit)))
      }
      add(StyledLine(counts(snapshot)))
      add(StyledLine(open(snapshot)))
      add(life)
      if withContributors {
        SnapshotText.contributors(snapshot.contributors).forEach { add(StyledLine($0)) }
      }
      add(StyledLine(age(snapshot)))
    }
    if let problem = problem(pause) { add(StyledLine(problem)) }
    return lines
  }

  /// The longest description in characters.
  private static let summaryLimit = 200

  /// The days since the last push, and the state.
  var life: StyledLine {
    guard let snapshot = watch.snapshot else { return StyledLine(WatchText.notLoaded) }
    let days = context.daysSincePush(to: watch)
    var line = StyledLine(SnapshotText.pushed(daysAgo: days))
    if let days {
      let isQuiet = context.isQuiet(after: days)
      line.append(" · ")
      line.append(
        isQuiet ? RepositoryCardText.quiet : RepositoryCardText.fresh,
        Style(background: isQuiet ? .pink : .green))
    }
    if snapshot.isArchived == true { line.append(" · " + SnapshotText.archived) }
    return line
  }

  private func counts(_ snapshot: Snapshot) -> String {
    let (now, then) = (snapshot, watch.look)
    return [
      SnapshotText.withChange(SnapshotText.stars(now.stars), from: then?.stars, to: now.stars),
      SnapshotText.withChange(SnapshotText.forks(now.forks), from: then?.forks, to: now.forks),
      SnapshotText.watchers(now.watchers),
    ].joined(separator: " · ")
  }

  private func open(_ snapshot: Snapshot) -> String {
    SnapshotText.withChange(
      SnapshotText.open(snapshot.openIssues, hasIssues: snapshot.hasIssues),
      from: watch.look?.openIssues, to: snapshot.openIssues)
      + " · " + SnapshotText.branch(snapshot.defaultBranch)
  }

  private func age(_ snapshot: Snapshot) -> String {
    let loaded = SnapshotText.loaded(snapshot.fetchedAt, context.when)
    guard let look = watch.look, CountDifferences(from: look, to: snapshot).isAny else {
      return loaded
    }
    return loaded + " · " + SnapshotText.changes(since: look.at, context.when)
  }

  private func problem(_ pause: Pause?) -> String? {
    let isShown = watch.problem.map { pause == nil || !$0.isSiteWide } ?? false
    guard isShown, let reason = watch.notLoadedReason(at: context.ownSettings.site) else {
      return watch.snapshot == nil ? WatchText.notLoaded : nil
    }
    guard watch.dueAt > context.now else { return reason }
    return reason + " · " + SnapshotText.next(watch.dueAt, context.when)
  }
}

extension Watch {
  /// Why there is no newer response, or none at all; `nil` if the last one came.
  func notLoadedReason(at site: GitHubSite) -> String? {
    problem.map {
      SnapshotText.notLoaded(
        because: ReloadText.reason($0, of: name, site), isLoaded: snapshot != nil)
    }
  }
}

extension Color {
  /// The colours of fresh and quiet: docs/cards.md#the-card-of-a-repository.
  fileprivate static let green = Color(52, 199, 89)
  fileprivate static let pink = Color(255, 45, 85)
}

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
