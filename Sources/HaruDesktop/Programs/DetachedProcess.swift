internal import CDesktop
internal import Glibc
public import HaruSystem

/// A program that goes on after this one and its terminal have ended.
public enum DetachedProcess {
  /// Starts a program in a session of its own, without input and output.
  ///
  /// - Parameters:
  ///   - arguments: The path of the program, and its arguments.
  ///   - directory: Where it begins; `nil` for the directory of this program.
  /// - Throws: `GLibError` if it cannot be started.
  public static func start(
    _ arguments: [String], in directory: String? = nil
  ) throws(GLibError) {
    var words = arguments.map { g_strdup($0) } + [nil]
    defer { words.forEach { g_free($0) } }
    var error: UnsafeMutablePointer<GError>?
    // GLib starts it as a grandchild, so nobody has to wait for its end.
    let flags = G_SPAWN_STDOUT_TO_DEV_NULL.rawValue | G_SPAWN_STDERR_TO_DEV_NULL.rawValue
    let started = g_spawn_async(
      directory, &words, nil, GSpawnFlags(flags), { _ in setsid() }, nil, nil, &error)
    guard started != 0 else { throw GLibError(taking: error) }
  }
}
