public import HaruCore
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

/// When *Later* reminds, in a file of the session, so that an agent that starts again knows it.
public enum LaterFile {
  private static let name = "later"
  private static let (group, key) = ("Later", "at")
  private static var directory: PrivateDirectory { PrivateDirectory(UserDirectories.session) }

  /// The instant that was kept, which may be over; `nil` if there is none.
  public static var instant: Instant? {
    guard let file = try? KeyFile(path: directory.file(name)) else { return nil }
    return file.value(of: key, in: group).flatMap { Int64($0) }.map { Instant($0) }
  }

  /// Keeps an instant; without it, an agent that starts again only forgets *Later*.
  public static func keep(_ instant: Instant?) {
    guard instant != self.instant else { return }
    guard let instant else { return directory.remove(name) }
    let file = KeyFile()
    file.set(String(instant.seconds), for: key, in: group)
    try? file.save(to: directory.file(name))
  }
}
