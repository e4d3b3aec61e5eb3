internal import Foundation

/// A program's clock that reads what a test needs, by libfaketime.
public enum FakeTime {
  /// The words that start a program at a time, `YYYY-MM-DD HH:MM:SS` in the zone of its environment.
  public static func words(at time: String) -> [String] {
    removeLeftovers()
    return ["faketime", "--exclude-monotonic", "-f", "@" + time]
  }

  /// The words that start a program a number of seconds later than it is.
  public static func words(later seconds: Int) -> [String] {
    removeLeftovers()
    return ["faketime", "--exclude-monotonic", "-f", "+\(seconds)s"]
  }

  /// Removes what wrappers that were killed left behind.
  ///
  /// It is named after their process ids, and the next wrapper that gets such an id would refuse to
  /// start.
  private static func removeLeftovers() {
    let folder = "/dev/shm"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.contains("faketime_") {
      guard let id = name.split(separator: "_").last.flatMap({ pid_t($0) }), kill(id, 0) != 0,
        errno == ESRCH
      else { continue }
      unlink(folder + "/" + name)
    }
  }
}
