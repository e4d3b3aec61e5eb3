/// Watches to reload, as one program asks `haru-fetch` to.
public struct ReloadRequest: Hashable, Sendable {
  /// Which watches.
  public enum Selection: Hashable, Sendable {
    /// Those that are due.
    case due
    /// All there are.
    case all
    /// Those with these numbers in the store.
    case watches([Int64])
  }

  /// Which watches.
  public let selection: Selection
  /// Where the store is.
  public let store: String
  /// Where it is unless the settings say otherwise.
  public let usualStore: String
  /// Which GitHub is asked.
  public let site: GitHubSite
  /// Seconds from a reload to the next.
  public let interval: Int
  /// After how many days without a push the next one is news.
  public let quietAfterDays: Int
  /// What the clock reads when a day begins.
  public let dayStartsAt: TimeOfDay

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - selection: Which watches.
  ///   - settings: What the user has chosen.
  ///   - usualStore: Where the store is unless the settings say otherwise.
  public init(_ selection: Selection, by settings: Settings, usualStore: String) {
    self.selection = selection
    store = settings.storePath(usual: usualStore)
    self.usualStore = usualStore
    (site, interval) = (settings.site, settings.reloadAfter)
    (quietAfterDays, dayStartsAt) = (settings.quietAfterDays, settings.dayStartsAt)
  }
}

extension ReloadRequest {
  /// The arguments that follow the program's name.
  public var words: [String] {
    [
      ReloadRequest.verb, selection.word, "store=" + store, "usual=" + usualStore,
      "site=\(site)", "interval=\(interval)", "quiet-after=\(quietAfterDays)",
      "starts-at=\(dayStartsAt)",
    ]
  }

  /// Reads the arguments; each of them exactly once, in the order of `words`.
  public init(words: [String]) throws(ReloadWordsError) {
    var rest = words[...]
    func take<T>(_ name: String, _ read: (String) -> T?) throws(ReloadWordsError) -> T {
      let word = rest.popFirst() ?? ""
      guard word.hasPrefix(name), let value = read(String(word.dropFirst(name.count))) else {
        throw ReloadWordsError(word: word)
      }
      return value
    }
    func path(_ text: String) -> String? { text.hasPrefix("/") ? text : nil }
    func count(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }
    _ = try take(ReloadRequest.verb) { $0.isEmpty ? true : nil }
    selection = try take("", Selection.init(word:))
    store = try take("store=", path)
    usualStore = try take("usual=", path)
    site = try take("site=", GitHubSite.init)
    interval = try take("interval=", count)
    quietAfterDays = try take("quiet-after=", count)
    dayStartsAt = try take("starts-at=", TimeOfDay.init)
    if let word = rest.first { throw ReloadWordsError(word: word) }
  }

  private static let verb = "reload"
}

extension ReloadRequest.Selection {
  private static let list = "--watches="

  fileprivate var word: String {
    switch self {
    case .due: "--due"
    case .all: "--all"
    case .watches(let ids): Self.list + ids.map(String.init).joined(separator: ",")
    }
  }

  fileprivate init?(word: String) {
    switch word {
    case "--due": self = .due
    case "--all": self = .all
    case _ where word.hasPrefix(Self.list):
      let ids = word.dropFirst(Self.list.count).split(
        separator: ",", omittingEmptySubsequences: false)
      let numbers = ids.compactMap { Int64($0) }
      guard numbers.count == ids.count else { return nil }
      self = .watches(numbers)
    default: return nil
    }
  }
}

/// A word that is no part of a request to reload, or not in its place.
public struct ReloadWordsError: Error, Hashable, Sendable {
  /// The word; empty if one is missing.
  public let word: String

  /// Names a word.
  public init(word: String) {
    self.word = word
  }
}
