internal import Glibc
package import HaruCore
internal import HaruSystem

/// A regular file that is open for reading; reading a device or a pipe could block forever.
package struct RegularFile: ~Copyable {
  /// The file as it was when it was opened.
  let stamp: FileStamp
  private let descriptor: Int32

  /// Opens the file at a path.
  init(_ path: String) throws(ImportError) {
    // Opening a device can have an effect, so the type is checked first; and again when the file is
    // open, because another one may have taken its path.
    guard try RegularFile.type(of: path) == S_IFREG else { throw .notAFile }
    let opened = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard opened >= 0 else { throw .unreadable(Files.reason(errno)) }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw .notAFile
    }
    (descriptor, stamp) = (opened, FileStamp(status))
  }

  deinit {
    close(descriptor)
  }

  /// The type of a file, as `S_IFMT` masks it.
  static func type(of path: String) throws(ImportError) -> mode_t {
    guard let type = Files.type(of: path) else { throw .unreadable(Files.reason(errno)) }
    return type
  }

  /// Reads the next bytes.
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
      guard errno == EINTR else { throw .unreadable(Files.reason(errno)) }
    }
  }

  /// The contents of a file, up to a limit.
  package static func bytes(_ path: String, limit: Megabytes) throws(ImportError) -> [UInt8] {
    let file = try RegularFile(path)
    guard file.stamp.size <= limit.bytes else { throw .tooLarge(megabytes: limit.count) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.stamp.size)
    while true {
      let more = try file.next(1 << 16)
      if more.isEmpty { return bytes }
      bytes += more
      guard bytes.count <= limit.bytes else { throw .tooLarge(megabytes: limit.count) }
    }
  }
}

/// A limit for the size of a file.
package struct Megabytes {
  package let count: Int
  var bytes: Int { count << 20 }

  package init(count: Int) { self.count = count }
}
