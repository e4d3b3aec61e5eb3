internal import HaruCore
internal import HaruDesktop
internal import HaruStore
internal import Logging

/// Today's timeline, computed from the store at each event.
@MainActor
final class TodaysTimeline {
  /// By then the unusual lock that keeps even a reader waiting may be released.
  private static let retryMilliseconds: Int64 = 1000

  private let store: AgentStore
  private let backups: Backups
  private let jobs: Jobs
  private let log: Logger

  /// When the user last pressed a button, which settles the reminders up to then.
  var answered: Instant
  /// When *Later* reminds, and how many seconds after it was asked for.
  private var postponed: (at: Instant, wait: Int64)?

  /// When *Later* reminds.
  var later: Instant? { postponed?.at }

  /// The marks and rest days that were read last.
  private(set) var record = Record(days: [])

  /// The timeline; `nil` while the store cannot be read.
  private(set) var timeline: Timeline?
  /// Why the store cannot be read.
  private(set) var readError: StoreError?
  /// The backup that can replace a damaged store.
  private(set) var backup: String?

  init(
    store: AgentStore, backups: Backups, startedAt now: Instant, later: Instant?, jobs: Jobs,
    log: Logger
  ) {
    (self.store, self.backups, self.jobs, self.log) = (store, backups, jobs, log)
    answered = now
    if let later, later > now { postponed = (later, (later - now.seconds).seconds) }
  }

  var current: Entry? { timeline?.current }

  /// Corrects what is later than the clock allows, after it was set back.
  func clampToClock(of moment: Moment) {
    answered = min(answered, moment.now)
    if let postponed, postponed.at > moment.now + postponed.wait { self.postponed = nil }
  }

  /// Has no reminder come before an instant, and one then.
  func remind(at instant: Instant, _ moment: Moment) {
    (answered, postponed) = (moment.now, (instant, instant.seconds - moment.now.seconds))
  }

  /// Whether nothing comes by itself until *Later* reminds.
  func isPostponed(_ moment: Moment) -> Bool {
    later.map { moment.now < $0 && $0 < moment.dayEnds } ?? false
  }

  /// Forgets *Later*, because its day is over.
  func forgetLater() { postponed = nil }

  /// Computes the timeline again.
  func read(_ moment: Moment) {
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
