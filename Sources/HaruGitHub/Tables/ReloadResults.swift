public import HaruCore
internal import HaruStore

/// Reloads of watches, pauses of a site, and news (docs/github.md#when-github-is-asked).
extension Repositories {
  /// The instant of the next reload, after a pause of the site; `nil` without watches.
  public func nextReload(
    at now: Instant, by plan: ReloadPlan, on site: GitHubSite
  ) throws(StoreError) -> Instant? {
    guard let due = try watches().map({ $0.due(at: now, by: plan) }).min() else { return nil }
    guard let pause = try pause(of: site, at: now) else { return due }
    return max(due, pause.until)
  }

  /// The watches that are due, the longest due first.
  public func dueWatches(at now: Instant, by plan: ReloadPlan) throws(StoreError) -> [Watch] {
    try transaction { () throws(StoreError) in
      try watches().filter { $0.due(at: now, by: plan) <= now }.sorted { $0.dueAt < $1.dueAt }
    }
  }

  /// As whom GitHub was asked when it answered last about a watch, with the ETags of that answer and of the one about
  /// contributors.
  public typealias LastAnswer = (askedAs: String, etag: String?, contributorsETag: String?)

  /// What is known of the last answer about each watch.
  public func lastAnswers() throws(StoreError) -> [Int64: LastAnswer] {
    let rows = try database.rows("SELECT * FROM snapshot") {
      (row) throws(StoreError) -> (Int64, LastAnswer) in
      (
        try row.id("watch_id") ?? 0,
        (
          askedAs: try row.text("asked_as") ?? "", etag: try row.text("etag"),
          contributorsETag: try row.text("contributors_etag")
        )
      )
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// Writes the results of reloads: all or none.
  ///
  /// A watch that was removed meanwhile stays removed. After a failure the last snapshot stays.
  ///
  /// - Parameters:
  ///   - reloads: The results.
  ///   - askedAs: The fingerprint of the site and the credentials.
  ///   - plan: The plan of the next reloads.
  ///   - spread: Returns a random number from 0 to 1.
  ///   - quietAfterDays: The number of days without a push after which the next push is news.
  ///   - boundary: The boundary of days.
  /// - Throws: Errors of the file.
  public func take(
    _ reloads: [Reload], askedAs: String, plan: ReloadPlan, spread: () -> Double,
    quietAfterDays: Int, boundary: DayBoundary
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for reload in reloads {
        let found = try watch(reload.watch)
        // A file that was begun anew gives its numbers anew.
        guard let watch = found, watch.name == reload.name else { continue }
        var kept = watch
        switch reload.outcome {
        case .changed(let name, let snapshot, let etag):
          kept = try rename(watch, to: name, at: reload.at)
          let news = RepositoryNews.between(
            kept.snapshot, snapshot, milestone: try milestone(of: kept),
            interval: plan.interval, quietAfterDays: quietAfterDays, boundary: boundary)
          try write(snapshot, of: kept.id, askedAs: askedAs, etag: etag)
          try raiseMilestone(of: kept, to: snapshot.stars)
          try deleteOutdatedNews(since: kept, snapshot)
          for each in news { try insertNews(each, of: kept, at: reload.at) }
          try write(reload.contribution, of: kept)
        case .unchanged:
          try database.run(
            "UPDATE snapshot SET fetched_at = ? WHERE watch_id = ?", Value(reload.at),
            .integer(watch.id))
          try deleteAbsence(of: watch)
          try write(reload.contribution, of: watch)
        case .failed(let problem):
          if let news = RepositoryNews(of: problem) {
            try insertAbsence(news, of: watch, askedAs: askedAs, at: reload.at)
          }
        }
        try end(kept, reload, plan, spread())
      }
      if let now = reloads.map(\.at).max() { try dropHidden(at: now) }
    }
  }

  /// Drops what is known of repositories without a line, a month after they were last asked for; but nothing while a
  /// line of the list is wrong, because that may be theirs.
  private func dropHidden(at now: Instant) throws(StoreError) {
    guard list.wrongLines.isEmpty else { return }
    let shown = try shown()
    for watch in try database.rows(
      "SELECT id FROM watch WHERE coalesce(tried_at, 0) < ?",
      [Value(now - Repositories.hiddenAreKeptFor)],
      { (row) throws(StoreError) in try row.id("id") ?? 0 })
    where !shown.contains(watch) {
      try database.run("DELETE FROM watch WHERE id = ?", .integer(watch))
    }
  }

  /// Thirty days, in seconds.
  private static let hiddenAreKeptFor: Int64 = 2_592_000

  // MARK: Pauses

  /// The pause of a site; `nil` if GitHub may be asked.
  ///
  /// A pause longer than the longest was made with a wrong clock, and does not count.
  public func pause(of site: GitHubSite, at now: Instant) throws(StoreError) -> Pause? {
    let pause = try lastPause(of: site)
    return pause.flatMap { $0.until > now && $0.until <= now + Pause.longest ? $0 : nil }
  }

  /// The last pause of a site, even an expired one; `nil` if the site has answered since.
  public func lastPause(of site: GitHubSite) throws(StoreError) -> Pause? {
    return try database.rows(
      "SELECT * FROM pause WHERE site = ?", [.text(site.description)], pause
    ).first
  }

  /// Sets the pause of a site, or ends it with `nil`.
  public func setPause(_ pause: Pause?, of site: GitHubSite) throws(StoreError) {
    try transaction { () throws(StoreError) in
      guard let pause else {
        return try database.run("DELETE FROM pause WHERE site = ?", .text(site.description))
      }
      try database.write(
        into: "pause", key: "site",
        [
          "site": .text(site.description), "asked_as": .text(pause.askedAs),
          "until": Value(pause.until), "failures": Value(pause.failures),
          "problem": .text(pause.problem.kind), "problem_detail": .text(pause.problem.detail),
        ])
    }
  }

  // MARK: News

  /// The news that were not announced yet, oldest first.
  public func unannouncedNews() throws(StoreError) -> [WatchNews] {
    try news(where: "told_at IS NULL ORDER BY news.id", news)
  }

  /// The news that were announced, the last ones first, and when each was.
  public func announcedNews() throws(StoreError) -> [(news: WatchNews, at: Instant)] {
    try news(where: "told_at IS NOT NULL ORDER BY told_at DESC, news.id DESC") {
      (row) throws(StoreError) in
      guard let at = try row.instant("told_at") else { throw .damagedRows }
      return (try news(row), at)
    }
  }

  /// Reads news of the repositories in the list.
  private func news<Result>(
    where condition: String, _ read: (Statement) throws(StoreError) -> Result
  ) throws(StoreError) -> [Result] {
    let shown = try shown()
    let sql = "SELECT news.*, owner, name FROM news JOIN watch ON watch.id = watch_id WHERE "
    return try database.rows(sql + condition) { (row) throws(StoreError) -> Result? in
      let watch = try row.id("watch_id") ?? 0
      return shown.contains(watch) ? try read(row) : nil
    }.compactMap(\.self)
  }

  /// Keeps news as announced, and removes the oldest of many.
  public func keep(_ news: [WatchNews], announcedAt instant: Instant) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for news in news {
        try database.run(
          "UPDATE news SET told_at = ? WHERE id = ?", Value(instant), .integer(news.id))
      }
      try database.run(
        """
        DELETE FROM news WHERE told_at IS NOT NULL AND id NOT IN
          (SELECT id FROM news WHERE told_at IS NOT NULL ORDER BY told_at DESC, id DESC LIMIT ?)
        """, .integer(Repositories.mostAnnouncedNews))
    }
  }

  /// More than anybody looks back.
  private static let mostAnnouncedNews: Int64 = 100

  /// Removes news that are not to be announced.
  public func forget(_ news: [WatchNews]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for news in news { try database.run("DELETE FROM news WHERE id = ?", .integer(news.id)) }
    }
  }

  // MARK: Parts of a reload

  /// Gives a watch the name in GitHub's answer, and returns the watch that has it.
  ///
  /// If that name is watched already, both are one repository, and the two watches are merged.
  private func rename(
    _ watch: Watch, to name: RepositoryName, at now: Instant
  ) throws(StoreError) -> Watch {
    if watch.name.isSpelled(like: name) { return watch }
    if name != watch.name {
      if let id = try id(of: name) {
        if let other = try self.watch(id) {
          try join(watch, to: other, at: now)
          return other
        }
        try merge(id, into: watch.id)
      }
    }
    try database.run(
      "UPDATE watch SET owner = ?, name = ? WHERE id = ?", .text(name.owner), .text(name.name),
      .integer(watch.id))
    if name != watch.name, watch.snapshot != nil {
      try insertNews(.renamed(from: watch.name.description), of: watch, at: now)
    }
    return watch
  }

  /// Makes two watches of one repository one, which goes by both names of the list.
  private func join(
    _ watch: Watch, to other: Watch, at now: Instant
  ) throws(StoreError) {
    try database.run(
      """
      UPDATE watch SET contributors_wanted_at
          = nullif(max(coalesce(watch.contributors_wanted_at, 0), gone.contributors_wanted_at), 0)
        FROM (SELECT coalesce(contributors_wanted_at, 0) AS contributors_wanted_at FROM watch
          WHERE id = ?1) AS gone
        WHERE id = ?2
      """, .integer(watch.id), .integer(other.id))
    try merge(watch.id, into: other.id)
    if let kept = try self.watch(other.id) {
      try insertNews(.joined(with: watch.name.description), of: kept, at: now)
    }
  }

  /// Removes a watch whose repository another one has; that goes by its names too, and has what was announced of it.
  private func merge(_ gone: Int64, into kept: Int64) throws(StoreError) {
    for sql in [
      "UPDATE listed SET watch_id = ? WHERE watch_id = ?",
      "UPDATE news SET watch_id = ? WHERE watch_id = ? AND told_at IS NOT NULL",
    ] {
      try database.run(sql, .integer(kept), .integer(gone))
    }
    try database.run("DELETE FROM watch WHERE id = ?", .integer(gone))
  }

  /// Writes the outcome of a reload, and when the next is due.
  ///
  /// After a failure of the site, not of the repository, the watch stays due and comes first.
  private func end(
    _ watch: Watch, _ reload: Reload, _ plan: ReloadPlan, _ spread: Double
  ) throws(StoreError) {
    let (now, problem) = (reload.at, reload.outcome.problem)
    let isSiteWide = problem?.isSiteWide == true
    let failures =
      problem == nil
      ? 0 : isSiteWide ? watch.failures : StoredBounds.count(after: watch.failures)
    // Done, the watch would have no contributors until its next reload.
    let staysDue = isSiteWide || reload.contribution.problem?.isSiteWide == true
    let dueAt = staysDue ? watch.dueAt : plan.next(after: now, failures: failures, spread: spread)
    try database.run(
      """
      UPDATE watch SET tried_at = ?, failures = ?, problem = ?, problem_detail = ?, due_at = ?,
          is_gone = CASE WHEN ?3 IS NULL THEN 0 ELSE is_gone END
        WHERE id = ?
      """, Value(now), Value(failures), Value(problem?.kind), Value(problem?.detail), Value(dueAt),
      .integer(watch.id))
  }

  /// Makes news once that a repository is gone, unless other credentials, which may see more, loaded its
  /// snapshot.
  private func insertAbsence(
    _ news: RepositoryNews, of watch: Watch, askedAs: String, at now: Instant
  ) throws(StoreError) {
    let isNews = try database.integer(
      """
      SELECT is_gone = 0 FROM watch JOIN snapshot ON watch_id = id WHERE id = ? AND asked_as = ?
      """, .integer(watch.id), .text(askedAs))
    guard isNews == 1 else { return }
    try database.run("UPDATE watch SET is_gone = 1 WHERE id = ?", .integer(watch.id))
    try insertNews(news, of: watch, at: now)
  }

  /// Removes news that were not announced and are no longer true.
  private func deleteOutdatedNews(since watch: Watch, _ snapshot: Snapshot) throws(StoreError) {
    try deleteAbsence(of: watch)
    if snapshot.isArchived == false { try deleteNews(RepositoryNews.archived.kind, of: watch) }
  }

  private func deleteAbsence(of watch: Watch) throws(StoreError) {
    for news in [RepositoryNews.gone, .blocked] { try deleteNews(news.kind, of: watch) }
  }

  private func deleteNews(_ kind: String, of watch: Watch) throws(StoreError) {
    try database.run(
      "DELETE FROM news WHERE watch_id = ? AND kind = ? AND told_at IS NULL",
      .integer(watch.id), .text(kind))
  }

  private func milestone(of watch: Watch) throws(StoreError) -> Int {
    let milestones = try database.rows(
      "SELECT milestone FROM watch WHERE id = ?", [.integer(watch.id)]
    ) { (row) throws(StoreError) in try row.count("milestone") }
    return milestones.compactMap(\.self).first ?? 0
  }

  private func raiseMilestone(of watch: Watch, to stars: Int?) throws(StoreError) {
    guard let stars, let reached = RepositoryNews.roundNumber(upTo: stars) else { return }
    try database.run(
      "UPDATE watch SET milestone = max(milestone, ?) WHERE id = ?", Value(reached),
      .integer(watch.id))
  }

  private func insertNews(
    _ news: RepositoryNews, of watch: Watch, at now: Instant
  ) throws(StoreError) {
    guard !watch.isQuiet else { return }
    // Before it is announced, the same kind of news replaces the earlier one.
    try deleteNews(news.kind, of: watch)
    try database.write(
      into: "news",
      [
        "watch_id": .integer(watch.id), "at": Value(now), "kind": .text(news.kind),
        "detail": .text(news.detail),
      ])
  }
}

extension RepositoryNews {
  /// That a repository is gone, if that is why it could not be loaded.
  fileprivate init?(of problem: ReloadProblem) {
    switch problem {
    case .gone: self = .gone
    case .blocked: self = .blocked
    default: return nil
    }
  }
}
