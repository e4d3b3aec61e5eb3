/// What `haru` and the agent start `haru-fetch` for.
public enum FetchCommand: Hashable, Sendable {
  /// Reload watches; `haru-fetch` writes a `ReloadEvent` per line.
  case reload(ReloadRequest)
  /// Load pictures into a directory, each under the fingerprint of its address.
  case avatars([String], site: GitHubSite, directory: String)
  /// Write the `FoundToken` for a site, or nothing if there is none.
  case tokenSource(GitHubSite)
}

extension FetchCommand: Message {
  /// The command as JSON.
  public var json: JSON {
    switch self {
    case .reload(let request): .object(["reload": request.json])
    case .avatars(let addresses, let site, let directory):
      .object([
        "avatars": .array(addresses.map { .string($0) }), "site": .string(site.description),
        "directory": .string(directory),
      ])
    case .tokenSource(let site): .object(["token": .string(site.description)])
    }
  }

  /// Reads a command.
  public init(json: JSON) throws(MessageError) {
    if json["reload"] != nil {
      self = .reload(try json.member("reload", ReloadRequest.init(json:)))
    } else if json["avatars"] != nil {
      self = .avatars(
        try json.texts("avatars", \.self), site: try json.text("site", GitHubSite.init),
        directory: try json.text("directory", absolutePath))
    } else {
      self = .tokenSource(try json.text("token", GitHubSite.init))
    }
  }

  /// The only argument of a `haru-fetch` that gets its command on standard input: it starts while its
  /// parent still finds out what to ask.
  public static let awaited = "-"
}

private func absolutePath(_ text: String) -> String? { text.hasPrefix("/") ? text : nil }

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
public struct FoundToken: Hashable, Sendable {
  /// Where it comes from.
  public let source: TokenSource
  /// Whether it can be sent: a token is one word of ASCII.
  public let isUsable: Bool

  /// Names what was found.
  public init(_ source: TokenSource, isUsable: Bool) {
    (self.source, self.isUsable) = (source, isUsable)
  }
}

extension FoundToken: Message {
  /// What was found, as JSON.
  public var json: JSON {
    .object(["source": .string(source.rawValue), "usable": .bool(isUsable)])
  }

  /// Reads what was found.
  public init(json: JSON) throws(MessageError) {
    self.init(
      try json.text("source", TokenSource.init(rawValue:)),
      isUsable: try json.member("usable", \.bool))
  }
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
  fileprivate var json: JSON {
    .object([
      "watches": selection.json, "store": .string(store), "usual": .string(usualStore),
      "site": .string(site.description), "interval": .integer(interval),
      "quiet_after": .integer(quietAfterDays), "starts_at": .string(dayStartsAt.description),
    ])
  }

  fileprivate init(json: JSON) throws(MessageError) {
    func positive(_ name: String) throws(MessageError) -> Int {
      let count = try json.count(name)
      guard count > 0 else { throw MessageError(name) }
      return count
    }
    selection = try json.member("watches", Selection.init(json:))
    store = try json.text("store", absolutePath)
    usualStore = try json.text("usual", absolutePath)
    site = try json.text("site", GitHubSite.init)
    interval = try positive("interval")
    quietAfterDays = try positive("quiet_after")
    dayStartsAt = try json.text("starts_at", TimeOfDay.init)
  }
}

/// Ids are an array, other watches a word.
extension ReloadRequest.Selection {
  fileprivate var json: JSON {
    switch self {
    case .due: .string("due")
    case .all: .string("all")
    case .watches(let ids): .array(ids.map { .integer($0) })
    }
  }

  fileprivate init?(json: JSON) {
    switch json.string {
    case "due": self = .due
    case "all": self = .all
    default:
      guard let array = json.array else { return nil }
      let ids = array.compactMap(\.integer)
      guard ids.count == array.count else { return nil }
      self = .watches(ids)
    }
  }
}
