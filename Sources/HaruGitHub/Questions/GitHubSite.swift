/// A GitHub to ask: the public one, or an enterprise's own.
public struct GitHubSite: Hashable, Sendable {
  /// Whether it is asked over TLS.
  public let isSecure: Bool
  /// The host of the API in lower case, with the port if the address names one.
  public let host: String
  /// The path of the API, without a slash at its end: empty, or such as `/api/v3`.
  public let path: String

  /// The public GitHub.
  public static let github = GitHubSite(isSecure: true, host: "api.github.com", path: "")

  private init(isSecure: Bool, host: String, path: String) {
    (self.isSecure, self.host, self.path) = (isSecure, host, path)
  }

  /// The host of the repositories' pages.
  public var webHost: String {
    isAtGitHub ? String(host.dropFirst(GitHubSite.api.count)) : host
  }

  /// Whether GitHub itself runs it.
  public var isAtGitHub: Bool {
    host == "api.github.com" || host.hasPrefix(GitHubSite.api) && host.hasSuffix(".ghe.com")
  }

  private static let api = "api."

  /// Whether requests stay on this machine.
  public var isThisMachine: Bool {
    if host.hasPrefix("[") { return host == "[::1]" || host.hasPrefix("[::1]:") }
    let name = host.prefix { $0 != ":" }
    let isLoopback =
      name.hasPrefix("127.") && name.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
    return name == "localhost" || isLoopback
  }

  /// Whether it may get a token: nobody on the way can read it.
  public var mayGetToken: Bool { isSecure || isThisMachine }
}

extension GitHubSite: LosslessStringConvertible {
  /// Reads the address of an API, such as `https://api.github.com`; `nil` for anything else, also for
  /// an address with a password in it.
  public init?(_ description: String) {
    let schemes = ["https://": true, "http://": false]
    guard let scheme = schemes.first(where: { description.lowercased().hasPrefix($0.key) }),
      description.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    let rest = description.dropFirst(scheme.key.count)
    let host = rest.prefix { $0 != "/" }
    guard let name = GitHubSite.name(in: host), !rest.contains(where: { "@?#\\\"<>%".contains($0) })
    else { return nil }
    if name.count < host.count {
      guard host.dropFirst(name.count).first == ":",
        let port = UInt16(host.dropFirst(name.count + 1)), port > 0
      else { return nil }
    }
    var path = rest.dropFirst(host.count)
    while path.last == "/" { path.removeLast() }
    self.init(isSecure: scheme.value, host: host.lowercased(), path: String(path))
  }

  /// A host without its port; `nil` if there is none.
  private static func name(in host: Substring) -> Substring? {
    guard host.hasPrefix("[") else {
      let name = host.prefix { $0 != ":" }
      return name.isEmpty || name.contains { "[]".contains($0) } ? nil : name
    }
    // An address of IPv6 (RFC 3986, section 3.2.2).
    guard let end = host.firstIndex(of: "]") else { return nil }
    let number = host[..<end].dropFirst()
    let isAddress = number.contains(":") && number.allSatisfy { $0.isHexDigit || ":.".contains($0) }
    return isAddress ? host[...end] : nil
  }

  /// The address.
  public var description: String { (isSecure ? "https://" : "http://") + host + path }
}
