internal import Glibc

/// An open file or directory, closed with the last who holds it.
///
/// Everything below a folder is opened by its name in an open directory, and never through a link. So
/// nobody who can write into the folder leads us out of it.
final class OpenFile {
  private let descriptor: Int32

  /// Opens the directory at a path that the user chose, and therefore behind links.
  convenience init(directory path: String) throws(SystemError) {
    try self.init { open(path, OpenFile.directoryFlags) }
  }

  private init(opening: () -> Int32) throws(SystemError) {
    descriptor = try succeeding(opening)
  }

  deinit { close(descriptor) }

  // MARK: Names in a directory

  /// Opens a directory in this one.
  func directory(_ name: String) throws(SystemError) -> OpenFile {
    try OpenFile { openat(descriptor, name, OpenFile.directoryFlags | O_NOFOLLOW) }
  }

  /// Opens a regular file in this directory.
  ///
  /// What stands there is looked at before and after: to open a device can have an effect, and a name can
  /// change its meaning in between.
  ///
  /// - Returns: The file and its status.
  /// - Throws: `SystemError` with `ELOOP` if it is anything else, also a link to a file.
  func regularFile(
    _ name: String, _ flags: Int32 = O_RDONLY
  ) throws(SystemError) -> (OpenFile, stat) {
    guard try status(of: name).isRegular else { throw SystemError(number: ELOOP) }
    let file = try OpenFile { openat(descriptor, name, flags | OpenFile.fileFlags) }
    let status = try file.status()
    guard status.isRegular else { throw SystemError(number: ELOOP) }
    return (file, status)
  }

  /// Makes a file in this directory, for its owner alone.
  ///
  /// - Throws: `SystemError` with `EEXIST` if the name is taken.
  func newFile(_ name: String, _ flags: Int32) throws(SystemError) -> OpenFile {
    let all = flags | O_CREAT | O_EXCL | OpenFile.fileFlags
    return try OpenFile { openat(descriptor, name, all, 0o600) }
  }

  /// Makes a directory in this one, for its owner alone, unless its name is taken.
  func makeDirectory(_ name: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try succeeding { mkdirat(descriptor, name, 0o700) }
    } catch  where error.number == EEXIST {}
  }

  /// Removes the name of a file from this directory.
  func removeFile(_ name: String) throws(SystemError) {
    _ = try succeeding { unlinkat(descriptor, name, 0) }
  }

  /// Gives a file in this directory the name of another one, which it replaces.
  func rename(_ name: String, to other: String) throws(SystemError) {
    _ = try succeeding { renameat(descriptor, name, descriptor, other) }
  }

  /// What a name in this directory is; of a link, the link.
  func status(of name: String) throws(SystemError) -> stat {
    var status = stat()
    _ = try succeeding { fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) }
    return status
  }

  /// Calls a function for each name in this directory, in no order; `nil` is one that is not UTF-8.
  func forEachName(_ body: (String?) -> Void) throws(SystemError) {
    // A stream takes over its descriptor, and begins where that has been read to.
    let own = try succeeding { openat(descriptor, ".", OpenFile.directoryFlags) }
    guard let stream = fdopendir(own) else {
      let error = SystemError(number: errno)
      close(own)
      throw error
    }
    defer { closedir(stream) }
    errno = 0
    while let entry = readdir(stream) {
      body(OpenFile.name(of: entry))
      errno = 0
    }
    guard errno == 0 else { throw SystemError(number: errno) }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
    }
  }

  // MARK: The open file

  /// What it is now.
  func status() throws(SystemError) -> stat {
    var status = stat()
    _ = try succeeding { fstat(descriptor, &status) }
    return status
  }

  /// Reads its first bytes; fewer, if it ends before.
  func bytes(_ count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let length = try succeeding {
        bytes.withUnsafeMutableBytes {
          pread(descriptor, $0.baseAddress.map { $0 + filled }, count - filled, filled)
        }
      }
      guard length > 0 else { break }
      filled += length
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// Writes all bytes at its end, if it is open with `O_APPEND`.
  func append(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try succeeding {
        bytes.withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
        }
      }
    }
  }

  /// Waits until its contents are on the disk.
  func sync() throws(SystemError) {
    _ = try succeeding { fsync(descriptor) }
  }

  /// Waits until the names in this directory are on the disk, where the file system can do that.
  func syncNames() throws(SystemError) {
    // Some file systems in user space sync files, but not directories.
    do throws(SystemError) { try sync() } catch  where error.number == EINVAL {}
  }

  /// Takes its lock, which goes with it.
  ///
  /// - Throws: `SystemError` with `EWOULDBLOCK` if another process has it.
  func lock() throws(SystemError) {
    do throws(SystemError) {
      _ = try succeeding { flock(descriptor, LOCK_EX | LOCK_NB) }
    } catch  where OpenFile.meansNoLocks.contains(error.number) {}
  }

  /// What file systems say that have no locks, or none of directories: NFS says `EBADF`, SMB `EISDIR`.
  private static let meansNoLocks = [ENOTSUP, ENOLCK, ENOSYS, EINVAL, EBADF, EISDIR]

  private static let directoryFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
  private static let fileFlags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
}

/// Makes a system call, again if a signal has interrupted it.
private func succeeding<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let number = errno
    guard number == EINTR else { throw SystemError(number: number) }
  }
}
