public import Glibc

/// What tells two files apart, whatever their paths: device and inode.
public struct FileIdentity: Hashable, Sendable {
  /// The number of the device; it can change with each boot.
  public let device: UInt64
  /// The number of the inode on that device.
  public let inode: UInt64

  /// The identity that the system reports.
  public init(_ status: stat) {
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// The identity of the file at a path, behind symbolic links; `nil` if it is missing.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// What changes when a file is replaced or changed.
public struct FileStamp: Hashable, Sendable, CustomStringConvertible {
  /// The size in bytes.
  public let size: Int
  /// When the contents were changed last, in seconds since 1970.
  public let seconds: Int64
  /// A text that is another one for another stamp.
  public let description: String

  /// The stamp that the system reports.
  public init(_ status: stat) {
    (size, seconds) = (Int(status.st_size), Int64(status.st_mtim.tv_sec))
    // Without the device, whose number can change with each boot. The time of the last change to the inode is one
    // that a changed mode sets too.
    let times = [status.st_mtim, status.st_ctim].map { "\($0.tv_sec).\($0.tv_nsec)" }
    description = "\(status.st_ino)-\(size)-" + times.joined(separator: "-")
  }

  /// The stamp of the file at a path, behind symbolic links; `nil` if it is missing.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
