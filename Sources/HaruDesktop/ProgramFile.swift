internal import CDesktop
internal import Glibc
internal import HaruFiles

/// The file this process was started from.
public struct ProgramFile: Sendable {
  /// Its absolute path when the process started.
  public let path: String
  private let identity: FileIdentity?

  /// The file of this process.
  public init() {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    path =
      length > 0
      ? String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
    identity = FileIdentity(path)
  }

  /// Whether another file stands at its path now, as after an upgrade.
  ///
  /// A path where nothing stands is no replacement: there is nothing to start instead.
  public var isReplaced: Bool {
    guard let identity, let present = FileIdentity(path) else { return false }
    return present != identity
  }

  /// Whether systemd started this process itself, and so can start it again.
  public static var isSystemds: Bool {
    getenv("SYSTEMD_EXEC_PID").map { String(cString: $0) } == String(getpid())
  }

  /// Becomes what stands at the program's path now; returns only if that cannot be.
  public func startAgain(_ arguments: [String]) {
    ProgramFile.become([path] + arguments)
  }

  /// Gives back the memory of code that only a start needs; what runs again is mapped again.
  ///
  /// A statically linked program maps most of itself while it starts, and a tenth of it later.
  public static func releaseStartUpCode() {
    haru_release_code()
  }

  /// The path of a file that was installed with the program; `nil` if it was not.
  public func installed(_ file: String) -> String? {
    let path = prefix + "/" + file
    return access(path, R_OK) == 0 ? path : nil
  }

  /// The path of another program in the same directory, whether it is there or not.
  public func beside(_ name: String) -> String {
    path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex) + name
  }

  /// The path of a program that only ours start; where nothing is installed, as in a build, it lies
  /// beside.
  public func helper(_ name: String) -> String {
    installed("libexec/haru/" + name) ?? beside(name)
  }

  /// Whether there is a program at a path that this process may run.
  public static func canRun(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Becomes another program; returns only if that cannot be, with the reason in `errno`.
  public static func become(_ arguments: [String]) {
    let words = arguments.map { strdup($0) } + [nil]
    execv(arguments[0], words)
    words.forEach { free($0) }
  }

  /// The directory that holds the program's `bin` or `libexec/haru`, such as `/usr`.
  public var prefix: String {
    let parts = path.split(separator: "/")
    let isHelper = parts.dropLast().suffix(2) == ["libexec", "haru"]
    return parts.dropLast(isHelper ? 3 : 2).reduce(into: "") { $0 += "/" + $1 }
  }
}
