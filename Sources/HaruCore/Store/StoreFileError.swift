/// Why a file that holds the store, or shall hold it, was not copied, restored or moved.
public struct StoreFileError: Error, Hashable, Sendable {
  /// What is in the way.
  public enum Reason: Hashable, Sendable {
    /// What a store says.
    case store(StoreError)
    /// There is no such file.
    case noSuchFile
    /// There is no such directory.
    case noSuchDirectory
    /// Something else stands there, and is left alone.
    case occupied
    /// It is the store itself.
    case isStore
    /// The name is needed for the store, or for what is not finished yet.
    case reserved
    /// The disk that the store is on is too full for what a move needs there.
    case noRoom
    /// Another process is at it.
    case inProgress
  }

  /// What is in the way.
  public let reason: Reason
  /// The file it is about.
  public let path: String

  /// Makes an error.
  public init(_ reason: Reason, _ path: String) {
    (self.reason, self.path) = (reason, path)
  }
}
