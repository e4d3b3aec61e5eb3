import Glibc
import HaruCore
import HaruGitHub
import HaruSystem

/// A token for a site, if there is one: docs/github.md#the-token.
struct Credentials {
  /// `nil` to ask without a token.
  let token: Token?
  /// Where a token was found, also one that the site may not get, and whether it can be sent: a token is one word of
  /// ASCII; `nil` if there is none.
  let found: (source: TokenSource, isUsable: Bool)?
  /// Distinguishes tokens and sites from one another, without revealing the token.
  let name: String

  private let site: GitHubSite
  /// Where further tokens may be.
  private let others: ArraySlice<TokenSource>

  /// Looks in the environment, then asks GitHub's own program.
  init(for site: GitHubSite) {
    self.init(TokenSource.allCases[...], for: site)
  }

  /// Those with the next token, once GitHub has rejected this one; `nil` if there is none.
  var next: Credentials? {
    guard token != nil else { return nil }
    let next = Credentials(others, for: site)
    return next.token == nil ? nil : next
  }

  /// Whether these may not see what others, by their name, have seen with a token of theirs.
  func mayLack(_ other: String) -> Bool {
    other != name && other.hasPrefix(prefix) && other.count > prefix.count
  }

  /// Takes the first token that can be one.
  private init(_ sources: ArraySlice<TokenSource>, for site: GitHubSite) {
    var (others, usable) = (sources, Token?.none)
    var found: (source: TokenSource, isUsable: Bool)?
    while usable == nil, let source = others.popFirst() {
      guard let text = source.text(for: site) else { continue }
      // A variable that is set and empty means: without a token.
      if text.allSatisfy(\.isWhitespace) { break }
      usable = Token(written: text)
      if usable != nil || found == nil { found = (source, usable != nil) }
    }
    (self.site, self.others, self.found) = (site, others, found)
    token = site.mayGetToken ? usable : nil
    let identity = token.map {
      Fingerprint.of(secret: $0.secret, for: Credentials.purpose).prefix(16)
    }
    name = Credentials.prefix(site) + (identity ?? "")
  }

  private var prefix: String { Credentials.prefix(site) }

  private static func prefix(_ site: GitHubSite) -> String { "\(site) " }

  // The fingerprints of earlier versions are in the store.
  private static let purpose = Identity.application + " asks GitHub"
}

extension TokenSource {
  /// What is there in the place of a token; `nil` if nothing is.
  fileprivate func text(for site: GitHubSite) -> String? {
    switch self {
    case .haruVariable, .githubVariable: variable
    case .ghVariable: site.isAtGitHub ? variable : nil
    case .gh: TokenSource.stored(for: site)
    }
  }

  private var variable: String? { getenv(rawValue).map { String(cString: $0) } }

  /// The token that `gh` has stored, if it is installed and has one; the variables had their turn.
  ///
  /// The limit is for a locked keyring, on which `gh` waits for ever.
  private static func stored(for site: GitHubSite) -> String? {
    let words =
      ["env"] + variables.flatMap { ["-u", $0] }
      + ["timeout", "5", "gh", "auth", "token", "--hostname", site.webHost]
    guard let ending = try? Subprocess.run(words), ending.status == 0 else { return nil }
    return ending.output
  }
}
