internal import CDesktop

/// Another program, run to its end; for short programs that may wait.
public enum Subprocess {
  /// How a program ended.
  public struct Ending: Sendable {
    /// Its exit status; 128 and more if a signal ended it.
    public let status: Int32
    /// What it wrote to standard output.
    public let output: String
  }

  /// Runs a program found on the search path and waits for it.
  ///
  /// - Throws: `GLibError` if it cannot be started.
  public static func run(_ arguments: [String]) throws(GLibError) -> Ending {
    var words = arguments.map { g_strdup($0) } + [nil]
    defer { words.forEach { g_free($0) } }
    var error: UnsafeMutablePointer<GError>?
    let flags = GSubprocessFlags(
      G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDERR_SILENCE.rawValue)
    let started = words.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { base in
        base.withMemoryRebound(to: UnsafePointer<gchar>?.self, capacity: buffer.count) {
          g_subprocess_newv($0, flags, &error)
        }
      }
    }
    guard let started else { throw GLibError(taking: error) }
    defer { g_object_unref(UnsafeMutableRawPointer(started)) }
    var output: UnsafeMutablePointer<gchar>?
    guard g_subprocess_communicate_utf8(started, nil, nil, &output, nil, &error) != 0 else {
      throw GLibError(taking: error)
    }
    defer { g_free(output) }
    let exited = g_subprocess_get_if_exited(started) != 0
    return Ending(
      status: exited
        ? g_subprocess_get_exit_status(started) : 128 + g_subprocess_get_term_sig(started),
      output: output.map { String(cString: $0) } ?? "")
  }
}
