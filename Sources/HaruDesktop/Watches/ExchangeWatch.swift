internal import HaruSystem

/// What an exchange tells its agent to watch: a directory in a line, after what tells it from others.
///
/// The agent itself asks no file system whether something is there, because a dead one may never answer.
@MainActor
public final class ExchangeWatch {
  /// A directory that is not there.
  private nonisolated static let missing = "-"

  private var directories: [String: DirectoryWatch] = [:]
  private var missing: [String: FileWatch] = [:]
  private let onChange: @MainActor () -> Void

  /// Watches nothing yet.
  public init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
  }

  /// The lines that name directories, as they are now; others have none.
  public nonisolated static func lines(of directories: [String]) -> [String] {
    directories.compactMap { path in
      FileIdentity(path).map { "\($0.device):\($0.inode) \(path)" }
    }
  }

  /// The line that names a directory that is not there.
  public nonisolated static func line(missing path: String) -> String { "\(missing) \(path)" }

  /// Watches what some lines name, and nothing else.
  ///
  /// - Returns: Whether something is watched that was not before, so that it may have changed meanwhile.
  public func watch(_ lines: [String]) -> Bool {
    // First: two watches of one path would both be of the directory that was there before.
    directories = directories.filter { lines.contains($0.key) }
    missing = missing.filter { lines.contains($0.key) }
    var isNews = false
    for line in lines where directories[line] == nil && missing[line] == nil {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { continue }
      if words[0] == Self.missing {
        missing[line] = FileWatch(words[1], onChange: onChange)
      } else {
        directories[line] = DirectoryWatch(words[1], onChange: onChange)
        isNews = true
      }
    }
    return isNews
  }
}
