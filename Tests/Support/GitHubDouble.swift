internal import Foundation

/// A GitHub on this machine: `github-double.py`, which says what it answers to which name.
public final class GitHubDouble {
  /// A request as it came.
  public struct Request: Decodable, Hashable, Sendable {
    /// The method, such as `GET`.
    public let method: String
    /// The path with its query.
    public let path: String
    /// The host that was asked, with its port.
    public let host: String?
    /// The whole header; `nil` if there was none.
    public let authorization: String?
    /// The tag that the asker knows.
    public let ifNoneMatch: String?
    /// What the asker takes.
    public let accept: String?
    /// The version of the interface that it was written for.
    public let apiVersion: String?
    /// What the asker calls itself.
    public let userAgent: String?
    /// The names of all other headers.
    public let others: [String]
    /// The number of the connection it came on.
    public let connection: Int
    /// The status it was answered with; `nil` for none.
    public let status: Int?
  }

  /// The process.
  public let child: Child
  /// Where it listens on this machine.
  public let port: UInt16
  private let scheme: String
  private var backlog: [Request] = []

  /// Starts one and waits until it listens.
  ///
  /// - Parameter options: Options of `github-double.py`.
  /// - Throws: `Failure` if it does not get there.
  public init(_ options: [String] = []) throws {
    let program = (#filePath as NSString).deletingLastPathComponent + "/github-double.py"
    child = try Child("python3", ["-B", program] + options)
    let line = try child.line()
    guard let port = UInt16(line) else { throw Failure.unexpected("a port: \(line)") }
    self.port = port
    scheme = options.contains("--tls") ? "https" : "http"
  }

  /// The address of it all, as the setting `api` takes it.
  public var address: String { "\(scheme)://127.0.0.1:\(port)" }

  /// The next request.
  public func request(within limit: Duration = .seconds(10)) throws -> Request {
    while backlog.isEmpty {
      if let request = GitHubDouble.request(try child.line(within: limit)) {
        backlog.append(request)
      }
    }
    return backlog.removeFirst()
  }

  /// All requests that have come and have not been taken yet.
  public func requests() throws -> [Request] {
    try command("settle")
    defer { backlog = [] }
    return backlog
  }

  /// Gives a command and waits until it is carried out.
  public func command(_ line: String) throws {
    try child.send(line)
    let done = Done(done: line)
    while true {
      let line = try child.line()
      if let request = GitHubDouble.request(line) {
        backlog.append(request)
      } else if try JSONDecoder().decode(Done.self, from: Data(line.utf8)) == done {
        return
      }
    }
  }

  /// Lets a repository say other things of itself from now on.
  ///
  /// - Parameters:
  ///   - repository: Its name.
  ///   - json: What it says, key by key; `answer` makes it answer as the name it holds.
  /// - Throws: `Failure` if the double has ended.
  public func set(_ repository: String, _ json: String) throws {
    try command("set \(repository) \(json)")
  }

  /// Stops listening, and waits until nobody does.
  public func stop() throws {
    child.closeInput()
    _ = try child.wait()
  }

  private struct Done: Decodable, Equatable {
    let done: String
  }

  private static func request(_ line: String) -> Request? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try? decoder.decode(Request.self, from: Data(line.utf8))
  }
}
