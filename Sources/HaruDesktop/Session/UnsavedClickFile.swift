internal import HaruCore
internal import HaruSystem

/// A file of the session that is there while the agent keeps a click that could not be saved.
///
/// Prompts and bars look for it before they ask the agent, because a connection to the bus is a tenth
/// of their time. An agent that was killed leaves it, so the agent has the last word.
public enum UnsavedClickFile {
  private static let name = "not-saved"
  private static var directory: PrivateDirectory { PrivateDirectory(UserDirectories.session) }

  /// Where it is.
  public static var path: String { directory.file(name) }

  /// Whether it is there.
  public static var isSet: Bool { directory.holds(name) }

  /// Makes it or removes it; without it, bars do not show that a click waits.
  public static func set(_ waits: Bool) {
    guard waits else { return directory.remove(name) }
    try? directory.create()
    try? AtomicFile.write("\n", to: path)
  }
}
