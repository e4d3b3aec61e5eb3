internal import CDesktop
internal import Glibc

/// Where a program writes for whoever started it.
public enum StandardStream: Int32, Sendable {
  /// Results.
  case output = 1
  /// Everything else.
  case error = 2

  /// Writes a text whole.
  ///
  /// - Returns: Whether it could be written; a full disk and a closed pipe are reasons that not.
  @discardableResult
  public func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes bytes whole, as `write` does a text.
  public func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { write($0) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(rawValue, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }

  /// Whether systemd's journal reads standard error, and with it the level before each line.
  ///
  /// The variable alone says nothing: a terminal that systemd started hands it on to its shell.
  public static var isJournal: Bool {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(2, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }

  /// Whether it is a terminal.
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How many columns its terminal has; `nil` where it is none, or does not know.
  public var columns: Int? {
    var window = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }

  /// Lets a write to a closed pipe fail from now on, where it would end the process.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
