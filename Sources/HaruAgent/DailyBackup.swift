internal import HaruCore
internal import HaruDesktop
internal import Logging

/// Has the command line make a backup each day, in a process of its own (DESIGN §3).
@MainActor
final class DailyBackup {
  /// Long enough after a login or the start of a day to be in nobody's way.
  private static let delayMilliseconds = 2000
  private static let limitMilliseconds = 60_000

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

  /// Has today's backup made, once.
  func isDue(on today: Day) {
    guard today != day else { return }
    day = today
    MainLoop.after(milliseconds: DailyBackup.delayMilliseconds) { [weak self] in self?.start() }
  }

  private func start() {
    do {
      try Subprocess.start(
        [haru, "store", "backup", "--daily"], limit: DailyBackup.limitMilliseconds
      ) { [log] status in
        if status == 0 {
          log.debug("the day's backup is looked after")
        } else {
          log.warning("no backup was made: status \(status)")
        }
      }
    } catch {
      log.warning("no backup was made: \(error)")
    }
  }
}
