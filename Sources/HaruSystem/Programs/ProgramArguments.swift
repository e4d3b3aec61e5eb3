internal import Glibc

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
    let all = StandardStream.readAll(from: descriptor)
    guard all.last == 0 else { return nil }
    return all.dropLast().split(separator: 0, omittingEmptySubsequences: false).dropFirst()
      .map(Array.init)
  }()

  /// The words behind the name of the program; `nil` if they cannot be read.
  public static let words = bytes.map { $0.map { String(decoding: $0, as: UTF8.self) } }
}
