internal import Glibc
internal import HaruCore

/// A file that is open for reading: neither a device nor a pipe, of which a read may never end.
struct RegularFile: ~Copyable {
  private let descriptor: Int32

  /// Opens the file at a path.
  init(_ path: String) throws(ImportError) {
    // Opening a device can already do something, so it is looked at first; and once more when it
    // is open, because another file may stand there by then.
    guard try RegularFile.kind(of: path) == S_IFREG else { throw .notAFile }
    let opened = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard opened >= 0 else { throw .unreadable(reason(errno)) }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw .notAFile
    }
    descriptor = opened
  }

  deinit {
    close(descriptor)
  }

  /// What stands at a path, as `S_IFMT` has it.
  static func kind(of path: String) throws(ImportError) -> mode_t {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(reason(errno)) }
    return status.st_mode & S_IFMT
  }

  /// What changes when somebody writes it.
  struct State: Hashable {
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// Its state at this moment.
  var state: State {
    var status = stat()
    fstat(descriptor, &status)
    return State(
      size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }

  /// Reads on.
  ///
  /// - Returns: The next bytes, at most `count`; empty at the end.
  func next(_ count: Int) throws(ImportError) -> [UInt8] {
    while true {
      var got = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
        got = read(descriptor, buffer.baseAddress, count)
        length = max(0, got)
      }
      if got >= 0 { return bytes }
      guard errno == EINTR else { throw .unreadable(reason(errno)) }
    }
  }

  /// All of it, if that is not more than a limit.
  static func bytes(_ path: String, limit: Megabytes) throws(ImportError) -> [UInt8] {
    let file = try RegularFile(path)
    guard file.state.size <= limit.bytes else { throw .tooLarge(megabytes: limit.count) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.state.size)
    while true {
      let more = try file.next(1 << 16)
      if more.isEmpty { return bytes }
      bytes += more
      guard bytes.count <= limit.bytes else { throw .tooLarge(megabytes: limit.count) }
    }
  }
}

/// A size that a file may have.
struct Megabytes {
  let count: Int

  init(_ count: Int) {
    self.count = count
  }

  var bytes: Int { count << 20 }
}

/// The system's words for an error number.
func reason(_ systemError: Int32) -> String {
  String(cString: strerror(systemError))
}
