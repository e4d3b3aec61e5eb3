/// Which GitHub is asked: the public one, or an enterprise's own.
public struct GitHubSite: Hashable, Sendable {
  /// Whether it is asked by TLS.
  public let isSecure: Bool
  /// The host that is asked, in small letters, with its port if that is not the usual one.
  public let host: String
  /// What stands behind the host, without a slash at its end: empty, or such as `/api/v3`.
  public let path: String

  /// The public GitHub.
  public static let github = GitHubSite(isSecure: true, host: "api.github.com", path: "")

  private init(isSecure: Bool, host: String, path: String) {
    (self.isSecure, self.host, self.path) = (isSecure, host, path)
  }

  /// The host where people look at repositories.
  public var webHost: String {
    let api = "api."
    let isOfGitHub = host == "api.github.com" || host.hasPrefix(api) && host.hasSuffix(".ghe.com")
    return isOfGitHub ? String(host.dropFirst(api.count)) : host
  }

  /// The address of a repository's page, for a browser.
  public func page(of repository: RepositoryName) -> String {
    (isSecure ? "https://" : "http://") + webHost + "/" + repository.description
  }

  /// Whether what is sent there stays on this machine.
  public var isThisMachine: Bool {
    if host.hasPrefix("[") { return host == "[::1]" || host.hasPrefix("[::1]:") }
    let name = host.prefix { $0 != ":" }
    let isLoopback =
      name.hasPrefix("127.") && name.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
    return name == "localhost" || isLoopback
  }
}

extension GitHubSite: LosslessStringConvertible {
  /// Reads the address under which GitHub is asked, such as `https://api.github.com`; `nil` for
  /// anything else, as one that would carry a password.
  public init?(_ description: String) {
    let schemes = ["https://": true, "http://": false]
    guard let scheme = schemes.first(where: { description.lowercased().hasPrefix($0.key) }),
      description.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    let rest = description.dropFirst(scheme.key.count)
    let host = rest.prefix { $0 != "/" }
    let name = host.hasPrefix("[") ? host[...] : host.prefix { $0 != ":" }
    guard !name.isEmpty, !rest.contains(where: { "@?#\\\"<>%".contains($0) }) else { return nil }
    if name.count < host.count {
      guard let port = UInt16(host.dropFirst(name.count + 1)), port > 0 else { return nil }
    }
    var path = rest.dropFirst(host.count)
    while path.last == "/" { path.removeLast() }
    self.init(isSecure: scheme.value, host: host.lowercased(), path: String(path))
  }

  /// The address.
  public var description: String { (isSecure ? "https://" : "http://") + host + path }
}
