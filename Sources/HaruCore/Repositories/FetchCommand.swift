/// What `haru` and the agent start `haru-fetch` for.
public enum FetchCommand: Hashable, Sendable {
  /// Reload watches; `haru-fetch` writes a `ReloadEvent` per line.
  case reload(ReloadRequest)
  /// Load pictures into a directory, each under the fingerprint of its address.
  case avatars([String], site: GitHubSite, directory: String)
  /// Write the `FoundToken` for a site, or nothing if there is none.
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
  /// The variable of GitHub's own program, for GitHub itself.
  case ghVariable = "GH_TOKEN"
  /// GitHub's own program, with what it has stored.
  case gh

  /// The variables of the environment.
  public static let variables = allCases.filter { $0 != .gh }.map(\.rawValue)

  /// All variables with a token, those that `gh` alone reads among them; only a program that asks GitHub
  /// gets them.
  public static let secrets = variables + ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
}

/// Where `haru-fetch` has found a token, and whether that can be one.
public struct FoundToken: Hashable, Sendable, LosslessStringConvertible {
  /// Where it comes from.
  public let source: TokenSource
  /// Whether it can be sent: a token is one word of ASCII.
  public let isUsable: Bool

  /// Names what was found.
  public init(_ source: TokenSource, isUsable: Bool) {
    (self.source, self.isUsable) = (source, isUsable)
  }

  /// Reads the description of one.
  public init?(_ description: String) {
    let words = description.split(separator: " ")
    guard let source = words.first.flatMap({ TokenSource(rawValue: String($0)) }) else {
      return nil
    }
    self.init(source, isUsable: words.count == 1)
  }

  /// The source, with `unusable` behind it if it is.
  public var description: String { source.rawValue + (isUsable ? "" : " unusable") }
}

/// Which watches `haru-fetch` reloads, and by which settings.
public struct ReloadRequest: Hashable, Sendable {
  /// Which watches.
  public enum Selection: Hashable, Sendable {
    /// Those that are due.
    case due
    /// All.
    case all
    /// Those with these ids in the store.
    case watches([Int64])
  }

  /// Which watches.
  public let selection: Selection
  /// The path of the store.
  public let store: String
  /// The path of the store if the settings name none.
  public let usualStore: String
  /// The GitHub to ask.
  public let site: GitHubSite
  /// Seconds from a reload to the next.
  public let interval: Int
  /// After how many days without a push the next push is news.
  public let quietAfterDays: Int
  /// The time at which a day begins.
  public let dayStartsAt: TimeOfDay

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - selection: Which watches.
  ///   - settings: The user's settings.
  ///   - usualStore: The path of the store if the settings name none.
  public init(_ selection: Selection, by settings: Settings, usualStore: String) {
    self.selection = selection
    store = settings.storePath(usual: usualStore)
    self.usualStore = usualStore
    (site, interval) = (settings.site, settings.reloadAfter)
    (quietAfterDays, dayStartsAt) = (settings.quietAfterDays, settings.dayStartsAt)
  }
}

extension ReloadRequest {
  var arguments: [String] {
    [
      "watches=\(selection)", "store=" + store, "usual=" + usualStore, "site=\(site)",
      "interval=\(interval)", "quiet-after=\(quietAfterDays)", "starts-at=\(dayStartsAt)",
    ]
  }

  init(arguments: some Sequence<String>) throws(ArgumentError) {
    func path(_ text: String) -> String? { text.hasPrefix("/") ? text : nil }
    func count(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }
    var reader = try ArgumentReader(arguments)
    selection = try reader.take("watches", Selection.init)
    store = try reader.take("store", path)
    usualStore = try reader.take("usual", path)
    site = try reader.take("site", GitHubSite.init)
    interval = try reader.take("interval", count)
    quietAfterDays = try reader.take("quiet-after", count)
    dayStartsAt = try reader.take("starts-at", TimeOfDay.init)
    try reader.finish()
  }
}

extension ReloadRequest.Selection: LosslessStringConvertible {
  /// Reads `due`, `all`, or ids with commas between them; `nil` for anything else.
  public init?(_ description: String) {
    switch description {
    case "due": self = .due
    case "all": self = .all
    default:
      let parts = description.split(separator: ",", omittingEmptySubsequences: false)
      let ids = parts.compactMap { Int64($0) }
      guard ids.count == parts.count else { return nil }
      self = .watches(ids)
    }
  }

  /// The selection as text.
  public var description: String {
    switch self {
    case .due: "due"
    case .all: "all"
    case .watches(let ids): ids.map(String.init).joined(separator: ",")
    }
  }
}
