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

  /// The identity of an open file.
  public init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// What changes when a file is replaced or changed.
public struct FileStamp: Hashable, Sendable {
  /// The size in bytes.
  public let size: Int
  private let identity: FileIdentity
  private let seconds: Int
  private let nanoseconds: Int

  /// The stamp that the system reports.
  public init(_ status: stat) {
    (identity, size) = (FileIdentity(status), Int(status.st_size))
    // The time of the last change to the inode, which a changed mode sets too.
    (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
  }

  /// The stamp of the file at a path, behind symbolic links; `nil` if it is missing.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
