public import HaruCore
internal import HaruSystem

/// What an exchange tells its agent to watch.
///
/// The agent itself asks no file system whether something is there, because a dead one may never answer.
public struct DirectoriesToWatch: Message {
  /// A directory.
  public struct Directory: Hashable, Sendable {
    fileprivate let path: String
    /// What tells it from another at its path; `nil` for one that is not there.
    fileprivate let identity: String?
  }

  /// The directories to watch.
  public let directories: [Directory]

  /// Names those directories that are there.
  public init(_ paths: [String]) {
    directories = paths.compactMap { path in
      FileIdentity(path).map { Directory(path: path, identity: "\($0.device):\($0.inode)") }
    }
  }

  /// Names a directory that is not there.
  public init(missing path: String) {
    directories = [Directory(path: path, identity: nil)]
  }

  /// Whether one is not there.
  public var isMissing: Bool { directories.contains { $0.identity == nil } }

  /// The paths, each with its identity.
  public var json: JSON {
    .object(directories.map { (name: $0.path, value: .string($0.identity)) })
  }

  /// Reads the paths.
  public init(json: JSON) throws(MessageError) {
    guard let members = json.members else { throw MessageError("\(json)") }
    directories = members.map { Directory(path: $0.name, identity: $0.value.string) }
  }
}

/// Watches what an exchange has named.
@MainActor
public final class ExchangeWatch {
  private var present: [DirectoriesToWatch.Directory: DirectoryWatch] = [:]
  private var missing: [DirectoriesToWatch.Directory: FileWatch] = [:]
  private let onChange: @MainActor () -> Void

  /// Watches nothing yet.
  public init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
  }

  /// Watches some directories, and nothing else.
  ///
  /// - Returns: Whether something is watched that was not before, so that it may have changed meanwhile.
  public func watch(_ directories: [DirectoriesToWatch.Directory]) -> Bool {
    // First: two watches of one path would both be of the directory that was there before.
    present = present.filter { directories.contains($0.key) }
    missing = missing.filter { directories.contains($0.key) }
    var isNews = false
    for directory in directories where present[directory] == nil && missing[directory] == nil {
      if directory.identity == nil {
        missing[directory] = FileWatch(directory.path, onChange: onChange)
      } else {
        present[directory] = DirectoryWatch(directory.path, onChange: onChange)
        isNews = true
      }
    }
    return isNews
  }
}
