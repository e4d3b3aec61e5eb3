internal import HaruCore
internal import HaruDesktop
internal import HaruStore
internal import HaruText

/// Has watched repositories reloaded when they are due, and shows the news in the digest
/// (docs/github.md#watches).
@MainActor
final class RepositoryWatcher {
  /// By then another process has written.
  private static let retryMilliseconds: Int64 = 1000

  private let store: AgentStore
  private let usualStorePath: String
  private let reloads: ReloadScheduler
  private let digest: Digest
  private let jobs: Jobs
  private let log: Log
  /// Why the watches could not be read.
  private var problem: StoreError?

  init(
    store: AgentStore, usualStorePath: String, reloads: ReloadScheduler, digest: Digest, jobs: Jobs,
    log: Log
  ) {
    (self.store, self.usualStorePath) = (store, usualStorePath)
    (self.reloads, self.digest, self.jobs, self.log) = (reloads, digest, jobs, log)
  }

  /// Does what an event and the time ask for, by what the store contains now.
  ///
  /// - Returns: When it has to be called again; `nil` if only another event makes that necessary.
  func handle(_ event: Event, _ moment: Moment) -> Instant? {
    note(event, moment)
    let plan = ReloadPlan(interval: moment.settings.reloadAfter)
    let (due, news): (Instant?, [WatchNews])
    do {
      (due, news) = try store.watches(at: moment.now, by: plan, on: moment.settings.site)
      problem = nil
    } catch {
      logProblem(error)
      digest.publish()
      return nil
    }
    digest.rename(as: news)
    if case .storeChanged = event, !digest.names.isEmpty { removeUnwanted() }
    let wakes = [announce(news, moment), reload(due, event, plan, moment)]
    return wakes.compactMap(\.self).min()
  }

  /// Shows the digest again, as the user asks.
  func showAgain() { digest.show() }

  /// Removes a muted repository from the digest.
  func muted(_ name: RepositoryName) { digest.remove(handled: name) }

  /// Tells that a repository could not be muted.
  func notMuted(_ name: RepositoryName, because error: StoreError) {
    digest.show(remark: DigestText.notMuted(name, because: error))
  }

  func withdraw() { digest.withdraw() }

  private func note(_ event: Event, _ moment: Moment) {
    switch event {
    case .digestShown: digest.wasShown()
    case .digestLost: digest.show()
    case .doNotDisturbEnded where !moment.isQuiet: digest.showAgainOnce()
    case .pageOpened(let name, nil): digest.remove(handled: name)
    case .pageOpened(let name, let failure?):
      log.warning("not opened: \(name): \(failure)")
      digest.show(remark: DigestText.notOpened(name, failure))
    case .due(let jobs) where jobs.contains(.sendDigest): digest.sendAgain()
    default: break
    }
  }

  // MARK: News

  /// Shows what is new.
  ///
  /// If the user wants no announcements, news are not kept for later either: they would be old then,
  /// and look new.
  private func announce(_ news: [WatchNews], _ moment: Moment) -> Instant? {
    guard moment.settings.announcement == .changes else {
      digest.withdraw()
      markAnnounced(news) { (store) throws(StoreError) in try store.forget(news) }
      return nil
    }
    let (done, waits) = digest.publish(news, isQuiet: moment.isQuiet)
    markAnnounced(done) { (store) throws(StoreError) in
      try store.keep(done, announcedAt: moment.now)
    }
    return waits ? moment.quietEnds : nil
  }

  /// Writes that news need not be announced any more; later, if another process is writing.
  private func markAnnounced(
    _ news: [WatchNews], _ body: (Store) throws(StoreError) -> Void
  ) {
    guard !news.isEmpty else { return }
    do {
      try store.with(body)
    } catch {
      log.debug("news that were shown are still to be announced: \(error)")
      if error == .busy { jobs.schedule(.forgetNews, afterMilliseconds: Self.retryMilliseconds) }
    }
  }

  /// Removes from the digest what another process has muted or no longer watches.
  private func removeUnwanted() {
    do {
      let wanted = try store.with { (store) throws(StoreError) in
        try store.watches().filter { !$0.isQuiet }.map(\.name)
      }
      digest.remove(digest.names.subtracting(wanted))
    } catch {
      logProblem(error)
    }
  }

  /// Logs why the watches cannot be read; once, and not that another process writes.
  private func logProblem(_ error: StoreError) {
    guard error != .busy else { return log.debug("the watches cannot be read: \(error)") }
    if error != problem { log.warning("the watches cannot be read: \(error)") }
    problem = error
  }

  // MARK: Reloads

  /// Reloads what is due.
  ///
  /// Only the alarm starts a reload, so that no click waits for it; for what is due already the
  /// alarm rings at once.
  private func reload(
    _ due: Instant?, _ event: Event, _ plan: ReloadPlan, _ moment: Moment
  ) -> Instant? {
    guard moment.settings.isSiteKnown, moment.settings.isStoreKnown else { return nil }
    let next = reloads.next(due: due, at: moment.now, by: plan)
    guard let next, next <= moment.now, event.isOfTime else { return next }
    let request = ReloadRequest(.due, by: moment.settings, usualStore: usualStorePath)
    reloads.start(request, at: moment.now)
    return nil
  }
}
