internal import CDesktop
internal import Glibc
public import HaruSystem

/// A program that goes on after this one and its terminal have ended.
public enum DetachedProcess {
  /// Starts a program in a session of its own, without input and output.
  ///
  /// - Parameters:
  ///   - arguments: The path of the program, and its arguments.
  ///   - directory: Where it begins; `nil` for the directory of this program.
  /// - Throws: `GLibError` if it cannot be started.
  public static func start(
    _ arguments: [String], in directory: String? = nil
  ) throws(GLibError) {
    // GLib starts it as a grandchild, so nobody has to wait for its end.
    try spawn(arguments, in: directory, 0, nil)
  }

  /// Starts a program as `start` does, and waits for a while.
  ///
  /// - Returns: Whether it goes on then, or has ended without an error.
  /// - Throws: `GLibError` if it cannot be started.
  public static func startsWell(
    _ arguments: [String], milliseconds: Int32
  ) throws(GLibError) -> Bool {
    var process: GPid = 0
    try spawn(arguments, in: nil, G_SPAWN_DO_NOT_REAP_CHILD.rawValue, &process)
    // Without such a descriptor poll(2) only waits.
    var end = pollfd(fd: haru_open_process(process), events: Int16(POLLIN), revents: 0)
    defer { close(end.fd) }
    guard poll(&end, 1, milliseconds) > 0 else { return true }
    var status: Int32 = 0
    return waitpid(process, &status, 0) == process && Subprocess.exitStatus(ofWait: status) == 0
  }

  private static func spawn(
    _ arguments: [String], in directory: String?, _ flags: UInt32,
    _ process: UnsafeMutablePointer<GPid>?
  ) throws(GLibError) {
    var words = arguments.map { g_strdup($0) } + [nil]
    defer { words.forEach { g_free($0) } }
    var error: UnsafeMutablePointer<GError>?
    let silence = G_SPAWN_STDOUT_TO_DEV_NULL.rawValue | G_SPAWN_STDERR_TO_DEV_NULL.rawValue
    let started = g_spawn_async(
      directory, &words, nil, GSpawnFlags(silence | flags), { _ in setsid() }, nil, process, &error)
    guard started != 0 else { throw GLibError(taking: error) }
  }
}
