import Glibc

/// The monotonic clock, on which the distance between two events is measured.
enum Uptime {
  /// Microseconds since the machine was started; the same for every process.
  static var microseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
