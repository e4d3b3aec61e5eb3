import HaruCore
import HaruDesktop
import HaruGitHub

/// Puts pictures of people into a directory, each under the fingerprint of its address.
struct AvatarRun {
  private let site: GitHubSite
  private let directory: PrivateDirectory
  private let addresses: [String]

  /// Reads `avatars site=URL into=DIR ADDRESS…`; `nil` for anything else.
  init?(words: [String]) {
    let (site, into) = ("site=", "into=")
    guard words.count >= 3, words[1].hasPrefix(site), words[2].hasPrefix(into + "/"),
      let known = GitHubSite(String(words[1].dropFirst(site.count)))
    else { return nil }
    self.site = known
    directory = PrivateDirectory(String(words[2].dropFirst(into.count)))
    addresses = Array(words.dropFirst(3))
  }

  /// Does it, as far as it can be done; a picture that is missing is no error.
  func run() {
    guard (try? directory.make()) != nil else { return }
    var limits = Limits()
    limits.answering = 8000
    let github = GitHub(site: site, token: nil, limits: limits) { Instant(LocalClock.now) }
    github.pictures(addresses) { address, result in
      let file = directory.file(Fingerprint.of(address))
      switch result {
      case .success(let picture):
        try? WholeFile.write(picture: picture, to: file)
      case .failure(.gone), .failure(.badAnswer), .failure(.tooLong):
        // There is none, and it need not be asked for each time; a good one from before stays.
        guard !directory.holds(Fingerprint.of(address)) else { break }
        try? WholeFile.write(picture: [], to: file)
      case .failure:
        break
      }
    }
  }
}
