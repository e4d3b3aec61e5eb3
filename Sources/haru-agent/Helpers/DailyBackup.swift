internal import HaruCore

/// Has the command line make a backup each day, and tries again when that fails.
@MainActor
final class DailyBackup {
  /// Long enough after a login or the start of a day not to slow anything down.
  private static let delayMilliseconds: Int64 = 2000
  /// By then the disk may have room again, and the store may be free.
  private static let retryMilliseconds: Int64 = 3_600_000

  private let haru: any Helper
  private let jobs: Jobs
  private let log: Log
  private var day: Day?

  /// Since when no backup could be made; `nil` if the last one was.
  private(set) var failsSince: Instant?

  /// Runs with the reason why a backup was not made, or `nil`.
  var onEnd: @MainActor (String?) -> Void = { _ in }

  init(_ haru: any Helper, jobs: Jobs, log: Log) {
    (self.haru, self.jobs, self.log) = (haru, jobs, log)
  }

  /// Starts today's backup when it is due; `today` is `nil` while the store cannot be read.
  func handle(_ event: Event, today: Day?, _ now: Instant) {
    if case .backupEnded(let failure) = event { ended(failure, now) }
    if let today, today != day {
      day = today
      jobs.schedule(.backUp, afterMilliseconds: Self.delayMilliseconds)
    } else if event.isDue(.backUp) {
      haru.start(["store", "backup", "--daily"], onEnd: onEnd)
    }
  }

  private func ended(_ failure: String?, _ now: Instant) {
    guard let failure else {
      failsSince = nil
      return log.debug("the day's backup is looked after")
    }
    failsSince = failsSince ?? now
    log.warning("no backup was made: \(failure)")
    jobs.schedule(.backUp, afterMilliseconds: Self.retryMilliseconds)
  }
}
