import HaruText

/// The help that several options or commands share.
enum RepoHelp {
  /// A watched repository.
  static var name: String { text("watched repository as OWNER/NAME, in any case") }
  /// Watched repositories.
  static var namesOrAll: String {
    text("watched repositories as OWNER/NAME, in any case; default: all")
  }
}
