package import Glibc

/// An open file or directory, closed with the last who holds it.
///
/// Everything below a directory is opened by its name in the open directory, and never through a link. So
/// nobody who can write into it leads us out of it.
package final class OpenFile {
  /// Its file descriptor.
  package let descriptor: Int32

  /// Opens the directory at a path, behind links.
  ///
  /// One that may be written into and not be listed is opened for its names alone.
  package convenience init(directory path: String) throws(SystemError) {
    try self.init {
      let opened = open(path, OpenFile.directoryFlags)
      guard opened < 0, errno == EACCES else { return opened }
      return open(path, OpenFile.directoryFlags | OpenFile.namesAlone)
    }
  }

  /// Opens a file of our own for reading and writing; makes it, for its owner alone, if it is missing.
  package convenience init(making path: String) throws(SystemError) {
    try self.init {
      open(path, O_RDWR | O_CREAT | O_NOFOLLOW | OpenFile.fileFlags, 0o600)
    }
  }

  /// Opens what stands at a path and is no regular file, such as a terminal, for writing.
  ///
  /// Once it is open, a write waits for the reader, as one to standard output does.
  ///
  /// - Throws: `SystemError.notAFile` for a pipe that nobody reads, which would be waited for without end.
  package convenience init(writingTo path: String) throws(SystemError) {
    try self.init { open(path, O_WRONLY | OpenFile.fileFlags) }
    _ = try succeeding { fcntl(descriptor, F_SETFL, 0) }
  }

  private init(opening: () -> Int32) throws(SystemError) {
    descriptor = try succeeding(opening)
  }

  deinit { close(descriptor) }

  /// Opens the regular file at a path for reading, behind links.
  ///
  /// What stands there is looked at before and after: to open a device can have an effect, to open a pipe
  /// can block for ever, and a name can change its meaning in between.
  ///
  /// - Returns: The file and its status.
  /// - Throws: `SystemError.notAFile` if it is anything else.
  package static func regular(_ path: String) throws(SystemError) -> (OpenFile, stat) {
    try regular(path, in: AT_FDCWD, behindLinks: true)
  }

  private static func regular(
    _ name: String, in directory: Int32, behindLinks: Bool
  ) throws(SystemError) -> (OpenFile, stat) {
    let found = try status(of: name, in: directory, behindLinks: behindLinks)
    guard found.isRegular else { throw .notAFile }
    let file = try OpenFile {
      openat(directory, name, O_RDONLY | fileFlags | (behindLinks ? 0 : O_NOFOLLOW))
    }
    let status = try file.status()
    guard status.isRegular else { throw .notAFile }
    return (file, status)
  }

  private static func status(
    of name: String, in directory: Int32, behindLinks: Bool
  ) throws(SystemError) -> stat {
    var status = stat()
    _ = try succeeding {
      fstatat(directory, name, &status, behindLinks ? 0 : AT_SYMLINK_NOFOLLOW)
    }
    return status
  }

  // MARK: Names in a directory

  /// Opens a directory in this one.
  package func directory(_ name: String) throws(SystemError) -> OpenFile {
    try OpenFile { openat(descriptor, name, OpenFile.directoryFlags | O_NOFOLLOW) }
  }

  /// Opens a regular file in this directory for reading, as `regular` does; a link is none.
  package func regularFile(_ name: String) throws(SystemError) -> (OpenFile, stat) {
    try OpenFile.regular(name, in: descriptor, behindLinks: false)
  }

  /// Makes a file in this directory, syncs it and removes it: whether that can be done is known only then.
  package func tryWriting() throws(SystemError) {
    // Programs that carry folders skip such a name.
    let name = ".haru-trial.\(getpid()).tmp"
    try? removeFile(name)
    let file = try newFile(name)
    defer { try? removeFile(name) }
    try file.write([UInt8](repeating: 0, count: 4096))
    try file.sync()
  }

  /// Makes a file in this directory, for writing.
  ///
  /// - Throws: `SystemError` with `EEXIST` if the name is taken.
  package func newFile(_ name: String, mode: mode_t = 0o600) throws(SystemError) -> OpenFile {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | OpenFile.fileFlags
    return try OpenFile { openat(descriptor, name, flags, mode) }
  }

  /// Makes a directory in this one, for its owner alone, unless its name is taken.
  package func makeDirectory(_ name: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try succeeding { mkdirat(descriptor, name, 0o700) }
    } catch  where error.number == EEXIST {}
  }

  /// Removes the name of a file from this directory.
  package func removeFile(_ name: String) throws(SystemError) {
    _ = try succeeding { unlinkat(descriptor, name, 0) }
  }

  /// What a name in this directory is; of a link, the link.
  package func status(of name: String) throws(SystemError) -> stat {
    try OpenFile.status(of: name, in: descriptor, behindLinks: false)
  }

  /// Calls a function for each name in this directory, in no order; `nil` is one that is not UTF-8.
  package func forEachName(_ body: (String?) -> Void) throws(SystemError) {
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

  // MARK: Whole files

  /// Writes a file in this directory, whole or not at all: a new file is synced and then renamed.
  ///
  /// Its name outlasts a power cut after `syncNames`.
  ///
  /// - Parameters:
  ///   - bytes: What it is to hold.
  ///   - name: Its name; a file there is replaced.
  ///   - part: The name of the new file until then; by default one of this process's own, because another
  ///     may write the same at the same time.
  ///   - mode: Its permissions, unless the user's mask allows fewer.
  ///   - former: Those that it keeps in the place of these, from the file that is there.
  ///   - isSynced: Whether its contents have to outlast a power cut.
  ///   - isUnchanged: Whether the file that is there may still be replaced; asked last.
  /// - Returns: Whether it was.
  /// - Throws: `SystemError`, with nothing changed.
  @discardableResult
  package func write(
    _ bytes: [UInt8], to name: String, as part: String? = nil, mode: mode_t = 0o600,
    keeping former: mode_t? = nil, isSynced: Bool = true,
    ifStill isUnchanged: () throws(SystemError) -> Bool = { () throws(SystemError) in true }
  ) throws(SystemError) -> Bool {
    // Programs that carry folders skip names that begin with a point or end with `.tmp`.
    let part = part ?? ".\(name).\(getpid()).tmp"
    // A killed process may have left one.
    try? removeFile(part)
    let file = try newFile(part, mode: former ?? mode)
    // Where the disk has no permissions, there are none to keep.
    if let former { _ = fchmod(file.descriptor, former) }
    do throws(SystemError) {
      try file.write(bytes)
      if isSynced { try file.sync() }
      guard try isUnchanged() else {
        try removeFile(part)
        return false
      }
      _ = try succeeding { renameat(descriptor, part, descriptor, name) }
    } catch {
      try? removeFile(part)
      throw error
    }
    return true
  }

  /// Waits until the names in this directory are on the disk, where the file system can do that.
  package func syncNames() throws(SystemError) {
    // Some file systems in user space sync files, but not directories; and one that is open for its names
    // alone cannot be synced.
    do throws(SystemError) { try sync() } catch  where [EINVAL, EBADF].contains(error.number) {}
  }

  // MARK: The open file

  /// What it is now.
  package func status() throws(SystemError) -> stat {
    var status = stat()
    _ = try succeeding { fstat(descriptor, &status) }
    return status
  }

  /// Reads bytes from an offset on; fewer, if it ends before.
  package func bytes(_ count: Int, from offset: Int = 0) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let length = try succeeding {
        bytes.withUnsafeMutableBytes {
          pread(descriptor, $0.baseAddress.map { $0 + filled }, count - filled, offset + filled)
        }
      }
      guard length > 0 else { break }
      filled += length
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// Writes all bytes, behind those that were written before through this value.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
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
  package func sync() throws(SystemError) {
    _ = try succeeding { fsync(descriptor) }
  }

  /// Takes its lock, which goes with this value, and with the process however that ends.
  ///
  /// Where the file system has no locks, nobody is kept out.
  ///
  /// - Parameter limit: How long another process is waited for, in milliseconds; `nil` for ever.
  /// - Returns: `false` if another process has it.
  /// - Throws: `SystemError` if it cannot be taken for another reason.
  package func lock(withinMilliseconds limit: Int? = nil) throws(SystemError) -> Bool {
    var rest = limit ?? 0
    while true {
      do throws(SystemError) {
        _ = try succeeding { flock(descriptor, limit == nil ? LOCK_EX : LOCK_EX | LOCK_NB) }
        return true
      } catch  where OpenFile.meansNoLocks.contains(error.number) {
        return true
      } catch  where error.number == EWOULDBLOCK {
        guard rest > 0 else { return false }
        usleep(10_000)
        rest -= 10
      }
    }
  }

  /// What file systems say that have no locks, or none of directories: NFS says `EBADF`, SMB `EISDIR`.
  private static let meansNoLocks = [ENOTSUP, ENOLCK, ENOSYS, EINVAL, EBADF, EISDIR]

  /// `O_PATH`, which the header has only for programs that ask for all of GNU.
  private static let namesAlone: Int32 = 0o10_000_000
  private static let directoryFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
  private static let fileFlags = O_NONBLOCK | O_CLOEXEC | O_NOCTTY
}

/// A call that the system refused.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// Its error number.
  package let number: Int32

  /// What the system says of something that was expected to be a regular file, such as a socket.
  package static let notAFile = SystemError(number: ENXIO)
  /// What it says of a file that is larger than anybody would write it.
  package static let tooLarge = SystemError(number: EFBIG)

  /// Whether a name turned out to be a link, or otherwise not what it was opened as.
  package var tellsOfAnotherType: Bool { [ELOOP, ENOTDIR, EISDIR, ENXIO].contains(number) }

  /// The system's words for it.
  package var description: String { Files.reason(number) }
}

extension stat {
  package var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
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
