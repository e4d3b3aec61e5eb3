internal import HaruCore
internal import HaruDesktop

/// The agent's alarm on the real clock.
@MainActor
final class LiveAlarm: Alarm {
  private let clock: WallClockAlarm
  private let onRetry: @MainActor () -> Void
  private var retry: Wait?

  init(
    onRing: @escaping @MainActor () -> Void, onRetry: @escaping @MainActor () -> Void
  ) throws(GLibError) {
    clock = try WallClockAlarm(onRing: onRing)
    self.onRetry = onRetry
  }

  func set(_ instant: Instant?) {
    clock.set(instant?.seconds)
  }

  func retry(afterMilliseconds milliseconds: Int) {
    guard retry == nil else { return }
    retry = MainLoop.after(milliseconds: milliseconds) { [weak self] in
      self?.retry = nil
      self?.onRetry()
    }
  }
}
