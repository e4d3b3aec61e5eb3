import Foundation
import Support

/// A stand-in for GitHub on this machine; `github-double.py` lists what it answers to which name.
final class GitHubDouble {
  /// A received request.
  struct Request: Decodable, Hashable, Sendable {
    /// The method, such as `GET`.
    let method: String
    /// The path with its query.
    let path: String
    /// The host in the request, with its port.
    let host: String?
    /// The whole header; `nil` if there was none.
    let authorization: String?
    /// The entity tag that the client knows.
    let ifNoneMatch: String?
    /// The media types that the client accepts.
    let accept: String?
    /// The version of the API that the client asks for.
    let apiVersion: String?
    /// The name of the client.
    let userAgent: String?
    /// The names of all other headers.
    let others: [String]
    /// The number of the connection it came on.
    let connection: Int
    /// The status of the answer; `nil` for none.
    let status: Int?
  }

  /// The process.
  let child: Child
  /// Where it listens on this machine.
  let port: UInt16
  private let scheme: String
  private var backlog: [Request] = []

  /// Starts one and waits until it listens.
  ///
  /// - Parameter options: Options of `github-double.py`.
  /// - Throws: `Failure` if it does not get there.
  init(_ options: [String] = []) throws {
    let program = (#filePath as NSString).deletingLastPathComponent + "/github-double.py"
    child = try Child("python3", ["-B", program] + options)
    let line = try child.line()
    guard let port = UInt16(line) else { throw Failure.unexpected("a port: \(line)") }
    self.port = port
    scheme = options.contains("--tls") ? "https" : "http"
  }

  /// The address of it all, as the setting `api` takes it.
  var address: String { "\(scheme)://127.0.0.1:\(port)" }

  /// The next request.
  func request(within limit: Duration = .seconds(10)) throws -> Request {
    while backlog.isEmpty {
      if let request = GitHubDouble.request(try child.line(within: limit)) {
        backlog.append(request)
      }
    }
    return backlog.removeFirst()
  }

  /// All requests that were received and not taken yet.
  func requests() throws -> [Request] {
    try command("settle")
    defer { backlog = [] }
    return backlog
  }

  /// Gives a command and waits until it is carried out.
  func command(_ line: String) throws {
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

  /// Changes a repository from now on.
  ///
  /// - Parameters:
  ///   - repository: Its name.
  ///   - json: Its fields; `answer` makes it answer as the name in this field.
  /// - Throws: `Failure` if the double has ended.
  func set(_ repository: String, _ json: String) throws {
    try command("set \(repository) \(json)")
  }

  /// Stops it, and waits until it has ended.
  func stop() throws {
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
