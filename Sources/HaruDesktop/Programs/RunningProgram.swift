internal import CDesktop
internal import Glibc
public import HaruSystem

/// A program that runs beside this one for as long as it takes.
///
/// GLib would start it from a copy of this process, and wait for it in a thread of its own: together
/// a millisecond and a half.
@MainActor
public final class RunningProgram {
  private var process: pid_t = 0
  private var hasEnded = false
  /// What it has written so far.
  private var said: [UInt8] = []
  /// The end of its pipe.
  private let output: Int32

  /// Starts a program with an empty input and the standard error of this process.
  ///
  /// - Parameters:
  ///   - arguments: The program, by its path or from the search path, and its arguments.
  ///   - onEnd: Receives its exit status, or 128 plus the number of a signal that ended it, and its standard output.
  /// - Throws: `GLibError` if it cannot be started.
  public init(
    _ arguments: [String], onEnd: @escaping @MainActor (Int32, _ said: String) -> Void
  ) throws(GLibError) {
    let (forInput, forOutput) = (try RunningProgram.pipe(), try RunningProgram.pipe())
    output = forOutput.reading
    close(forInput.writing)
    var words = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    let problem = haru_spawn(&words, forInput.reading, forOutput.writing, &process)
    close(forInput.reading)
    close(forOutput.writing)
    guard problem == 0 else {
      close(output)
      throw GLibError(String(cString: strerror(problem)))
    }
    MainLoop.onReadable(output) { [self] in
      if let bytes = RunningProgram.bytes(from: output) {
        said += bytes
        return true
      }
      close(output)
      onceEnded { [self] in onEnd($0, String(decoding: said, as: UTF8.self)) }
      return false
    }
  }

  static func pipe() throws(GLibError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    var error: UnsafeMutablePointer<GError>?
    guard g_unix_open_pipe(&ends, FD_CLOEXEC, &error) != 0 else { throw GLibError(taking: error) }
    return (ends[0], ends[1])
  }

  /// The bytes in a pipe; `nil` at its end.
  private static func bytes(from descriptor: Int32) -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, [EINTR, EAGAIN].contains(errno) { return [] }
    return count > 0 ? buffer[..<count] : nil
  }

  /// Reports the end, in a later turn of the loop where the system can say it.
  private func onceEnded(_ body: @escaping @MainActor (Int32) -> Void) {
    let descriptor = haru_open_process(process)
    guard descriptor >= 0 else { return body(reap()) }
    MainLoop.onReadable(descriptor) { [self] in
      close(descriptor)
      body(reap())
      return false
    }
  }

  /// Waits for the end; returns the exit status, or 128 plus the number of a signal.
  private func reap() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
    return Subprocess.exitStatus(ofWait: status)
  }

  /// Asks it to end, unless it has ended.
  public func terminate() {
    if !hasEnded { kill(process, SIGTERM) }
  }
}
