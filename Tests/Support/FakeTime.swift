internal import Foundation

/// The clock of a program set by libfaketime.
public enum FakeTime {
  /// The words before a command that start it at a time, `YYYY-MM-DD HH:MM:SS` in the zone of its environment.
  public static func words(at time: String) -> [String] {
    wrapper("@" + time)
  }

  /// The words before a command that start it with a clock ahead by a number of seconds.
  public static func words(later seconds: Int) -> [String] {
    wrapper("+\(seconds)s")
  }

  /// The program is a child of the wrapper; it is killed when a test kills the wrapper.
  private static func wrapper(_ time: String) -> [String] {
    removeLeftovers()
    return ["faketime", "--exclude-monotonic", "-f", time, "setpriv", "--pdeathsig", "KILL"]
  }

  /// Removes the files that killed wrappers left behind.
  ///
  /// A file is named after the wrapper's process id, and the next wrapper with that id would refuse
  /// to start.
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
