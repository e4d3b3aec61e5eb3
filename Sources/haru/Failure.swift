import Glibc
import HaruCore
import HaruDesktop
import HaruText

/// Why a command failed: a message of one line, and an exit status of sysexits(3).
///
/// Line breaks in words from outside become spaces.
struct Failure: Error {
  enum Status: Int32 {
    /// The change is saved; only a later step failed.
    case saved = 0
    case refused = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    case otherUser = 77
    case configuration = 78
    /// The reader of standard output has ended, as `head` does; the status is that of SIGPIPE.
    case readerGone = 141
  }

  let status: Status
  let message: String

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = SafeText.line(message)
  }

  init(_ error: StoreError, path: String) {
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

  /// Why the settings file could not be read.
  init(readingSettings error: any Error) {
    let message = (error as? SettingsFile.WrongLine).map {
      ErrorText.line($0.error, file: $0.place)
    }
    self.init(.configuration, message ?? "\(SettingsFile.path): \(error)")
  }

  /// Why standard output could not be written, from `errno`.
  static var standardOutput: Failure {
    Failure(
      errno == EPIPE ? .readerGone : .inputOutput,
      CommandText.cannotWrite(CommandText.standardOutput, String(cString: strerror(errno))))
  }
}

/// Runs a body that writes a file; its error names the file.
func writing<Result: ~Copyable>(
  _ path: String, _ body: () throws -> Result
) throws(Failure) -> Result {
  do {
    return try body()
  } catch {
    throw Failure(.cannotCreate, CommandText.cannotWrite(path, "\(error)"))
  }
}
