import HaruCore
import HaruDesktop

/// The pictures of owners and contributors, as files that are fetched when they are drawn.
@MainActor
enum Avatars {
  /// After how many seconds a picture is fetched again; people change it rarely.
  private static let lifetime: Int64 = 604_800
  /// A little longer than `haru-fetch` tries.
  private static let fetchingMilliseconds = 12_000

  private static let directory = PrivateDirectory(UserDirectories.cache + "/haru/avatars")

  /// Where the picture of an address lies, or will; empty where there is none to be had.
  static func file(of address: String) -> String { directory.file(Fingerprint.of(address)) }

  /// Has fetched what is missing or old; what cannot be had is no error (behaviours R26).
  static func load(_ addresses: [String], _ session: Session) {
    let since = session.now.seconds - lifetime
    let lacking = Set(addresses).filter {
      !directory.holds(Fingerprint.of($0), writtenSince: since)
    }
    let fetcher = ProgramFile().helper("haru-fetch")
    guard !lacking.isEmpty, ProgramFile.canRun(fetcher) else { return }
    let words = ["avatars", "site=\(session.settings.site)", "into=" + directory.path]
    _ = try? Subprocess.run([fetcher] + words + lacking.sorted(), limit: fetchingMilliseconds)
  }
}
