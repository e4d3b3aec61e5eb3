import Glibc
import HaruCore
import HaruDesktop
import HaruGitHub

/// As whom GitHub is asked.
struct Asker {
  /// What shows it; `nil` for nobody in particular.
  let token: Token?
  /// A name for who asks what, which says nothing of the token.
  let name: String
  /// Where the token was found: a variable, or a program; `nil` if there is none.
  let origin: String?

  /// Finds the token of a site: in the environment, or with GitHub's own program.
  ///
  /// A variable that is there and empty asks as nobody.
  init(of site: GitHubSite) {
    let variables: [String] = ["HARU_GITHUB_TOKEN", "GITHUB_TOKEN"]
    let variable = variables.first { getenv($0) != nil }
    let written = variable.flatMap { getenv($0) }.map { String(cString: $0) }
    token = (written ?? Asker.tokenOfGH(for: site)).flatMap(Token.init(written:))
    origin = token == nil ? nil : variable ?? "gh"
    let identity = token.map { Fingerprint.of(secret: $0.secret, for: Asker.purpose).prefix(16) }
    name = "\(site) \(identity ?? "")"
  }

  private static let purpose = Identity.application + " asks GitHub"

  /// The token of `gh`, if it is installed and knows one.
  ///
  /// It may ask a keyring that is locked, and that for ever.
  private static func tokenOfGH(for site: GitHubSite) -> String? {
    let words = ["timeout", "5", "gh", "auth", "token", "--hostname", site.webHost]
    guard let ending = try? Subprocess.run(words), ending.status == 0 else { return nil }
    return ending.output
  }
}
