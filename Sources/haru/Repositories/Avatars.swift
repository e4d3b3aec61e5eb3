import HaruCore
import HaruDesktop

/// The pictures of owners and contributors: files that are loaded when a card needs them.
@MainActor
enum Avatars {
  /// Seconds after which a picture is loaded again; people change it rarely.
  private static let lifetime: Int64 = 604_800
  /// A little longer than the limit of `haru-fetch` itself.
  private static let fetchingMilliseconds = 12_000

  private static let directory = PrivateDirectory(UserDirectories.cache + "/haru/avatars")

  /// The file for the picture of an address; an empty file stands for a picture that does not exist.
  static func file(of address: String) -> String { directory.file(Fingerprint.of(address)) }

  /// Loads the pictures that are missing or old; a failure is no error: docs/behaviours.md#R26.
  static func load(_ addresses: [String], _ session: Session) {
    let since = session.now.seconds - lifetime
    let lacking = Set(addresses).filter {
      !directory.holds(Fingerprint.of($0), writtenSince: since)
    }
    let fetcher = ProgramFile().helper("haru-fetch")
    guard !lacking.isEmpty, ProgramFile.canRun(fetcher) else { return }
    let command = FetchCommand.avatars(
      lacking.sorted(), site: session.settings.site, directory: directory.path)
    _ = try? Subprocess.run([fetcher] + command.arguments, limit: fetchingMilliseconds)
  }
}
