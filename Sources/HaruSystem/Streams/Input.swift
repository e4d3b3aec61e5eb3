internal import Glibc

/// The words that a program is started with: its arguments, and variables that name files.
///
/// A Swift string does not hold every name of a file: bytes that are not UTF-8 become U+FFFD, which
/// names another file.
public enum Input {
  /// A word that cannot be used.
  public struct Problem: Error, Hashable, Sendable {
    /// The argument, the variable as `NAME=VALUE`, or the path of a zone; U+FFFD stands for what is not
    /// UTF-8.
    public let word: String
    /// Whether it is UTF-8.
    public let isUTF8: Bool
    /// Whether it is the path of a zone, and not one that has to be absolute.
    public var isZone = false
    /// The exit status of sysexits(3): 64 for an argument, 78 for a variable.
    public let status: Int32
  }

  /// Makes the process and its environment fit for use, before anything reads it.
  ///
  /// GLib and the search for programs take an empty variable, and GLib a relative path in `XDG_*`, for the
  /// current directory, where a stranger may have put settings and hooks. So an empty variable is unset, and
  /// such a path is removed, as the XDG Base Directory Specification wants it.
  ///
  /// - Throws: `Problem` for the first word that cannot be used.
  public static func check() throws(Problem) {
    StandardStream.surviveFileLimits()
    for word in ProgramArguments.bytes ?? [] where String(validating: word, as: UTF8.self) == nil {
      let shown = String(decoding: word, as: UTF8.self)
      throw Problem(word: shown, isUTF8: false, status: EX_USAGE)
    }
    for name in ["TMPDIR", "TZDIR", "TEXTDOMAINDIR"] { _ = try path(in: name) }
    _ = try text(of: "TZ")
    if let home = try path(in: "HOME"), !home.hasPrefix("/") {
      throw Problem(word: "HOME=" + home, isUTF8: true, status: EX_CONFIG)
    }
    // GLib would look in the current directory too.
    if getenv("PATH").map({ $0.pointee == 0 }) ?? true { setenv("PATH", usualPath, 1) }
    if let file = LocalZone.unusableFile {
      throw Problem(word: file, isUTF8: true, isZone: true, status: EX_CONFIG)
    }
    for name in ["CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "RUNTIME_DIR"] {
      guard let path = try path(in: "XDG_" + name) else { continue }
      if !path.hasPrefix("/") { unsetenv("XDG_" + name) }
    }
    for name in ["CONFIG_DIRS", "DATA_DIRS"] {
      guard let paths = try path(in: "XDG_" + name) else { continue }
      let absolute = paths.split(separator: ":").filter { $0.hasPrefix("/") }
      setenv("XDG_" + name, absolute.joined(separator: ":"), 1)
    }
  }

  /// Where programs are looked for without `PATH`.
  private static let usualPath = "/usr/local/bin:/usr/bin:/bin"

  /// What a variable names; an empty one is unset, and so names nothing.
  private static func path(in name: String) throws(Problem) -> String? {
    let path = try text(of: name)
    guard path?.isEmpty == true else { return path }
    unsetenv(name)
    return nil
  }

  private static func text(of name: String) throws(Problem) -> String? {
    guard let value = getenv(name) else { return nil }
    guard let text = String(validatingCString: value) else {
      let shown = name + "=" + String(cString: value)
      throw Problem(word: shown, isUTF8: false, status: EX_CONFIG)
    }
    return text
  }
}

/// The words with which a program was started.
public enum ProgramArguments {
  /// Where the kernel tells them.
  public static let file = "/proc/self/cmdline"

  /// The words behind the name of the program, as bytes; `nil` if they cannot be read.
  ///
  /// Swift's `CommandLine` looks for them in memory beside the environment, and does not find them
  /// once a library has moved that.
  static let bytes: [[UInt8]]? = {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let all = try? StandardStream.read(from: descriptor), all.last == 0 else { return nil }
    return all.dropLast().split(separator: 0, omittingEmptySubsequences: false).dropFirst()
      .map(Array.init)
  }()

  /// The words behind the name of the program; `nil` if they cannot be read.
  public static let words = bytes.map { $0.map { String(decoding: $0, as: UTF8.self) } }
}
