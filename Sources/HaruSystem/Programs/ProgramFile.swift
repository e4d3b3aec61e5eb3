internal import CGLib
internal import Glibc

/// The executable file of this process.
public struct ProgramFile: Sendable {
  /// Its absolute path at the start of the process.
  public let path: String
  private let identity: FileIdentity?

  /// The file of this process.
  public init() {
    let link = "/proc/self/exe"
    path = Files.linkTarget(of: link) ?? link
    identity = FileIdentity(path)
  }

  /// What is at the path of a file.
  public enum State: Sendable {
    /// The same file as at the start of the process.
    case same
    /// Another file, as after an upgrade.
    case replaced
    /// None.
    case removed
  }

  /// What is at its path now.
  public var state: State {
    guard let present = FileIdentity(path) else { return .removed }
    return present == identity ? .same : .replaced
  }

  /// Whether systemd started this process, and so can start it again.
  public static var isSystemds: Bool {
    getenv("SYSTEMD_EXEC_PID").map { String(cString: $0) } == String(getpid())
  }

  /// Executes the file at the program's path; returns only after a failure.
  public func startAgain(_ arguments: [String]) {
    ProgramFile.become([path] + arguments)
  }

  /// Keeps what is in memory from core dumps, and from other programs of the same user, in a program that reads
  /// what strangers have written.
  public static func hideMemory() {
    haru_hide_memory()
  }

  /// Frees the memory of the program's code and constants once the main loop has nothing else to do; what
  /// is used again is mapped again.
  ///
  /// A statically linked program maps most of its code while it works: 5.7 MiB of the agent's.
  public static func releaseCode() {
    haru_release_code_last()
  }

  /// The path of an installed file of the program; `nil` if it is missing.
  public func installed(_ file: String) -> String? {
    let path = prefix + "/" + file
    return access(path, R_OK) == 0 ? path : nil
  }

  /// The path of another program in the same directory, which may be missing.
  public func beside(_ name: String) -> String {
    path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex) + name
  }

  /// The path of a helper program: in `libexec`, or, in a build directory, beside this program.
  public func helper(_ name: String) -> String {
    installed("libexec/haru/" + name) ?? beside(name)
  }

  /// The folder of shared files of the installation, or the one that `HARU_SHARE` names.
  public var share: String {
    let named = getenv("HARU_SHARE").map { String(cString: $0) } ?? ""
    return named.isEmpty ? prefix + "/share" : named
  }

  /// Whether a path leads to a file that this process may execute; if not, the reason is in `errno`.
  public static func canRun(_ path: String) -> Bool {
    guard access(path, X_OK) == 0 else { return false }
    guard !Files.isRegular(path) else { return true }
    // As `execve` says of a folder, which may be entered.
    errno = EACCES
    return false
  }

  /// Executes another program, without some variables of the environment; returns only after a failure,
  /// with the reason in `errno`.
  public static func become(_ arguments: [String], withholding withheld: [String] = []) {
    for variable in withheld { unsetenv(variable) }
    let words = arguments.map { strdup($0) } + [nil]
    execv(arguments[0], words)
    words.forEach { free($0) }
  }

  /// The prefix of the installation, such as `/usr`.
  public var prefix: String {
    let parts = path.split(separator: "/")
    let isHelper = parts.dropLast().suffix(2) == ["libexec", "haru"]
    guard let last = parts.dropLast(isHelper ? 3 : 2).last else { return "" }
    return String(path[..<last.endIndex])
  }
}
