internal import CDesktop
internal import Foundation
internal import Glibc

/// A process that a test starts and ends.
///
/// A test waits for its next line or its end, with a limit.
public final class Child {
  /// What a process writes to.
  public enum Stream: Sendable {
    /// Standard output.
    case output
    /// Standard error.
    case errors
  }

  /// How a process ended.
  public enum Ending: Hashable, Sendable {
    /// With an exit status.
    case exited(Int32)
    /// By a signal.
    case killed(Int32)
  }

  /// Its process id.
  public let pid: Int32
  private let name: String
  private let life: Life
  private var input: Int32?
  private var lines: [Stream: LineBuffer]

  /// Starts a program by the words of a command, the first of which names it.
  public convenience init(_ words: [String], environment: [String: String]? = nil) throws {
    try self.init(words.first ?? "", Array(words.dropFirst()), environment: environment)
  }

  /// Starts an executable.
  ///
  /// - Parameters:
  ///   - executable: Its path, or a name to look for along `PATH`.
  ///   - arguments: Its arguments.
  ///   - environment: Its whole environment; `nil` for that of the tests.
  /// - Throws: `Failure.system` if it cannot be started.
  public init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil
  ) throws {
    // A write to a child that has ended is an error for the test, not its end.
    _ = Child.ignoresBrokenPipes
    let (input, output, errors) = try (PipeEnds(), PipeEnds(), PipeEnds())
    defer { [input.reading, output.writing, errors.writing].forEach { close($0) } }
    name = (executable as NSString).lastPathComponent
    var environment = environment ?? ProcessInfo.processInfo.environment
    // The leak checker of `make sanitize` cannot look into a process that is traced.
    if name == "strace" { environment["ASAN_OPTIONS"] = "detect_leaks=0" }
    // On a display, libdbus starts a bus where there is none, and leaves it behind.
    if environment["DISPLAY"] != nil, environment["DBUS_SESSION_BUS_ADDRESS"] == nil {
      environment["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
    }
    do {
      pid = try spawn(
        [executable] + arguments, environment,
        descriptors: [input.reading, output.writing, errors.writing])
    } catch {
      [input.writing, output.reading, errors.reading].forEach { close($0) }
      throw error
    }
    self.input = input.writing
    lines = [.output: LineBuffer(output.reading), .errors: LineBuffer(errors.reading)]
    life = try Life(pid)
  }

  deinit {
    // It writes nothing into a folder that is removed after it.
    life.signal(SIGKILL)
    _ = try? wait()
    closeInput()
    for buffer in lines.values { buffer.close() }
  }

  // MARK: Talking

  /// Writes a line to its standard input.
  public func send(_ line: String) throws {
    try write(line + "\n")
  }

  /// Writes keys to its terminal, or another text to its standard input.
  public func type(_ keys: String) throws { try write(keys) }

  private func write(_ text: String) throws {
    guard let input else { throw Failure.ended("the input of \(name)") }
    let bytes = Array(text.utf8)
    guard Glibc.write(input, bytes, bytes.count) == bytes.count else {
      throw Failure.system("write to \(name)")
    }
  }

  /// Ends its standard input.
  public func closeInput() {
    guard let input else { return }
    close(input)
    self.input = nil
  }

  /// Waits for the next wanted line, and skips those before it.
  ///
  /// - Parameters:
  ///   - stream: The stream to read.
  ///   - limit: How long it may take.
  ///   - isWanted: Which line to return.
  /// - Returns: The line, without its end.
  /// - Throws: `Failure.late`, or `Failure.ended` if the stream has ended.
  public func line(
    from stream: Stream = .output, within limit: Duration = .seconds(10),
    where isWanted: (String) -> Bool = { _ in true }
  ) throws -> String {
    let deadline = ContinuousClock.now + limit
    while true {
      while let line = lines[stream]?.next() {
        if isWanted(line) { return line }
      }
      if lines[stream]?.hasEnded ?? true { throw Failure.ended(transcript) }
      guard try readMore(until: deadline) else { throw Failure.late(transcript) }
    }
  }

  /// Waits until everything that it has written so far is as wanted, whether or not a line has ended.
  ///
  /// - Parameters:
  ///   - limit: How long it may take.
  ///   - isWanted: Whether its standard output is.
  /// - Throws: `Failure.late`, or `Failure.ended` if the stream has ended.
  public func output(
    within limit: Duration = .seconds(20), is isWanted: (String) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + limit
    while !isWanted(lines[.output]?.text ?? "") {
      if lines[.output]?.hasEnded ?? true { throw Failure.ended(transcript) }
      guard try readMore(until: deadline) else { throw Failure.late(transcript) }
    }
  }

  /// Waits for the end of a stream.
  ///
  /// - Returns: The lines that were not read yet.
  public func rest(
    of stream: Stream = .output, within limit: Duration = .seconds(10)
  ) throws -> [String] {
    let deadline = ContinuousClock.now + limit
    while lines[stream]?.hasEnded == false {
      guard try readMore(until: deadline) else { throw Failure.late(transcript) }
    }
    var rest: [String] = []
    while let line = lines[stream]?.next() { rest.append(line) }
    return rest
  }

  /// Reads from both streams, so that the process never blocks on the one that no test waits for.
  ///
  /// - Parameters:
  ///   - deadline: Until when to wait for something.
  ///   - life: Also waits for the end of the process, if given.
  /// - Returns: Whether anything happened before the deadline.
  /// - Throws: `Failure.system` if the system refuses.
  private func readMore(
    until deadline: ContinuousClock.Instant, orEndOf life: Life? = nil
  ) throws -> Bool {
    let open = lines.values.filter { !$0.hasEnded }
    let descriptors = open.map(\.descriptor) + (life.map { [$0.descriptor] } ?? [])
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let left = max(.zero, deadline - .now)
    let milliseconds = min((left / .milliseconds(1)).rounded(.up), 3_600_000)
    let count = poll(&polled, nfds_t(polled.count), Int32(milliseconds))
    guard count >= 0 || errno == EINTR else { throw Failure.system("poll") }
    for (buffer, state) in zip(open, polled) where count > 0 && state.revents != 0 {
      buffer.fill()
    }
    return count != 0
  }

  /// Everything it has written so far, to explain a failure.
  private var transcript: String {
    let said = [Stream.output, .errors].flatMap { lines[$0]?.all ?? [] }
    return "\(name), which said:\n" + said.map { "  \($0)\n" }.joined()
  }

  // MARK: Ending

  /// Whether it is running.
  public var isRunning: Bool { life.ending == nil }

  /// Sends it a signal, unless it has ended.
  public func signal(_ number: Int32) {
    life.signal(number)
  }

  /// Waits for its end.
  ///
  /// - Throws: `Failure.late`, with the process left running.
  public func wait(within limit: Duration = .seconds(10)) throws -> Ending {
    // Its output is read meanwhile, or it would block.
    let deadline = ContinuousClock.now + limit
    while true {
      if let ending = life.ending { return ending }
      guard try readMore(until: deadline, orEndOf: life) else { throw Failure.late(transcript) }
    }
  }

  /// Asks it to end, and waits until it has.
  @discardableResult
  public func terminate(within limit: Duration = .seconds(10)) throws -> Ending {
    life.signal(SIGTERM)
    return try wait(within: limit)
  }

  /// Kills it, as a crash does, and waits for its end.
  @discardableResult
  public func kill() throws -> Ending {
    life.signal(SIGKILL)
    return try wait()
  }

  /// Kills it if it has not ended by itself within a time.
  ///
  /// - Returns: Whether it was running then.
  public func kill(after time: Duration) throws -> Bool {
    do {
      _ = try wait(within: time)
      return false
    } catch Failure.late {
      // It may have ended meanwhile.
      let ending = try kill()
      return ending == .killed(SIGKILL)
    }
  }

  /// Kills it, the processes that it has started and theirs, and waits until none can write any more.
  public func killWithChildren() throws {
    try Child.killWithChildren(pid)
    _ = try wait()
  }

  /// Kills a process, those that it has started and theirs, and waits until none can write any more.
  public static func killWithChildren(_ process: Int32) throws {
    let all = stopped(process)
    for one in all { Glibc.kill(one, SIGKILL) }
    for one in all { try waitForEnd(of: one) }
  }

  /// A process and those below it, none of which starts another one any more.
  private static func stopped(_ process: Int32) -> [Int32] {
    Glibc.kill(process, SIGSTOP)
    return children(of: process).flatMap(stopped) + [process]
  }

  /// The processes that it has started and not reaped.
  public var children: [Int32] { Child.children(of: pid) }

  private static func children(of process: Int32) -> [Int32] {
    let tasks = "/proc/\(process)/task/"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.flatMap { thread in
      let list = try? String(contentsOfFile: tasks + thread + "/children", encoding: .utf8)
      return (list ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Waits for the end of a process that the test has not started itself.
  public static func waitForEnd(of process: Int32) throws {
    let descriptor = haru_open_process(process)
    // There is none when it has ended and is reaped.
    guard descriptor >= 0 || errno != ESRCH else { return }
    guard descriptor >= 0 else { throw Failure.system("pidfd_open") }
    defer { close(descriptor) }
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 60_000) == 1 else { throw Failure.late("the end of \(process)") }
  }

  // MARK: Whole runs

  /// What a process wrote, and how it ended.
  public struct Outcome: Hashable, Sendable {
    /// How it ended.
    public let ending: Ending
    /// What it wrote to standard output.
    public let output: String
    /// What it wrote to standard error.
    public let errors: String

    /// Its exit status; that of a shell if it was killed.
    public var status: Int32 {
      switch ending {
      case .exited(let status): status
      case .killed(let signal): 128 + signal
      }
    }

    /// What it wrote to standard output, if its status is 0.
    ///
    /// - Throws: `Failure.unexpected` with what it said otherwise, and where.
    @discardableResult
    public func succeeded(at file: String = #fileID, _ line: Int = #line) throws -> String {
      guard status == 0 else {
        throw Failure.unexpected("\(file):\(line): \(ending), and said: \(errors)\(output)")
      }
      return output
    }
  }

  /// Runs a program by the words of a command, the first of which names it.
  public static func run(
    _ words: [String], environment: [String: String]? = nil
  ) throws -> Outcome {
    try run(words.first ?? "", Array(words.dropFirst()), environment: environment)
  }

  /// Runs an executable from its start to its end.
  ///
  /// - Parameters:
  ///   - executable: Its path, or a name to look for along `PATH`.
  ///   - arguments: What stands behind its name.
  ///   - environment: Its whole environment; `nil` for ours.
  ///   - input: What it finds on standard input.
  ///   - limit: How long it may take.
  /// - Returns: What it wrote and how it ended.
  /// - Throws: `Failure.late`, with the process killed.
  public static func run(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    input: String = "", within limit: Duration = .seconds(30)
  ) throws -> Outcome {
    let child = try Child(executable, arguments, environment: environment)
    if !input.isEmpty { try child.write(input) }
    child.closeInput()
    let deadline = ContinuousClock.now + limit
    while child.lines.values.contains(where: { !$0.hasEnded }) {
      guard try child.readMore(until: deadline) else { throw Failure.late(child.transcript) }
    }
    return Outcome(
      ending: try child.wait(within: max(.zero, deadline - .now)),
      output: child.lines[.output]?.text ?? "", errors: child.lines[.errors]?.text ?? "")
  }

  private static let ignoresBrokenPipes: Void = { Glibc.signal(SIGPIPE, SIG_IGN) }()
}

/// Starts a process with default signal handling and the given standard descriptors.
private func spawn(
  _ words: [String], _ environment: [String: String], descriptors: [Int32]
) throws -> Int32 {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (number, descriptor) in descriptors.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
  }
  // Foundation opens files without a word about children; a program that some child has inherited
  // open for writing cannot be executed.
  for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
    guard let open = Int32(name), open >= descriptors.count else { continue }
    posix_spawn_file_actions_addclose(&actions, open)
  }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var (all, none) = (sigset_t(), sigset_t())
  sigfillset(&all)
  sigemptyset(&none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

  let arguments = words.map { strdup($0) } + [nil]
  let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
  defer { (arguments + variables).forEach { free($0) } }
  var pid: Int32 = 0
  let error = PipeEnds.betweenSpawns {
    posix_spawnp(&pid, words[0], &actions, &attributes, arguments, variables)
  }
  guard error == 0 else { throw Failure.system("start \(words[0])", error) }
  return pid
}
