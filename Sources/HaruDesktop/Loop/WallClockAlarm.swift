internal import CDesktop
internal import Glibc
public import HaruSystem

/// One alarm on the wall clock, which rings at its instant, when the clock is set, and when the machine
/// wakes up (docs/desktop.md#wall-clock-timer).
@MainActor
public final class WallClockAlarm {
  private let descriptor: Int32
  private let cleanup: Cleanup
  private let onRing: @MainActor () -> Void

  /// Makes an alarm that is not set.
  ///
  /// - Throws: `GLibError` if the system cannot make a timer.
  public init(onRing: @escaping @MainActor () -> Void) throws(GLibError) {
    let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    guard descriptor >= 0 else {
      throw GLibError("no timer: \(String(cString: strerror(errno)))")
    }
    self.descriptor = descriptor
    self.onRing = onRing
    let source = g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
      { descriptor, _, data in
        var expirations: UInt64 = 0
        let count = read(descriptor, &expirations, 8)
        // ECANCELED means that the clock was set; EAGAIN means nothing.
        if count == 8 || (count < 0 && errno == ECANCELED) { runBox(data) }
        return 1
      }, Box<MainClosure>(onRing).retained(), releaseBox)
    cleanup = Cleanup {
      g_source_remove(source)
      close(descriptor)
    }
  }

  /// Sets the alarm to an instant in seconds since 1970; `nil` leaves only the changes of the clock.
  ///
  /// An instant in the past rings at once, in a later turn of the loop.
  public func set(_ secondsSince1970: Int64?) {
    // A timer of 0 would be off, and one beyond the year 9999 never rings.
    let seconds = min(max(secondsSince1970 ?? .max, 1), 253_402_300_799)
    var time = itimerspec(
      it_interval: timespec(tv_sec: 0, tv_nsec: 0),
      it_value: timespec(tv_sec: Int(seconds), tv_nsec: 0))
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    // ECANCELED here means that the clock was set meanwhile; the timer is armed.
    if timerfd_settime(descriptor, flags, &time, nil) < 0, errno == ECANCELED {
      MainLoop.later(onRing)
    }
  }
}
