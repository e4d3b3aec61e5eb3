internal import HaruCore
internal import HaruSession
internal import HaruStore
internal import HaruText
internal import Logging

/// Looks after the watched repositories: has them reloaded when they are due, and tells what is new.
@MainActor
final class Watches {
  /// Another process that writes has done so by then.
  private static let busySeconds: Int64 = 1

  private let door: StoreDoor
  private let usualStorePath: String
  private let reloads: Reloads
  private let digest: Digest
  private let log: Logger

  init(door: StoreDoor, usualStorePath: String, reloads: Reloads, digest: Digest, log: Logger) {
    (self.door, self.usualStorePath) = (door, usualStorePath)
    (self.reloads, self.digest, self.log) = (reloads, digest, log)
  }

  /// Does what an event and the time ask for; what is due and what is new is read from the store
  /// each time.
  ///
  /// - Returns: When it has to be asked again; `nil` if only another event has to.
  func handle(_ event: Event, _ moment: Moment) -> Instant? {
    hear(event)
    let plan = ReloadPlan(interval: moment.settings.reloadAfter)
    let (due, news): (Instant?, [WatchNews])
    do {
      (due, news) = try door.watches(at: moment.now, by: plan, on: moment.settings.site)
    } catch {
      log.debug("the watches cannot be read: \(error)")
      digest.publish()
      return nil
    }
    digest.learn(names: news)
    if case .storeChanged = event, !digest.names.isEmpty { leaveOut() }
    let wakes = [tell(news, moment), reload(due, event, plan, moment)]
    return wakes.compactMap(\.self).min()
  }

  /// The user wants to see the digest again.
  func showAgain() { digest.show() }

  /// The changes of a repository are not announced any more.
  func isQuiet(_ name: RepositoryName) { digest.dealtWith(name) }

  /// That could not be written down.
  func isNotQuiet(_ name: RepositoryName, because error: StoreError) {
    digest.say(DigestText.notMuted(name, because: error))
  }

  private func hear(_ event: Event) {
    switch event {
    case .digestShown: digest.isShown()
    case .digestLost: digest.show()
    case .pageOpened(let name, nil): digest.dealtWith(name)
    case .pageOpened(let name, let failure?):
      log.warning("not opened: \(name): \(failure)")
      digest.say(DigestText.notOpened(name, failure))
    default: break
    }
  }

  // MARK: News

  /// Tells what is new.
  ///
  /// Where the user wants to hear nothing, nothing is kept for later either: it would be old then,
  /// and look new.
  private func tell(_ news: [WatchNews], _ moment: Moment) -> Instant? {
    guard moment.settings.announcement == .changes else {
      digest.withdraw()
      return forget(news) ? nil : moment.now + Watches.busySeconds
    }
    let (done, waits) = digest.publish(news, isQuiet: moment.audible > moment.now)
    guard forget(done) else { return moment.now + Watches.busySeconds }
    return waits ? moment.audible : nil
  }

  /// Forgets news; `false` if another process is writing, and it has to be done again.
  private func forget(_ news: [WatchNews]) -> Bool {
    guard !news.isEmpty else { return true }
    do {
      try door.with { (store) throws(StoreError) in try store.forget(news) }
    } catch {
      log.debug("news are kept that were told: \(error)")
      return error != .busy
    }
    return true
  }

  /// Leaves out of the digest what another process has made quiet or removed.
  private func leaveOut() {
    do {
      let wanted = try door.with { (store) throws(StoreError) in
        try store.watches().filter { !$0.isQuiet }.map(\.name)
      }
      digest.leave(out: digest.names.subtracting(wanted))
    } catch {
      log.debug("the watches cannot be read: \(error)")
    }
  }

  // MARK: Reloads

  /// Has reloaded what is due.
  ///
  /// Only the alarm begins that, and not a click whose answer would have to wait; it rings at once
  /// for what is due already.
  private func reload(
    _ due: Instant?, _ event: Event, _ plan: ReloadPlan, _ moment: Moment
  ) -> Instant? {
    let next = reloads.next(due: due, at: moment.now, by: plan)
    guard let next, next <= moment.now, event.isOfTime else { return next }
    let request = ReloadRequest(.due, by: moment.settings, usualStore: usualStorePath)
    reloads.start(request, at: moment.now)
    return nil
  }
}
