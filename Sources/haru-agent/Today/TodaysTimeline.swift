internal import HaruCore
internal import HaruDesktop
internal import HaruStore

/// Today's timeline, computed from the store at each event.
@MainActor
final class TodaysTimeline {
  /// By then the unusual lock that keeps even a reader waiting may be released.
  private static let retryMilliseconds: Int64 = 1000

  private let store: AgentStore
  private let backups: Backups
  private let jobs: Jobs
  private let log: Log

  /// The marks and rest days that were read last.
  private(set) var record = Record(days: [])

  /// The timeline; `nil` while the store cannot be read.
  private(set) var timeline: Timeline?
  /// Why the store cannot be read.
  private(set) var readError: StoreError?
  /// The backup that can replace a damaged store.
  private(set) var backup: String?

  init(store: AgentStore, backups: Backups, jobs: Jobs, log: Log) {
    (self.store, self.backups, self.jobs, self.log) = (store, backups, jobs, log)
  }

  var current: Entry? { timeline?.current }

  /// Computes the timeline again, with the reminders that the user has left.
  func read(_ moment: Moment, answered: Instant, later: Instant?) {
    do throws(StoreError) {
      record = try store.record(moment)
      timeline = moment.provider.timeline(
        of: record, at: moment.now, answered: answered, later: later)
      readError = nil
    } catch {
      if error == .busy {
        jobs.schedule(.read, afterMilliseconds: Self.retryMilliseconds)
        // Until the lock is released, what was read a moment ago holds.
        if current?.day == moment.today { return }
      }
      if readError != error {
        log.error("the store cannot be read: \(error)")
        backup = error.asksForBackup ? backups.newestReadable(on: moment.today) : nil
      }
      (timeline, readError) = (nil, error)
    }
  }
}
