public import HaruCore

/// What GitHub says of the watches, and when it is asked again.
extension Store {
  /// When a watch is due next; `nil` if nothing is watched.
  ///
  /// A pause of the site is waited for, whoever asked then.
  public func nextReload(
    at now: Instant, by plan: ReloadPlan, on site: GitHubSite
  ) throws(StoreError) -> Instant? {
    guard hasWatches else { return nil }
    let due = try database.integer(
      "SELECT min(CASE WHEN due_at > ? THEN 0 ELSE due_at END) FROM watch",
      .integer(plan.latest(after: now).seconds))
    guard let due else { return nil }
    guard let pause = try pause(of: site, at: now) else { return Instant(due) }
    return max(Instant(due), pause.until)
  }

  /// The watches that are due, those first that have been for longest.
  ///
  /// One that is due later than any reload could have put it is due too: the clock was wrong then,
  /// or the plan was another.
  public func dueWatches(at now: Instant, by plan: ReloadPlan) throws(StoreError) -> [Watch] {
    guard hasWatches else { return [] }
    return try watches(
      where: "due_at <= ?1 OR due_at > ?2",
      [.integer(now.seconds), .integer(plan.latest(after: now).seconds)],
      order: "due_at, position, id")
  }

  /// What the last answers about watches are called by, of the repository and of its contributors;
  /// without those for which somebody else has asked.
  public func etags(
    askedAs: String
  ) throws(StoreError) -> [Int64: (repository: String?, contributors: String?)] {
    let row = try database.statement(
      "SELECT * FROM snapshot WHERE asked_as = ?", .text(askedAs))
    defer { row.reset() }
    var etags: [Int64: (repository: String?, contributors: String?)] = [:]
    while try row.step() {
      guard let watch = row.integer("watch_id") else { throw .corrupt }
      etags[watch] = (row.text("etag"), row.text("contributors_etag"))
    }
    return etags
  }

  /// Takes what came of reloads: all of it, or nothing.
  ///
  /// A watch that was removed meanwhile stays removed. What a failure leaves is the last snapshot.
  ///
  /// - Parameters:
  ///   - reloads: What came of them.
  ///   - askedAs: As whom GitHub was asked.
  ///   - plan: When they are due again.
  ///   - spread: A number from 0 to 1, another at each call.
  ///   - quietAfterDays: After how many days without a push the next one is news.
  ///   - boundary: Where days end.
  /// - Throws: As the file has it.
  public func take(
    _ reloads: [Reload], askedAs: String, plan: ReloadPlan, spread: () -> Double,
    quietAfterDays: Int, boundary: DayBoundary
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for reload in reloads {
        let found = try watches(where: "id = ?", [.integer(reload.watch)]).first
        // After a restore the number may be another's.
        guard let watch = found, watch.name == reload.name else { continue }
        switch reload.outcome {
        case .changed(let name, let snapshot, let etag):
          let kept = try rename(watch, to: name, at: reload.at)
          let news = RepositoryNews.between(
            kept.snapshot, snapshot, milestone: try milestone(of: kept),
            interval: plan.interval, quietAfterDays: quietAfterDays, boundary: boundary)
          try write(snapshot, of: kept.id, askedAs: askedAs, etag: etag)
          try raiseMilestone(of: kept, to: snapshot.stars)
          try forgetWhatIsOver(since: kept, snapshot)
          for each in news { try tell(each, of: kept, at: reload.at) }
          try write(reload.contribution, of: kept)
          try end(kept, reload, problem: nil, plan, spread())
        case .unchanged:
          try database.run(
            "UPDATE snapshot SET fetched_at = ? WHERE watch_id = ?", Value(reload.at),
            .integer(watch.id))
          try forgetNews(RepositoryNews.gone.kind, of: watch)
          try write(reload.contribution, of: watch)
          try end(watch, reload, problem: nil, plan, spread())
        case .failed(let problem):
          if problem == .gone { try isGone(watch, askedAs: askedAs, at: reload.at) }
          try end(watch, reload, problem: problem, plan, spread())
        }
      }
    }
  }

  // MARK: Pauses

  /// Until when a site is not asked; `nil` if it may be.
  ///
  /// One that is longer than any can be was made when the clock was wrong.
  public func pause(of site: GitHubSite, at now: Instant) throws(StoreError) -> Pause? {
    let pause = try lastPause(of: site)
    return pause.flatMap { $0.until > now && $0.until <= now + Pause.longest ? $0 : nil }
  }

  /// The last pause of a site, even if it is over; `nil` if the site has answered since.
  public func lastPause(of site: GitHubSite) throws(StoreError) -> Pause? {
    guard hasWatches else { return nil }
    let row = try database.statement(
      "SELECT * FROM pause WHERE site = ?", .text(site.description))
    defer { row.reset() }
    guard try row.step() else { return nil }
    guard let until = row.instant("until"), let kind = row.text("problem"),
      let problem = ReloadProblem(kind: kind, detail: row.text("problem_detail") ?? ""),
      let askedAs = row.text("asked_as"), let failures = row.count("failures")
    else { throw .corrupt }
    return Pause(until: until, because: problem, askedAs: askedAs, failures: failures)
  }

  /// Has a site not be asked for a while, or, with `nil`, asked again.
  public func setPause(_ pause: Pause?, of site: GitHubSite) throws(StoreError) {
    try transaction { () throws(StoreError) in
      guard let pause else {
        return try database.run("DELETE FROM pause WHERE site = ?", .text(site.description))
      }
      try database.upsert(
        into: "pause", key: "site",
        [
          "site": .text(site.description), "asked_as": .text(pause.askedAs),
          "until": Value(pause.until), "failures": Value(pause.failures),
          "problem": .text(pause.problem.kind), "problem_detail": .text(pause.problem.detail),
        ])
    }
  }

  // MARK: News

  /// The news that nobody has been told of, oldest first.
  public func untoldNews() throws(StoreError) -> [WatchNews] {
    guard hasWatches else { return [] }
    let row = try database.statement(
      "SELECT news.*, owner, name FROM news JOIN watch ON watch.id = watch_id ORDER BY news.id")
    defer { row.reset() }
    var untold: [WatchNews] = []
    while try row.step() {
      guard let id = row.integer("id"), let name = name(row), let at = row.instant("at"),
        let kind = row.text("kind"),
        let news = RepositoryNews(kind: kind, detail: row.text("detail") ?? "")
      else { throw .corrupt }
      untold.append(WatchNews(id: id, of: name, at: at, news))
    }
    return untold
  }

  /// Forgets news that somebody has been told of.
  public func forget(_ told: [WatchNews]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for news in told { try database.run("DELETE FROM news WHERE id = ?", .integer(news.id)) }
    }
  }

  // MARK: Parts of a reload

  /// Gives a watch the name that GitHub says, and returns the watch that has it then.
  ///
  /// If that name is watched already, it is one repository, and one of the two watches goes.
  private func rename(
    _ watch: Watch, to name: RepositoryName, at now: Instant
  ) throws(StoreError) -> Watch {
    if watch.name.isSpelled(like: name) { return watch }
    if name != watch.name {
      if let other = try self.watch(of: name) {
        try join(watch, to: other)
        return other
      }
    }
    try database.run(
      "UPDATE watch SET owner = ?, name = ? WHERE id = ?", .text(name.owner), .text(name.name),
      .integer(watch.id))
    if name != watch.name, watch.snapshot != nil {
      try tell(.renamed(from: watch.name.description), of: watch, at: now)
    }
    return watch
  }

  /// Makes one of two watches of one repository, which has what is the better of either.
  private func join(_ watch: Watch, to other: Watch) throws(StoreError) {
    try database.run(
      """
      UPDATE watch SET position = min(watch.position, gone.position),
          is_quiet = watch.is_quiet AND gone.is_quiet,
          contributors_wanted_at
            = nullif(max(coalesce(watch.contributors_wanted_at, 0), gone.contributors_wanted_at), 0)
        FROM (SELECT position, is_quiet, coalesce(contributors_wanted_at, 0)
            AS contributors_wanted_at FROM watch WHERE id = ?1) AS gone
        WHERE id = ?2
      """, .integer(watch.id), .integer(other.id))
    try database.run("DELETE FROM watch WHERE id = ?", .integer(watch.id))
  }

  /// Ends a reload: says what came of it, and when the next is due.
  ///
  /// What is no fault of the repository leaves it due, so that it is the first to be asked again.
  private func end(
    _ watch: Watch, _ reload: Reload, problem: ReloadProblem?, _ plan: ReloadPlan,
    _ spread: Double
  ) throws(StoreError) {
    let now = reload.at
    let isSiteWide = problem?.isSiteWide == true
    let failures = problem == nil ? 0 : watch.failures + (isSiteWide ? 0 : 1)
    let staysDue = isSiteWide || reload.contribution == .deferred
    let dueAt = staysDue ? watch.dueAt : plan.next(after: now, failures: failures, spread: spread)
    try database.run(
      """
      UPDATE watch SET tried_at = ?, failures = ?, problem = ?, problem_detail = ?, due_at = ?,
          is_gone = CASE WHEN ?3 IS NULL THEN 0 ELSE is_gone END
        WHERE id = ?
      """, Value(now), Value(failures), Value(problem?.kind), Value(problem?.detail), Value(dueAt),
      .integer(watch.id))
  }

  /// Tells once that a repository is gone; unless somebody else was told of it, who may see more.
  private func isGone(
    _ watch: Watch, askedAs: String, at now: Instant
  ) throws(StoreError) {
    let isNews = try database.integer(
      """
      SELECT is_gone = 0 FROM watch JOIN snapshot ON watch_id = id WHERE id = ? AND asked_as = ?
      """, .integer(watch.id), .text(askedAs))
    guard isNews == 1 else { return }
    try database.run("UPDATE watch SET is_gone = 1 WHERE id = ?", .integer(watch.id))
    try tell(.gone, of: watch, at: now)
  }

  /// Forgets news that nobody was told and that are not true any more.
  private func forgetWhatIsOver(since watch: Watch, _ snapshot: Snapshot) throws(StoreError) {
    try forgetNews(RepositoryNews.gone.kind, of: watch)
    if snapshot.isArchived == false { try forgetNews(RepositoryNews.archived.kind, of: watch) }
  }

  private func forgetNews(_ kind: String, of watch: Watch) throws(StoreError) {
    try database.run(
      "DELETE FROM news WHERE watch_id = ? AND kind = ?", .integer(watch.id), .text(kind))
  }

  private func milestone(of watch: Watch) throws(StoreError) -> Int {
    Int(
      try database.integer("SELECT milestone FROM watch WHERE id = ?", .integer(watch.id)) ?? 0)
  }

  private func raiseMilestone(of watch: Watch, to stars: Int?) throws(StoreError) {
    guard let stars, let reached = RepositoryNews.roundNumber(upTo: stars) else { return }
    try database.run(
      "UPDATE watch SET milestone = max(milestone, ?) WHERE id = ?", Value(reached),
      .integer(watch.id))
  }

  private func tell(
    _ news: RepositoryNews, of watch: Watch, at now: Instant
  ) throws(StoreError) {
    guard !watch.isQuiet else { return }
    // Said again before anybody was told it is one piece of news.
    try database.run(
      "DELETE FROM news WHERE watch_id = ? AND kind = ?", .integer(watch.id), .text(news.kind))
    try database.insert(
      into: "news",
      [
        "watch_id": .integer(watch.id), "at": Value(now), "kind": .text(news.kind),
        "detail": .text(news.detail),
      ])
  }
}
