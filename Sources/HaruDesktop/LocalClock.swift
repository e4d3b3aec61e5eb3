internal import CDesktop

/// The clock on the wall.
public enum LocalClock {
  /// Seconds since 1970.
  ///
  /// Not time(2): that one lags behind by up to a tick, and a timer that rings on the second would
  /// find that its second has not come yet.
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }
}
