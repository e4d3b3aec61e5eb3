internal import Foundation

/// Another process that asks a name on the bus for an answer again and again.
public final class BusPing {
  /// What came of it.
  public struct Report: Decodable, Hashable, Sendable {
    /// How long the longest answer took; one that is missing has taken until the end.
    public let longestMicroseconds: Int
    /// How often it asked.
    public let count: Int
    /// How often the answer was an error.
    public let errors: Int

    private enum CodingKeys: String, CodingKey {
      case longestMicroseconds = "longest_us"
      case count, errors
    }
  }

  private let child: Child

  /// Begins to ask.
  ///
  /// - Parameters:
  ///   - name: Whom to ask.
  ///   - property: What to ask, as `PATH:INTERFACE.NAME`; without it `Ping`, which GLib answers
  ///     beside the main loop, however busy that is.
  ///   - milliseconds: How often.
  ///   - environment: The environment of the session, with its bus.
  /// - Throws: `Failure` if there is no bus.
  public init(
    _ name: String, property: String? = nil, every milliseconds: Int = 20,
    environment: [String: String]
  ) throws {
    child = try Child(
      Built.product("haru-console"),
      ["--ping", name, "--every", "\(milliseconds)"] + (property.map { ["--property", $0] } ?? []),
      environment: environment)
    _ = try child.line { $0.contains("ready") }
  }

  /// Stops asking.
  public func finish() throws -> Report {
    child.closeInput()
    let line = try child.line()
    return try JSONDecoder().decode(Report.self, from: Data(line.utf8))
  }
}
