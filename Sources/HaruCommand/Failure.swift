internal import Glibc
public import HaruCore
internal import HaruDesktop
internal import HaruSystem
internal import HaruText

/// Why a command failed: a message of one line, and an exit status of sysexits(3).
///
/// Line breaks in words from outside become spaces.
public struct Failure: Error {
  /// The exit status of a command.
  public enum Status: Int32, Sendable {
    /// The change is saved; only a later step failed.
    case saved = 0
    /// The user's data speaks against it.
    case refused = 1
    /// The command line is wrong.
    case usage = 64
    /// A file is damaged, or of another kind.
    case badData = 65
    /// What is named is not there.
    case noInput = 66
    /// A program or a service is missing.
    case unavailable = 69
    /// A file cannot be written where it would be.
    case cannotCreate = 73
    /// The system has refused a call.
    case inputOutput = 74
    /// It may succeed later.
    case tryAgain = 75
    /// The directories are those of another user.
    case otherUser = 77
    /// The settings are wrong.
    case configuration = 78
    /// The reader of standard output has ended, as `head` does; the status is that of SIGPIPE.
    case readerGone = 141
  }

  /// The exit status.
  public let status: Status
  /// The line that is printed.
  public let message: String

  /// Makes a failure; line breaks in its message become blanks.
  public init(_ status: Status, _ message: String) {
    self.status = status
    self.message = SafeText.line(message)
  }

  /// Why the store at a path could not be used.
  public init(_ error: StoreError, path: String) {
    let status: Status =
      switch error {
      case .future, .longAgo, .refused, .refusedText, .isStore: .refused
      case .busy, .moved, .inProgress: .tryAgain
      case .full, .noLocks, .interrupted, .unavailable: .inputOutput
      case .readOnly, .noSuchDirectory, .occupied, .reserved, .noLinks: .cannotCreate
      case .unknownPlace: .configuration
      case .missing, .deleted, .absent, .notAFile, .noSuchFile: .noInput
      case .other(let path, let error): Failure(error, path: path).status
      case .corrupt, .damagedRows, .notAStore, .newerSchema, .olderVersion, .contradiction: .badData
      }
    self.init(status, ErrorText.line(error, path: path))
  }

  /// The same, with what can replace a store that is lost: its newest good backup, or a new one; and with the setting
  /// that names another file as the store.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - path: The path of the store.
  ///   - usual: The path unless the settings name another.
  ///   - backup: The path of the newest good backup, if there is one.
  ///   - isNewPlace: Whether a store can begin at a path without one.
  /// - Returns: The failure.
  public func withRemedy(
    for error: StoreError, at path: String, usual: String,
    newestGood backup: @autoclosure () -> String?, isNewPlace: (String) -> Bool
  ) -> Failure {
    var message = message
    if [.notAStore, .notAFile(path)].contains(error), path != usual {
      message = StoreText.inAnotherFile(message)
    }
    if error.asksForBackup, let backup = backup() {
      message = StoreText.withRemedy(message, backup)
    }
    let canBegin =
      switch error {
      case .deleted: true
      case .absent(let path, link: nil): isNewPlace(path)
      default: false
      }
    if canBegin {
      message = text("{trouble}; to begin a new one: haru store new", ["trouble": message])
    }
    return Failure(status, message)
  }

  /// Why the settings file could not be read.
  public init(readingSettings error: any Error) {
    let message = (error as? SettingsFile.WrongLine).map {
      ErrorText.line($0.error, file: $0.place)
    }
    self.init(.configuration, message ?? "\(SettingsFile.path): \(error)")
  }

  /// Why standard output could not be written, from `errno`.
  public static var standardOutput: Failure {
    Failure(
      errno == EPIPE ? .readerGone : .inputOutput,
      CommandText.cannotWrite(CommandText.standardOutput, String(cString: strerror(errno))))
  }
}

/// Runs a body that writes a file; its error names the file.
public func writing<Result: ~Copyable>(
  _ path: String, _ body: () throws -> Result
) throws(Failure) -> Result {
  do {
    return try body()
  } catch {
    throw Failure(.cannotCreate, CommandText.cannotWrite(path, "\(error)"))
  }
}
