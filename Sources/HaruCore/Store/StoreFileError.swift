/// The reason why a store was not backed up, restored or moved.
public struct StoreFileError: Error, Hashable, Sendable {
  /// The kind of an error.
  public enum Reason: Hashable, Sendable {
    /// An error of the store.
    case store(StoreError)
    /// The file is missing.
    case noSuchFile
    /// The directory is missing.
    case noSuchDirectory
    /// The path is taken by another file, which is left alone.
    case occupied
    /// The file is the store itself.
    case isStore
    /// The name is reserved for the store or for unfinished files.
    case reserved
    /// No symbolic link can take the place of the file, so that a move would leave no way from there.
    case noLinks
    /// Another process is doing the same.
    case inProgress
  }

  /// The kind.
  public let reason: Reason
  /// The path of the file.
  public let path: String

  /// Makes an error.
  public init(_ reason: Reason, _ path: String) {
    (self.reason, self.path) = (reason, path)
  }
}
