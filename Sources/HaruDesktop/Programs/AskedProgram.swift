internal import CDesktop
internal import Glibc
public import HaruSystem

/// A program that is asked something on its standard input, and answers on its standard output.
///
/// It may do anything: hang, write without end, leave what it has started with its streams open. The loop never
/// waits for it, and is not woken before its end: what it writes stays in a pipe until then. One that writes more
/// than the pipe holds waits, until its time is over.
@MainActor
public final class AskedProgram {
  /// Why there is no answer; described for a log, in English.
  public enum NoAnswer: Error, Sendable, CustomStringConvertible {
    /// It could not be started.
    case notStarted(GLibError)
    /// It had so many seconds.
    case late(Int)
    /// It has written as many bytes, or more.
    case tooLong(Int)
    /// It has ended with a status, and the last line that it has complained of.
    case status(Int32, String?)
    /// Nobody wanted it any more.
    case stopped

    /// The reason.
    public var description: String {
      switch self {
      case .notStarted(let error): error.message
      case .late(let seconds): "no answer in \(seconds) s"
      case .tooLong(let bytes): "\(bytes) bytes or more"
      case .status(let status, let line): "status \(status)" + (line.map { ": " + $0 } ?? "")
      case .stopped: "stopped"
      }
    }
  }

  /// How many bytes it may write.
  private static let most = 1 << 16
  /// What a pipe can hold: each write may take a page of its own.
  private static let room = 1 << 20
  /// `F_SETPIPE_SZ` of Linux, which Swift does not import.
  private static let setPipeSize: Int32 = 1031

  private let process: OpaquePointer
  /// Its process group, which outlives it as long as something that it has started.
  private let group: pid_t?
  private let (output, errors): (Int32, Int32)
  private var limit: Wait?
  private var failure: NoAnswer?
  private var hasEnded = false

  /// Starts a program in a process group of its own.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - withheld: Variables of the environment that it does not get.
  ///   - added: Variables that it gets besides.
  ///   - question: A line for its standard input, shorter than a page of memory; `nil` for an empty input.
  ///   - limit: After how many seconds it is ended, with what it has started.
  ///   - onEnd: Receives its standard output, or why there is no answer.
  /// - Throws: `NoAnswer.notStarted`.
  public init(
    _ arguments: [String], withholding withheld: [String] = [],
    adding added: [String: String] = [:], question: String?, limit: Int,
    onEnd: @escaping @MainActor (Result<[UInt8], NoAnswer>) -> Void
  ) throws(NoAnswer) {
    let (forInput, forOutput) = (try Self.pipe(), try Self.pipe())
    let forErrors = try Self.pipe()
    (output, errors) = (forOutput.reading, forErrors.reading)
    if let question {
      StandardStream.write(Array((question + "\n").utf8), to: forInput.writing)
    }
    close(forInput.writing)
    do {
      process = try ChildProcess.spawn(
        arguments, withholding: withheld, adding: added, isGroup: true,
        streams: [forInput.reading, forOutput.writing, forErrors.writing])
    } catch {
      close(output)
      close(errors)
      throw .notStarted(error)
    }
    group = ChildProcess.group(of: process)
    self.limit = MainLoop.after(milliseconds: limit * 1000) { [weak self] in
      self?.end(.late(limit))
    }
    ChildProcess.wait(for: process) { onEnd(self.answer()) }
  }

  /// Asks a program, and waits for its end.
  ///
  /// - Returns: Its standard output.
  /// - Throws: Why there is no answer.
  public static func output(
    of arguments: [String], withholding withheld: [String] = [],
    adding added: [String: String] = [:], limit: Int
  ) throws(NoAnswer) -> [UInt8] {
    var answer: Result<[UInt8], NoAnswer>?
    let program = try AskedProgram(
      arguments, withholding: withheld, adding: added, question: nil, limit: limit
    ) {
      answer = $0
      MainLoop.quit()
    }
    while answer == nil { MainLoop.run() }
    program.endGroup()
    return try answer?.get() ?? []
  }

  /// Ends it with what it has started.
  public func stop() { end(.stopped) }

  /// Ends what it has started, after its own end.
  public func endGroup() {
    if hasEnded, let group { kill(-group, SIGKILL) }
  }

  private func end(_ reason: NoAnswer) {
    guard !hasEnded else { return }
    failure = failure ?? reason
    ChildProcess.end(process, isGroup: true)
  }

  private func answer() -> Result<[UInt8], NoAnswer> {
    hasEnded = true
    limit?.cancel()
    let (said, complaint) = (AskedProgram.rest(of: output), AskedProgram.rest(of: errors))
    let status = ChildProcess.status(of: process)
    g_object_unref(UnsafeMutableRawPointer(process))
    guard max(said.count, complaint.count) < AskedProgram.most else {
      return .failure(.tooLong(AskedProgram.most))
    }
    if let failure { return .failure(failure) }
    guard status != 0 else { return .success(said) }
    let line = String(decoding: complaint, as: UTF8.self).split(whereSeparator: \.isNewline).last
    return .failure(.status(status, line.map { String($0.prefix(200)) }))
  }

  private static func pipe() throws(NoAnswer) -> (reading: Int32, writing: Int32) {
    do throws(GLibError) {
      let pipe = try ChildProcess.pipe()
      _ = fcntl(pipe.writing, setPipeSize, Int32(room))
      return pipe
    } catch {
      throw .notStarted(error)
    }
  }

  /// What is in a pipe, which another process may have open still; closes it.
  private static func rest(of descriptor: Int32) -> [UInt8] {
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var bytes = [UInt8](repeating: 0, count: most)
    var filled = 0
    while filled < most {
      let count = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress.map { $0 + filled }, most - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      filled += count
    }
    return Array(bytes[..<filled])
  }
}
