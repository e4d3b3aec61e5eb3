internal import HaruCore

/// The name of a repository on GitHub, `OWNER/NAME`; upper and lower case are the same.
public struct RepositoryName: Sendable {
  /// The account of a person or an organisation.
  public let owner: String
  /// The name below the owner.
  public let name: String

  /// Makes a name of two parts; `nil` unless GitHub allows both.
  ///
  /// A hyphen at an end is allowed: new accounts cannot have one, old ones do.
  public init?(owner: String, name: String) {
    guard RepositoryName.isOwner(owner), RepositoryName.isName(name) else { return nil }
    (self.owner, self.name) = (owner, name)
  }

  private static func isOwner(_ text: String) -> Bool {
    (1...39).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == .underscore }
      && text.utf8.contains(where: \.isLetterOrDigit)
  }

  private static func isName(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count) && ![".", ".."].contains(text)
      && text.utf8.allSatisfy {
        $0.isLetterOrDigit || [.underscore, UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
      }
  }
}

extension RepositoryName: Hashable {
  /// Whether two names mean one repository.
  public static func == (a: RepositoryName, b: RepositoryName) -> Bool { a.key == b.key }

  /// Hashes the name without its case.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }

  /// The name in lower case, by which it is listed.
  var key: String { description.lowercased() }

  /// Whether two names have the same case as well.
  public func isSpelled(like other: RepositoryName) -> Bool { description == other.description }
}

extension RepositoryName: LosslessStringConvertible {
  /// Reads `OWNER/NAME`, perhaps with `.git` behind it; `nil` for anything else.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !RepositoryName.isPage(parts[0]),
      let name = try? RepositoryName(parts[0], parts[1])
    else { return nil }
    self = name
  }

  /// The name as `OWNER/NAME`.
  public var description: String { owner + "/" + name }
}

/// Why a text names no repository.
public enum RepositoryNameError: Error, Hashable, Sendable {
  /// The text is empty.
  case empty
  /// It is neither `OWNER/NAME` nor a repository's address.
  case incomplete(String)
  /// GitHub does not allow this owner.
  case badOwner(String)
  /// GitHub does not allow this name.
  case badName(String)
  /// It is the address of another host.
  case otherHost(String, expected: String)
}

extension RepositoryName {
  /// Reads what people type and paste: `OWNER/NAME`, the address of one of the repository's pages, or
  /// its address for `git clone`.
  ///
  /// - Throws: `RepositoryNameError`.
  public init(written text: String, on site: GitHubSite) throws(RepositoryNameError) {
    let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
    let text = text.trimmed(of: blanks)
    guard !text.isEmpty else { throw .empty }
    let (host, path) = RepositoryName.parts(of: text, on: site)
    if let host, host.lowercased() != site.webHost {
      guard !host.isEmpty else { throw .incomplete(text) }
      throw .otherHost(String(host), expected: site.webHost)
    }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    // Only a page's address has more parts.
    guard parts.count == 2 || parts.count > 2 && host != nil, !parts[0].isEmpty, !parts[1].isEmpty
    else { throw .incomplete(text) }
    guard !RepositoryName.isPage(parts[0]) else { throw .incomplete(text) }
    try self.init(parts[0], parts[1])
  }

  /// Reads the two parts; behind the second may be what an address for `git clone` has there, and no name on GitHub.
  private init(_ owner: Substring, _ name: Substring) throws(RepositoryNameError) {
    let suffix = ".git"
    let owner = String(owner)
    var name = String(name)
    while name.hasSuffix(suffix) { name.removeLast(suffix.count) }
    guard RepositoryName.isOwner(owner) else { throw .badOwner(owner) }
    guard RepositoryName.isName(name) else { throw .badName(name) }
    (self.owner, self.name) = (owner, name)
  }

  private static func isPage(_ owner: Substring) -> Bool { pages.contains(owner.lowercased()) }

  /// Pages of GitHub itself, which are no accounts.
  private static let pages: Set<String> = [
    "collections", "enterprises", "explore", "login", "marketplace", "notifications", "orgs",
    "search", "settings", "sponsors", "stars", "topics", "users",
  ]

  /// The host, if there is one, and the path behind it.
  private static func parts(
    of text: String, on site: GitHubSite
  ) -> (host: Substring?, path: Substring) {
    func isEndOfPath(_ character: Character) -> Bool { ["?", "#"].contains(character) }
    if let scheme = text.firstPlace(of: "://") {
      let rest = text[scheme.upperBound...].prefix { !isEndOfPath($0) }
      let host = rest.prefix { $0 != "/" }
      return (bare(host), rest.dropFirst(host.count + 1))
    }
    // As browsers show it, without a scheme.
    let host = text.prefix { $0 != "/" }
    if host.count < text.count, bare(host).lowercased() == site.webHost {
      return (bare(host), text.dropFirst(host.count + 1).prefix { !isEndOfPath($0) })
    }
    // For ssh: `git@github.com:OWNER/NAME.git`.
    if let colon = host.firstIndex(of: ":") {
      return (bare(text[..<colon]), text[text.index(after: colon)...].drop { $0 == "/" })
    }
    return (nil, text[...])
  }

  /// A host without a user name and without `www`.
  private static func bare(_ host: Substring) -> Substring {
    let name = host.split(separator: "@", omittingEmptySubsequences: false).last ?? host
    let www = "www."
    return name.lowercased().hasPrefix(www) ? name.dropFirst(www.count) : name
  }
}

extension String {
  fileprivate func trimmed(of characters: Set<Character>) -> String {
    let front = drop(while: characters.contains)
    let end = front.reversed().prefix(while: characters.contains)
    return String(front.dropLast(end.count))
  }
}

extension UInt8 {
  fileprivate static let underscore = UInt8(ascii: "_")

  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}

extension GitHubSite {
  /// The address of a repository's page, for a browser.
  public func page(of repository: RepositoryName) -> String {
    (isSecure ? "https://" : "http://") + webHost + "/" + repository.description
  }
}
