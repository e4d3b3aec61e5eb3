/// What `haru` and the agent start `haru-fetch` for.
public enum FetchCommand: Hashable, Sendable {
  /// Reload watches; `haru-fetch` writes a `ReloadEvent` per line.
  case reload(ReloadRequest)
  /// Load pictures into a directory, each under the fingerprint of its address.
  case avatars([String], site: GitHubSite, directory: String)
  /// Write which `TokenSource` has a token for a site, or nothing if none has.
  case tokenSource(GitHubSite)
}

extension FetchCommand {
  /// The arguments that follow the program's name.
  public var arguments: [String] {
    switch self {
    case .reload(let request): ["reload"] + request.arguments
    case .avatars(let addresses, let site, let directory):
      ["avatars", "site=\(site)", "into=" + directory] + addresses
    case .tokenSource(let site): ["token", "site=\(site)"]
    }
  }

  /// Reads the arguments.
  public init(arguments: [String]) throws(ArgumentError) {
    let rest = arguments.dropFirst()
    switch arguments.first {
    case "reload": self = .reload(try ReloadRequest(arguments: rest))
    case "avatars":
      var reader = try ArgumentReader(rest.prefix(2))
      self = .avatars(
        Array(rest.dropFirst(2)), site: try reader.take("site", GitHubSite.init),
        directory: try reader.take("into") { $0.hasPrefix("/") ? $0 : nil })
    case "token":
      var reader = try ArgumentReader(rest)
      self = .tokenSource(try reader.take("site", GitHubSite.init))
      try reader.finish()
    case let argument: throw ArgumentError(argument ?? "")
    }
  }
}

extension FetchCommand {
  /// The only argument of a `haru-fetch` that gets its command on standard input: it starts while its
  /// parent still finds out what to ask.
  public static let awaited = "-"

  /// The command as standard input: its arguments, with a NUL after each.
  public var input: [UInt8] { arguments.flatMap { Array($0.utf8) + [0] } }

  /// Reads standard input; `nil` without a command, if its parent had nothing to ask.
  public init?(input: [UInt8]) throws(ArgumentError) {
    guard !input.isEmpty else { return nil }
    let words = input.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    try self.init(arguments: words.map { String(decoding: $0, as: UTF8.self) })
  }
}

/// Where a token for GitHub comes from, in the order of preference.
public enum TokenSource: String, CaseIterable, Sendable {
  /// A variable of the environment for Haru alone.
  case haruVariable = "HARU_GITHUB_TOKEN"
  /// A variable of the environment that other programs read as well.
  case githubVariable = "GITHUB_TOKEN"
  /// GitHub's own program.
  case gh

  /// The variables of the environment, which only a program that asks GitHub gets.
  public static let variables = [haruVariable.rawValue, githubVariable.rawValue]
}
