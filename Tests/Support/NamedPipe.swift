internal import Foundation

/// A pipe with a name, into which a program that the test did not start itself writes lines.
public final class NamedPipe {
  /// Where it is.
  public let path: String
  private let reader: Child

  /// Makes one.
  ///
  /// - Parameter path: Where it shall be.
  /// - Throws: `Failure` if it cannot be made.
  public init(at path: String) throws {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw Failure.system("mkfifo") }
    // Open for reading and writing, so that it does not end with the first writer.
    reader = try Child("sh", ["-c", "exec 3<>\"$0\"; echo ready; exec cat <&3", path])
    _ = try reader.line()
  }

  /// Waits for the next line that was written into it.
  ///
  /// - Parameter limit: How long it may take.
  /// - Returns: The line, without its end.
  /// - Throws: `Failure.late`.
  public func line(within limit: Duration = .seconds(10)) throws -> String {
    try reader.line(within: limit)
  }
}
