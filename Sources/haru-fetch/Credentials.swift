import Glibc
import HaruCore
import HaruGitHub
import HaruSystem

/// The token for a site, if there is one: docs/github.md#the-token.
struct Credentials {
  /// `nil` to ask without a token.
  let token: Token?
  /// Where a token was found, also one that the site may not get, or that cannot be sent; `nil` if there is
  /// none.
  let found: FoundToken?
  /// Distinguishes tokens and sites from one another, without revealing the token.
  let name: String

  /// Looks in the environment, then asks GitHub's own program.
  ///
  /// A variable that is set and empty means: without a token.
  init(for site: GitHubSite) {
    let variable = TokenSource.variables.first { getenv($0) != nil }
    let text = variable.flatMap { getenv($0) }.map { String(cString: $0) }
    let written = (text ?? Credentials.tokenOfGH(for: site)) ?? ""
    let usable = Token(written: written)
    found =
      written.allSatisfy(\.isWhitespace)
      ? nil : FoundToken(variable.flatMap(TokenSource.init) ?? .gh, isUsable: usable != nil)
    token = site.mayGetToken ? usable : nil
    let identity = token.map {
      Fingerprint.of(secret: $0.secret, for: Credentials.purpose).prefix(16)
    }
    name = "\(site) \(identity ?? "")"
  }

  // The fingerprints of earlier versions are in the store.
  private static let purpose = Identity.application + " asks GitHub"

  /// The token of `gh`, if it is installed and has one.
  ///
  /// The limit is for a locked keyring, on which `gh` waits for ever.
  private static func tokenOfGH(for site: GitHubSite) -> String? {
    let words = ["timeout", "5", "gh", "auth", "token", "--hostname", site.webHost]
    guard let ending = try? Subprocess.run(words), ending.status == 0 else { return nil }
    return ending.output
  }
}
