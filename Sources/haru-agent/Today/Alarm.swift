internal import HaruCore
internal import HaruDesktop
internal import HaruSystem

/// Wakes the agent up.
@MainActor
protocol Alarm: AnyObject {
  /// Replaces both times: an instant on the wall clock, and when the first job is due, in
  /// milliseconds of uptime; `nil` if no job waits.
  func set(_ instant: Instant, firstJob: Int64?)
}

/// The agent's alarm on the system's clocks.
@MainActor
final class LiveAlarm: Alarm {
  private let clock: WallClockAlarm
  private let onJobs: @MainActor () -> Void
  private var firstJob: Int64?
  private var wait: Wait?

  init(
    onRing: @escaping @MainActor () -> Void, onJobs: @escaping @MainActor () -> Void
  ) throws(GLibError) {
    clock = try WallClockAlarm(onRing: onRing)
    self.onJobs = onJobs
  }

  func set(_ instant: Instant, firstJob: Int64?) {
    clock.set(instant.seconds)
    guard firstJob != self.firstJob else { return }
    self.firstJob = firstJob
    wait?.cancel()
    wait = firstJob.map { time in
      MainLoop.after(milliseconds: Int(time - LocalClock.uptimeMilliseconds)) { [weak self] in
        self?.firstJob = nil
        self?.onJobs()
      }
    }
  }
}
