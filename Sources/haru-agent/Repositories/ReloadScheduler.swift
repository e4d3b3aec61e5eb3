internal import HaruCore

/// Starts reloads of watched repositories when they are due, one at a time.
///
/// The store knows what is due when, and how long GitHub must not be asked; `haru-fetch` writes it.
/// Only when a reload leaves something due, because it could not run, crashed or could not write, the
/// next one is delayed from here (docs/github.md#when-github-is-asked).
@MainActor
final class ReloadScheduler {
  /// When to look again for a program that is not installed.
  private static let secondsUntilInstalled: Int64 = 3600

  private let reloader: any Helper
  private let log: Log
  /// When the reload began that is running.
  private var startedAt: Instant?
  /// When the last reload began, until its result is judged.
  private var endedReload: Instant?
  /// How many reloads in a row have left something due.
  private var failures = 0
  private var delayedUntil: Instant?
  private var wasMissing = false

  /// Runs at the end of each reload.
  var onEnd: @MainActor () -> Void = {}

  init(_ reloader: any Helper, log: Log) {
    (self.reloader, self.log) = (reloader, log)
  }

  /// When the next reload can begin.
  ///
  /// - Parameters:
  ///   - due: When the store has something due; `nil` if nothing is watched.
  ///   - now: The current instant.
  ///   - plan: When a failed reload is tried again.
  /// - Returns: The instant, not before `now`; `nil` if nothing is due or a reload is running.
  func next(due: Instant?, at now: Instant, by plan: ReloadPlan) -> Instant? {
    judgeLastReload(due, now, plan)
    guard startedAt == nil, let due else { return nil }
    // After the clock was set back it would be too late.
    if let delayedUntil {
      self.delayedUntil = min(delayedUntil, plan.retry(after: now, failures: failures))
    }
    let next = max(due, delayedUntil ?? due)
    guard next <= now else { return next }
    return isInstalled ? now : now + Self.secondsUntilInstalled
  }

  /// Starts a reload.
  func start(_ request: ReloadRequest, at now: Instant) {
    log.debug("reloads what is due")
    startedAt = now
    reloader.start([FetchCommand.reload(request).line]) { [weak self] reason in
      guard let self else { return }
      if let reason { log.warning("not reloaded: \(reason)") }
      (endedReload, startedAt) = (startedAt, nil)
      onEnd()
    }
  }

  /// A reload has failed if something that was due when it began is due still.
  private func judgeLastReload(_ due: Instant?, _ now: Instant, _ plan: ReloadPlan) {
    guard let began = endedReload else { return }
    endedReload = nil
    guard let due, due <= began, due <= now else {
      (failures, delayedUntil) = (0, nil)
      return
    }
    failures += 1
    let next = plan.retry(after: now, failures: failures)
    delayedUntil = next
    log.debug("still due; tried again in \(next.seconds - now.seconds) s")
  }

  private var isInstalled: Bool {
    let isInstalled = reloader.isInstalled
    if !isInstalled, !wasMissing { log.warning("nothing is reloaded: haru-fetch is not installed") }
    wasMissing = !isInstalled
    return isInstalled
  }
}
