internal import CDesktop
internal import Glibc
public import HaruSystem

/// A program that runs beside this one, and of which each line is read as it comes.
///
/// GLib would start it from a copy of this process, and wait for it in a thread of its own: together
/// a millisecond and a half.
@MainActor
public final class RunningProgram {
  private var process: pid_t = 0
  private var hasEnded = false
  /// The ends of its pipes.
  private let (input, output): (Int32, Int32)

  /// Starts a program, which may wait for its input, with the standard error of this process.
  ///
  /// - Parameter arguments: The program, by its path or from the search path, and its arguments.
  /// - Throws: `GLibError` if it cannot be started.
  public init(_ arguments: [String]) throws(GLibError) {
    let (forInput, forOutput) = (try RunningProgram.pipe(), try RunningProgram.pipe())
    (input, output) = (forInput.writing, forOutput.reading)
    var words = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    let problem = haru_spawn(&words, forInput.reading, forOutput.writing, &process)
    close(forInput.reading)
    close(forOutput.writing)
    guard problem == 0 else {
      close(input)
      close(output)
      throw GLibError(String(cString: strerror(problem)))
    }
  }

  static func pipe() throws(GLibError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    var error: UnsafeMutablePointer<GError>?
    guard g_unix_open_pipe(&ends, FD_CLOEXEC, &error) != 0 else { throw GLibError(taking: error) }
    return (ends[0], ends[1])
  }

  /// Writes its standard input, and reports each line of its standard output.
  ///
  /// - Parameters:
  ///   - bytes: All of its input; the program need not read it.
  ///   - onLine: Receives a line, without its end.
  ///   - onEnd: Receives its exit status after its last line; 128 plus the number of a signal that ended
  ///     it.
  public func follow(
    input bytes: [UInt8], onLine: @escaping @MainActor (String) -> Void,
    onEnd: @escaping @MainActor (Int32) -> Void
  ) {
    // A program that does not read would end this one.
    StandardStream.ignoreBrokenPipes()
    StandardStream.write(bytes, to: input)
    close(input)
    var line: [UInt8] = []
    MainLoop.onReadable(output) { [self] in
      guard let bytes = RunningProgram.bytes(from: output) else {
        if !line.isEmpty { onLine(String(decoding: line, as: UTF8.self)) }
        close(output)
        onceEnded(onEnd)
        return false
      }
      for byte in bytes {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        onLine(String(decoding: line, as: UTF8.self))
        line = []
      }
      return true
    }
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
