internal import Foundation

/// A process that calls a name on the bus repeatedly, and measures the answers.
public final class BusPing {
  /// The measurements.
  public struct Report: Decodable, Hashable, Sendable {
    /// How long the longest answer took; a missing one counts until the end.
    public let longestMicroseconds: Int
    /// The number of calls.
    public let count: Int
    /// The number of errors.
    public let errors: Int

    private enum CodingKeys: String, CodingKey {
      case longestMicroseconds = "longest_us"
      case count, errors
    }
  }

  private let child: Child

  /// Starts.
  ///
  /// - Parameters:
  ///   - name: The bus name.
  ///   - property: The property to read, as `PATH:INTERFACE.NAME`; without it `Ping`, which GLib
  ///     answers in another thread, even when the main loop is busy.
  ///   - milliseconds: The time between two calls.
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

  /// Stops.
  public func finish() throws -> Report {
    child.closeInput()
    let line = try child.line()
    return try JSONDecoder().decode(Report.self, from: Data(line.utf8))
  }
}
