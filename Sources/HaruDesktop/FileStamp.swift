internal import CDesktop

/// What tells a file apart from itself before it was changed.
public struct FileStamp: Hashable, Sendable {
  private let identity: FileIdentity
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// The stamp of the file at a path; `nil` if there is none.
  public init?(_ path: String) {
    var status = stat()
    guard let identity = FileIdentity(path), stat(path, &status) == 0 else { return nil }
    self.identity = identity
    size = Int(status.st_size)
    // Not when it was written but when anything of it changed, its mode among that.
    (seconds, nanoseconds) = (Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec))
  }
}
