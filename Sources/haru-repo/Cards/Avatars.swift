import HaruCommand
import HaruCore
import HaruDesktop
import HaruGitHub
import HaruSystem

/// The pictures of owners and contributors: files that are loaded when a card needs them.
@MainActor
enum Avatars {
  /// Seconds after which a picture is loaded again; people change it rarely.
  private static let lifetime: Int64 = 604_800
  /// Seconds after which a picture is removed if no card has loaded it again.
  private static let keeping: Int64 = 2_592_000
  /// Seconds for which no file is removed, because another process may be writing it.
  private static let writing: Int64 = 3600

  private static let directory = PrivateDirectory(UserDirectories.cache + "/haru/avatars")

  /// The file of the picture at an address; it is empty if there is no such picture.
  static func file(of address: String) -> String { directory.file(Fingerprint.of(address)) }

  /// Loads pictures that are missing or old, each into a file that is called by the fingerprint of its address; if that
  /// fails, cards show letters (docs/cards.md#the-card-of-a-repository).
  static func load(_ addresses: [String], _ context: RepositoryContext) {
    let since = context.now.seconds - lifetime
    let lacking = Set(addresses).filter {
      !directory.holds(Fingerprint.of($0), writtenSince: since)
    }
    guard !lacking.isEmpty, context.unknownSite == nil, (try? directory.create()) != nil else {
      return
    }
    var limits = Limits()
    limits.answering = 8000
    let site = context.ownSettings.site
    let github = GitHub(site: site, token: nil, limits: limits) { Instant(LocalClock.now) }
    github.pictures(lacking.sorted()) { address, result in
      switch result {
      case .success(let picture): write(picture, for: address)
      case .failure(.gone), .failure(.blocked), .failure(.badResponse), .failure(.tooLarge):
        // An empty file keeps it from being requested each time; an older picture stays.
        if !directory.holds(Fingerprint.of(address)) { write([], for: address) }
      case .failure: break
      }
    }
  }

  private static func write(_ picture: [UInt8], for address: String) {
    try? AtomicFile.write(picture, to: file(of: address), isDurable: false)
  }

  /// Removes pictures that no watch names, and those that have not been loaded for a month
  /// (docs/github.md#avatars).
  ///
  /// - Parameters:
  ///   - watches: All watches.
  ///   - shown: The addresses on the card that is drawn now, whose pictures stay.
  ///   - now: The time.
  static func prune(for watches: [Watch], showing shown: [String] = [], at now: Instant) {
    let named = watches.flatMap { $0.avatars(withContributors: true) }.map(Fingerprint.of)
    let recent = named.filter { directory.holds($0, writtenSince: now.seconds - keeping) }
    directory.prune(
      keeping: Set(recent + shown.map(Fingerprint.of)), writtenSince: now.seconds - writing)
  }
}
