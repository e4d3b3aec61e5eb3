internal import CDesktop
internal import Glibc
public import HaruSystem

/// Programs of which the end is reported by the main loop.
extension Subprocess {
  /// Starts a program, with the standard error of this process.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - withheld: Variables of the environment that it does not get.
  ///   - limit: The time in milliseconds after which it is ended.
  ///   - onEnd: Receives its exit status; 128 plus the number of a signal that ended it.
  /// - Throws: `GLibError` if it cannot be started.
  @MainActor
  public static func start(
    _ arguments: [String], withholding withheld: [String] = [], limit: Int,
    onEnd: @escaping @MainActor (Int32) -> Void
  ) throws(GLibError) {
    let started = try spawn(
      arguments, withholding: withheld, G_SUBPROCESS_FLAGS_STDOUT_SILENCE.rawValue)
    let limit = MainLoop.after(milliseconds: limit) { g_subprocess_force_exit(started) }
    wait(for: started) { status in
      limit.cancel()
      onEnd(status)
    }
  }

  /// Starts a program as `start` does, and runs the loop until it ends.
  ///
  /// - Returns: Its exit status; 128 plus the number of a signal that ended it.
  /// - Throws: `GLibError` if it cannot be started.
  @MainActor
  public static func run(
    _ arguments: [String], withholding withheld: [String], limit: Int
  ) throws(GLibError) -> Int32 {
    var ended: Int32?
    try start(arguments, withholding: withheld, limit: limit) {
      ended = $0
      MainLoop.quit()
    }
    while true {
      MainLoop.run()
      if let ended { return ended }
    }
  }

  /// Runs a program with a text on its standard input, and runs the loop until it ends.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - input: The text; the program need not read it.
  ///   - limit: The time in milliseconds after which it is ended.
  /// - Returns: Its exit status; 128 plus the number of a signal that ended it.
  /// - Throws: `GLibError` if it cannot be started.
  @MainActor
  public static func run(
    _ arguments: [String], input: String, limit: Int
  ) throws(GLibError) -> Int32 {
    // A program that does not read would end this one.
    StandardStream.ignoreBrokenPipes()
    let started = try spawn(
      arguments,
      G_SUBPROCESS_FLAGS_STDIN_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDOUT_SILENCE.rawValue)
    let end = MainLoop.after(milliseconds: limit) { g_subprocess_force_exit(started) }
    g_subprocess_communicate_utf8_async(started, input, nil, nil, nil)
    var ended: Int32?
    wait(for: started) { status in
      end.cancel()
      ended = status
      MainLoop.quit()
    }
    while true {
      MainLoop.run()
      if let ended { return ended }
    }
  }

  /// Starts a program as `start` does, and reports its standard error with its end.
  ///
  /// Its end is reported when every process has closed its standard error, its children included.
  @MainActor
  public static func listen(
    to arguments: [String], limit: Int,
    onEnd: @escaping @MainActor (Int32, _ errors: String) -> Void
  ) throws(GLibError) {
    let started = try spawn(
      arguments,
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE.rawValue | G_SUBPROCESS_FLAGS_STDERR_PIPE.rawValue)
    let wait = MainLoop.after(milliseconds: limit) { g_subprocess_force_exit(started) }
    let ended = Box<MainHandler<String>> { errors in
      wait.cancel()
      onEnd(status(of: started), errors)
      g_object_unref(UnsafeMutableRawPointer(started))
    }
    g_subprocess_communicate_utf8_async(
      started, nil, nil,
      { source, result, data in
        var errors: UnsafeMutablePointer<gchar>?
        g_subprocess_communicate_utf8_finish(OpaquePointer(source), result, nil, &errors, nil)
        let text = errors.map { String(cString: $0) } ?? ""
        g_free(errors)
        runBox(data, with: text)
        releaseBox(data)
      }, ended.retained())
  }

  /// Reports the end of a program, and reaps it.
  @MainActor
  private static func wait(
    for started: OpaquePointer, onEnd: @escaping @MainActor (Int32) -> Void
  ) {
    let ended = Box<MainClosure> {
      onEnd(status(of: started))
      g_object_unref(UnsafeMutableRawPointer(started))
    }
    g_subprocess_wait_async(
      started, nil,
      { source, result, data in
        g_subprocess_wait_finish(OpaquePointer(source), result, nil)
        runBox(data)
        releaseBox(data)
      }, ended.retained())
  }

  private static func spawn(
    _ arguments: [String], withholding withheld: [String] = [], _ flags: UInt32
  ) throws(GLibError) -> OpaquePointer {
    let launcher = g_subprocess_launcher_new(GSubprocessFlags(flags))
    defer { g_object_unref(UnsafeMutableRawPointer(launcher)) }
    for variable in withheld { g_subprocess_launcher_unsetenv(launcher, variable) }
    var words = arguments.map { g_strdup($0) } + [nil]
    defer { words.forEach { g_free($0) } }
    var error: UnsafeMutablePointer<GError>?
    let started = words.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { base in
        base.withMemoryRebound(to: UnsafePointer<gchar>?.self, capacity: buffer.count) {
          g_subprocess_launcher_spawnv(launcher, $0, &error)
        }
      }
    }
    guard let started else { throw GLibError(taking: error) }
    return started
  }

  private static func status(of ended: OpaquePointer) -> Int32 {
    g_subprocess_get_if_exited(ended) != 0
      ? g_subprocess_get_exit_status(ended) : 128 + g_subprocess_get_term_sig(ended)
  }
}
