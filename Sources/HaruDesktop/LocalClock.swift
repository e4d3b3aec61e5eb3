internal import CDesktop

/// The clock on the wall.
public enum LocalClock {
  /// Seconds since 1970.
  public static var now: Int64 { Int64(time(nil)) }
}
