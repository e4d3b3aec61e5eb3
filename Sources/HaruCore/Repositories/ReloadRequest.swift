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
