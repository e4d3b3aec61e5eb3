/// The name of a repository on GitHub, `OWNER/NAME`; the same in capitals or without.
public struct RepositoryName: Sendable {
  /// Whose it is: a person or an organisation.
  public let owner: String
  /// What it is called.
  public let name: String

  /// Takes the two parts; `nil` unless both are such as GitHub allows.
  ///
  /// GitHub gives no owner a hyphen at an end any more, but those that have one kept it.
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
  /// Whether two names are of one repository.
  public static func == (a: RepositoryName, b: RepositoryName) -> Bool { a.key == b.key }

  /// Hashes what two names of one repository share.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }

  private var key: String { description.lowercased() }

  /// Whether another name is written in the very same letters.
  public func isSpelled(like other: RepositoryName) -> Bool { description == other.description }
}

extension RepositoryName: LosslessStringConvertible {
  /// Reads `OWNER/NAME`, exactly; `nil` for anything else.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(owner: String(parts[0]), name: String(parts[1]))
  }

  /// The name as `OWNER/NAME`.
  public var description: String { owner + "/" + name }
}

/// Why what somebody wrote names no repository.
public enum RepositoryNameError: Error, Hashable, Sendable {
  /// Nothing was written.
  case empty
  /// It is neither `OWNER/NAME` nor an address of one.
  case incomplete(String)
  /// GitHub has no such owners.
  case badOwner(String)
  /// GitHub has no such names.
  case badName(String)
  /// It is the address of something elsewhere.
  case otherHost(String, expected: String)
}

extension RepositoryName {
  /// Reads what people write and paste: `OWNER/NAME`, the address of a page of the repository, or
  /// what one clones it with.
  ///
  /// - Throws: `RepositoryNameError`, which says what is wrong with it.
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
    // Only the address of a page goes on behind the name.
    guard parts.count == 2 || parts.count > 2 && host != nil, !parts[0].isEmpty, !parts[1].isEmpty
    else { throw .incomplete(text) }
    let owner = String(parts[0])
    guard !RepositoryName.pages.contains(owner.lowercased()) else { throw .incomplete(text) }
    guard RepositoryName.isOwner(owner) else { throw .badOwner(owner) }
    let suffix = ".git"
    let name = String(parts[1].hasSuffix(suffix) ? parts[1].dropLast(suffix.count) : parts[1])
    guard RepositoryName.isName(name) else { throw .badName(name) }
    (self.owner, self.name) = (owner, name)
  }

  /// Pages of GitHub itself, which nobody's account can be called like.
  private static let pages: Set<String> = [
    "collections", "enterprises", "explore", "login", "marketplace", "notifications", "orgs",
    "search", "settings", "sponsors", "stars", "topics", "users",
  ]

  /// The host, if one is named, and what stands behind it.
  private static func parts(
    of text: String, on site: GitHubSite
  ) -> (host: Substring?, path: Substring) {
    func isEndOfPath(_ character: Character) -> Bool { ["?", "#"].contains(character) }
    if let scheme = text.range(ofFirst: "://") {
      let rest = text[scheme.upperBound...].prefix { !isEndOfPath($0) }
      let host = rest.prefix { $0 != "/" }
      return (bare(host), rest.dropFirst(host.count + 1))
    }
    // As a browser shows it.
    let host = text.prefix { $0 != "/" }
    if host.count < text.count, bare(host).lowercased() == site.webHost {
      return (bare(host), text.dropFirst(host.count + 1).prefix { !isEndOfPath($0) })
    }
    // As ssh and scp write it: `git@github.com:OWNER/NAME.git`.
    if let colon = host.firstIndex(of: ":") {
      return (bare(text[..<colon]), text[text.index(after: colon)...].drop { $0 == "/" })
    }
    return (nil, text[...])
  }

  /// A host without who asks it, and without what stands before it for no reason.
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

  /// Where a text stands in it for the first time.
  fileprivate func range(ofFirst text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }
      .map { $0..<index($0, offsetBy: text.count) }
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
