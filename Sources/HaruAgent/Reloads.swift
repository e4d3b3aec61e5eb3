internal import HaruCore
internal import Logging

/// Has watched repositories reloaded when they are due, in one process at a time.
///
/// What is due when, and until when GitHub is not asked, stands in the store, written by who asks.
/// Only where a reload leaves something due all the same, because it cannot run, crashes or may not
/// write, the next one is put off from here.
@MainActor
final class Reloads {
  /// Somebody may have installed it by then.
  private static let installedAfter: Int64 = 3600

  private let reloader: any Reloader
  private let log: Logger
  /// When the reload began that has not ended yet.
  private var startedAt: Instant?
  /// When the last one began that has ended, until it is known what it left.
  private var endedReload: Instant?
  /// How many in a row have left something due.
  private var failures = 0
  private var putOffUntil: Instant?
  private var isMissed = false

  /// Hears the end of each reload.
  var onEnd: @MainActor () -> Void = {}

  init(_ reloader: any Reloader, log: Logger) {
    (self.reloader, self.log) = (reloader, log)
  }

  /// Works out when the next reload can begin.
  ///
  /// - Parameters:
  ///   - due: When the store has something due; `nil` if nothing is watched.
  ///   - now: The instant it is.
  ///   - plan: When something is tried again.
  /// - Returns: The instant, from now on; `nil` if there is nothing to wait for.
  func next(due: Instant?, at now: Instant, by plan: ReloadPlan) -> Instant? {
    judgeEnded(due, now, plan)
    guard startedAt == nil, let due else { return nil }
    // After the clock was set back it would be too far away.
    if let putOffUntil {
      self.putOffUntil = min(putOffUntil, plan.retry(after: now, failures: failures))
    }
    let next = max(due, putOffUntil ?? due)
    guard next <= now else { return next }
    return isThere ? now : now + Reloads.installedAfter
  }

  /// Begins a reload.
  func start(_ request: ReloadRequest, at now: Instant) {
    log.debug("reloads what is due")
    startedAt = now
    reloader.reload(request) { [weak self] reason in
      guard let self else { return }
      if let reason { log.warning("not reloaded: \(reason)") }
      (endedReload, startedAt) = (startedAt, nil)
      onEnd()
    }
  }

  /// What was due when a reload began, and still is, could not be reloaded.
  private func judgeEnded(_ due: Instant?, _ now: Instant, _ plan: ReloadPlan) {
    guard let began = endedReload else { return }
    endedReload = nil
    guard let due, due <= began, due <= now else {
      (failures, putOffUntil) = (0, nil)
      return
    }
    failures += 1
    putOffUntil = plan.retry(after: now, failures: failures)
    log.debug("still due; tried again in \((putOffUntil?.seconds ?? 0) - now.seconds) s")
  }

  private var isThere: Bool {
    let isInstalled = reloader.isInstalled
    if !isInstalled, !isMissed { log.warning("nothing is reloaded: haru-fetch is not installed") }
    isMissed = !isInstalled
    return isInstalled
  }
}
