internal import HaruCore
internal import HaruDesktop
internal import Logging

/// Has the command line make a backup each day, in a process of its own (DESIGN §3).
@MainActor
final class DailyBackup {
  /// Long enough after a login or the start of a day to be in nobody's way.
  private static let delayMilliseconds = 2000
  private static let limitMilliseconds = 60_000
  /// What was in the way may have gone by then: a disk may have room, the store may be free.
  private static let retryMilliseconds = 3_600_000

  private let haru: String
  private let log: Logger
  private var day: Day?

  /// - Parameters:
  ///   - agent: Our own file; the command line lies beside it.
  ///   - log: Where it says how it ended.
  init(agent: ProgramFile, log: Logger) {
    haru = agent.beside("haru")
    self.log = log
  }

  /// Has today's backup made, once; when that fails, again later.
  func isDue(on today: Day) {
    guard today != day else { return }
    day = today
    start(afterMilliseconds: DailyBackup.delayMilliseconds, for: today)
  }

  private func start(afterMilliseconds delay: Int, for today: Day) {
    MainLoop.after(milliseconds: delay) { [weak self] in
      // A new day has its own.
      if self?.day == today { self?.start(for: today) }
    }
  }

  private func start(for today: Day) {
    do {
      try Subprocess.start(
        [haru, "store", "backup", "--daily"], limit: DailyBackup.limitMilliseconds
      ) { [weak self, log] status in
        if status == 0 {
          log.debug("the day's backup is looked after")
        } else {
          self?.fail("status \(status)", on: today)
        }
      }
    } catch {
      fail("\(error)", on: today)
    }
  }

  private func fail(_ reason: String, on today: Day) {
    log.warning("no backup was made: \(reason)")
    start(afterMilliseconds: DailyBackup.retryMilliseconds, for: today)
  }
}
