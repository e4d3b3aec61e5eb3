internal import CGLib
internal import Glibc

/// A standard stream of the process.
public enum StandardStream: Int32, Sendable {
  /// Standard output, for results.
  case output = 1
  /// Standard error, for everything else.
  case error = 2

  /// Writes a whole text.
  ///
  /// - Returns: Whether it was written; a full disk and a closed pipe are reasons for `false`.
  @discardableResult
  public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Writes all bytes, as `write` does.
  public func write(_ bytes: [UInt8]) -> Bool { StandardStream.write(bytes, to: rawValue) }

  /// Writes all bytes to a file descriptor, as `write` does.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Whether systemd's journal reads standard error, and so the level before each line.
  ///
  /// The variable alone does not decide: a terminal that systemd started passes it on to its shell.
  public static var isJournal: Bool {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(2, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }

  /// Whether what is written to it is lost, because it is `/dev/null`.
  public var leadsNowhere: Bool {
    var (stream, nothing) = (stat(), stat())
    guard fstat(rawValue, &stream) == 0, stat("/dev/null", &nothing) == 0 else { return true }
    return stream.st_mode & S_IFMT == S_IFCHR && stream.st_rdev == nothing.st_rdev
  }

  /// Whether it is a terminal.
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The number of columns of its terminal; `nil` if it is unknown.
  public var columns: Int? {
    var window = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }

  /// Reads bytes of standard input, or of another open file; fewer, if it ends before.
  package static func read(
    _ most: Int = .max, from descriptor: Int32 = STDIN_FILENO
  ) throws(SystemError) -> [UInt8] {
    var (input, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while input.count < most {
      let count = Glibc.read(descriptor, &part, min(part.count, most - input.count))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(number: errno) }
      if count == 0 { break }
      input += part[..<count]
    }
    return input
  }

  /// Makes a write beyond the limit of a file's size fail; otherwise the signal would end the process.
  static func surviveFileLimits() {
    // A program that is started by this one gets the usual end again: it would inherit SIG_IGN.
    signal(SIGXFSZ) { _ in }
  }

  /// Makes a write to a closed pipe fail; otherwise the signal would end the process.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
