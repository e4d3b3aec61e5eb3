internal import HaruCore
internal import HaruSystem

/// A file of another program, open for reading.
struct RegularFile {
  /// The file as it was when it was opened.
  let stamp: FileStamp
  private let file: OpenFile

  /// Opens the file at a path.
  init(_ path: String) throws(ImportError) {
    let (file, status) = try reading { () throws(SystemError) in try OpenFile.regular(path) }
    (self.file, stamp) = (file, FileStamp(status))
  }

  /// Reads bytes from an offset on; fewer, if it ends before.
  func bytes(_ count: Int, from offset: Int = 0) throws(ImportError) -> [UInt8] {
    try reading { () throws(SystemError) in try file.bytes(count, from: offset) }
  }

  /// The contents of a file, up to a limit.
  static func bytes(_ path: String, limit: Megabytes) throws(ImportError) -> [UInt8] {
    let file = try RegularFile(path)
    guard file.stamp.size <= limit.bytes else { throw .tooLarge(megabytes: limit.count) }
    return try file.bytes(file.stamp.size)
  }
}

/// Converts errors of the system into errors of an import.
func reading<Result>(
  _ body: () throws(SystemError) -> Result
) throws(ImportError) -> Result {
  do {
    return try body()
  } catch {
    throw error == .notAFile ? .notAFile : .unreadable("\(error)")
  }
}

/// A limit for the size of a file.
struct Megabytes {
  let count: Int
  var bytes: Int { count << 20 }
}
