internal import Glibc

/// A directory that only its owner may read.
public struct PrivateDirectory: Sendable {
  /// Its path.
  public let path: String

  /// Names a directory, which may be missing.
  public init(_ path: String) {
    self.path = path
  }

  /// The path of a file in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Makes it with the directories above it, and closes it to other users.
  ///
  /// - Throws: `GLibError` if that fails, or the directory belongs to another user.
  public func create() throws(GLibError) {
    guard Files.makeDirectories(above: path + "/.") == nil, removePermissionsOfOthers() else {
      throw GLibError(Files.reason(errno))
    }
  }

  /// Whether it holds a readable file that is not empty.
  public func holds(_ name: String) -> Bool {
    var status = stat()
    return stat(file(name), &status) == 0 && status.st_size > 0 && access(file(name), R_OK) == 0
  }

  /// Whether it holds a file, even an empty one, that was written since an instant in seconds since 1970.
  public func holds(_ name: String, writtenSince seconds: Int64) -> Bool {
    var status = stat()
    return stat(file(name), &status) == 0 && status.st_mtim.tv_sec >= seconds
  }

  /// The sorted names in it; none if it cannot be read.
  public var names: [String] { Files.names(in: path) }

  /// Removes the files in it that are neither kept nor written since an instant in seconds since 1970.
  public func prune(keeping kept: Set<String>, writtenSince seconds: Int64) {
    for name in names where !kept.contains(name) && !holds(name, writtenSince: seconds) {
      remove(name)
    }
  }

  /// Removes a file in it.
  public func remove(_ name: String) {
    unlink(file(name))
  }

  /// Removes it if it holds nothing.
  public func removeIfEmpty() {
    rmdir(path)
  }

  /// Removes the permissions of other users.
  private func removePermissionsOfOthers() -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    guard status.st_uid == geteuid() else {
      errno = EPERM
      return false
    }
    return status.st_mode & 0o077 == 0 || chmod(path, status.st_mode & 0o700) == 0
  }
}
