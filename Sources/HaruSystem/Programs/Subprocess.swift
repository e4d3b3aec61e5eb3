internal import CGLib

/// A program that is waited for, without a main loop.
public enum Subprocess {
  /// The result of a program.
  public struct Ending: Sendable {
    /// Its exit status; 128 plus the number of a signal that ended it.
    public let status: Int32
    /// Its standard output.
    public let output: String
  }

  /// Runs a program from the search path and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - withheld: Variables of the environment that it does not get.
  /// - Returns: How it has ended.
  /// - Throws: `GLibError` if it cannot be started.
  public static func run(
    _ arguments: [String], withholding withheld: [String] = []
  ) throws(GLibError) -> Ending {
    var words = arguments.map { g_strdup($0) } + [nil]
    defer { words.forEach { g_free($0) } }
    var environment = g_get_environ()
    for variable in withheld { environment = g_environ_unsetenv(environment, variable) }
    defer { g_strfreev(environment) }
    let flags = G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_STDERR_TO_DEV_NULL.rawValue
    var output: UnsafeMutablePointer<gchar>?
    var status: gint = 0
    var error: UnsafeMutablePointer<GError>?
    let isStarted = g_spawn_sync(
      nil, &words, environment, GSpawnFlags(flags), nil, nil, &output, nil, &status, &error)
    guard isStarted != 0 else { throw GLibError(taking: error) }
    defer { g_free(output) }
    return Ending(
      status: exitStatus(ofWait: status), output: output.map { String(cString: $0) } ?? "")
  }

  /// The exit status in what wait(2) says, or 128 plus the number of a signal.
  package static func exitStatus(ofWait status: Int32) -> Int32 {
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }
}
