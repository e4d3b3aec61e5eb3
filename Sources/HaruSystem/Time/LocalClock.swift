internal import CGLib
internal import Glibc

/// The wall clock.
public enum LocalClock {
  /// Seconds since 1970.
  ///
  /// time(2) lags behind by up to a tick, so that a timer would ring before the second that it reads.
  public static var now: Int64 { Int64(time.tv_sec) }

  /// Milliseconds since 1970.
  public static var milliseconds: Int64 {
    let time = time
    return 1000 * Int64(time.tv_sec) + Int64(time.tv_nsec) / 1_000_000
  }

  private static var time: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }

  /// Milliseconds on the monotonic clock, for the time between two clicks.
  public static var uptimeMilliseconds: Int64 {
    Int64(g_get_monotonic_time() / 1000)
  }
}
