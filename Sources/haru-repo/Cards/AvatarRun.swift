import HaruCore
import HaruGitHub
import HaruSystem

/// Loads pictures into a directory, each under the fingerprint of its address.
struct AvatarRun {
  let addresses: [String]
  let site: GitHubSite
  let directory: PrivateDirectory

  /// A missing picture is no error: docs/cards.md#the-card-of-a-repository.
  func run() {
    guard (try? directory.create()) != nil else { return }
    var limits = Limits()
    limits.answering = 8000
    let github = GitHub(site: site, token: nil, limits: limits) { Instant(LocalClock.now) }
    github.pictures(addresses) { address, result in
      let name = Fingerprint.of(address)
      switch result {
      case .success(let picture):
        write(picture, to: directory.file(name))
      case .failure(.gone), .failure(.blocked), .failure(.badResponse), .failure(.tooLarge):
        // An empty file keeps it from being requested each time; an older picture stays.
        if !directory.holds(name) { write([], to: directory.file(name)) }
      case .failure:
        break
      }
    }
  }

  private func write(_ picture: [UInt8], to file: String) {
    try? AtomicFile.write(picture, to: file, isDurable: false)
  }
}
