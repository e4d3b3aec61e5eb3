internal import CDesktop
internal import Glibc
public import HaruSystem

/// A program whose end the main loop reports.
///
/// What is waited for without a loop is a `Subprocess`.
@MainActor
public enum ChildProcess {
  /// Starts a program, with the standard error of this process.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - withheld: Variables of the environment that it does not get.
  ///   - added: Variables that it gets besides.
  ///   - isGroup: Whether what it has started is ended with it.
  ///   - input: A text on its standard input, which it need not read; `nil` for none.
  ///   - limit: The time in milliseconds after which it is ended.
  ///   - onEnd: Receives its exit status; 128 plus the number of a signal that ended it.
  /// - Throws: `GLibError` if it cannot be started.
  public static func start(
    _ arguments: [String], withholding withheld: [String] = [],
    adding added: [String: String] = [:], isGroup: Bool = false,
    input: String? = nil, limit: Int,
    onEnd: @escaping @MainActor (Int32) -> Void
  ) throws(GLibError) {
    var flags = G_SUBPROCESS_FLAGS_STDOUT_SILENCE.rawValue
    if input != nil { flags |= G_SUBPROCESS_FLAGS_STDIN_PIPE.rawValue }
    let started = try spawn(
      arguments, withholding: withheld, adding: added, isGroup: isGroup, flags)
    if let input {
      // A program that does not read would end this one.
      StandardStream.ignoreBrokenPipes()
      g_subprocess_communicate_utf8_async(started, input, nil, nil, nil)
    }
    let limit = MainLoop.after(milliseconds: limit) { end(started, isGroup: isGroup) }
    wait(for: started) {
      limit.cancel()
      onEnd(status(of: started))
      g_object_unref(UnsafeMutableRawPointer(started))
    }
  }

  /// Starts a program as `start` does, and runs the loop until it ends.
  ///
  /// - Returns: Its exit status; 128 plus the number of a signal that ended it.
  /// - Throws: `GLibError` if it cannot be started.
  public static func run(
    _ arguments: [String], withholding withheld: [String] = [],
    adding added: [String: String] = [:], isGroup: Bool = false,
    input: String? = nil, limit: Int
  ) throws(GLibError) -> Int32 {
    var ended: Int32?
    try start(
      arguments, withholding: withheld, adding: added, isGroup: isGroup, input: input, limit: limit
    ) {
      ended = $0
      MainLoop.quit()
    }
    while true {
      MainLoop.run()
      if let ended { return ended }
    }
  }

  /// Starts a program as `start` does, and reports its standard error with its end.
  ///
  /// Its end is reported when every process has closed its standard error, its children included. It is a process
  /// group of its own: a terminal that is closed does not end it.
  public static func listen(
    to arguments: [String], limit: Int,
    onEnd: @escaping @MainActor (Int32, _ errors: String) -> Void
  ) throws(GLibError) {
    let started = try spawn(
      arguments, isGroup: true,
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE.rawValue | G_SUBPROCESS_FLAGS_STDERR_PIPE.rawValue)
    // A viewer that it has opened goes on.
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

  /// Starts a program; `streams` are descriptors that it gets as its standard streams, and that are closed here.
  static func spawn(
    _ arguments: [String], withholding withheld: [String] = [],
    adding added: [String: String] = [:], isGroup: Bool = false,
    _ flags: UInt32 = 0, streams: [Int32] = []
  ) throws(GLibError) -> OpaquePointer {
    let launcher = g_subprocess_launcher_new(GSubprocessFlags(flags))
    defer { g_object_unref(UnsafeMutableRawPointer(launcher)) }
    for (stream, take) in zip(streams, takers) { take(launcher, stream) }
    for variable in withheld { g_subprocess_launcher_unsetenv(launcher, variable) }
    for (name, value) in added { g_subprocess_launcher_setenv(launcher, name, value, 1) }
    // What it starts belongs to its group, unless that begins one of its own. It tells the number of its group
    // itself: GIO forgets that of a process which has ended, also before anybody could ask.
    let told = isGroup ? try pipe() : nil
    defer { told.map { _ = (close($0.reading), close($0.writing)) } }
    if let told {
      g_subprocess_launcher_set_child_setup(
        launcher,
        { writing in
          setpgid(0, 0)
          var group = getpid()
          _ = write(Int32(Int(bitPattern: writing)), &group, MemoryLayout<pid_t>.size)
        }, UnsafeMutableRawPointer(bitPattern: Int(told.writing)), nil)
    }
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
    if let told {
      var group: pid_t = 0
      if read(told.reading, &group, MemoryLayout<pid_t>.size) > 0 {
        g_object_set_data(
          UnsafeMutablePointer(started), groupKey, UnsafeMutableRawPointer(bitPattern: Int(group)))
      }
    }
    return started
  }

  static func pipe() throws(GLibError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    var error: UnsafeMutablePointer<GError>?
    guard g_unix_open_pipe(&ends, FD_CLOEXEC, &error) != 0 else { throw GLibError(taking: error) }
    return (ends[0], ends[1])
  }

  private static let groupKey = "haru-group"

  /// Does something when a program has ended.
  static func wait(for started: OpaquePointer, _ onEnd: @escaping MainClosure) {
    g_subprocess_wait_async(
      started, nil,
      { source, result, data in
        g_subprocess_wait_finish(OpaquePointer(source), result, nil)
        runBox(data)
        releaseBox(data)
      }, Box<MainClosure>(onEnd).retained())
  }

  /// What gives a program its standard input, output and error.
  private static let takers = [
    g_subprocess_launcher_take_stdin_fd, g_subprocess_launcher_take_stdout_fd,
    g_subprocess_launcher_take_stderr_fd,
  ]

  /// Ends a program, and what it has started if that is its group.
  static func end(_ started: OpaquePointer, isGroup: Bool) {
    guard isGroup else { return g_subprocess_force_exit(started) }
    if let group = group(of: started) { kill(-group, SIGKILL) }
  }

  /// The process group of a program that was started in one of its own, which may outlive it.
  static func group(of started: OpaquePointer) -> pid_t? {
    g_object_get_data(UnsafeMutablePointer(started), groupKey).map { pid_t(Int(bitPattern: $0)) }
  }

  static func status(of ended: OpaquePointer) -> Int32 {
    g_subprocess_get_if_exited(ended) != 0
      ? g_subprocess_get_exit_status(ended) : 128 + g_subprocess_get_term_sig(ended)
  }
}
