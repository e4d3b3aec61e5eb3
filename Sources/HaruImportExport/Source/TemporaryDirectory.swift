internal import Glibc
public import HaruCore
internal import HaruSystem

/// A directory for copies that only its owner may read; it is removed with this value.
public final class TemporaryDirectory {
  /// Its path.
  public let path: String

  /// Makes it in that of `TMPDIR`.
  ///
  /// - Throws: `ImportError.noRoom`.
  public init() throws(ImportError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var template = Array(((parent.isEmpty ? "/tmp" : parent) + "/haru-import-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .noRoom(Files.reason(errno)) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    remove()
  }

  /// Removes the directory with all in it; a file that is open stays readable.
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    for entry in Files.names(in: path).map({ path + "/" + $0 }) where unlink(entry) != 0 {
      remove(entry)
    }
    rmdir(path)
  }

  /// Copies an open file into the directory.
  func write(_ file: RegularFile, to name: String) throws(ImportError) {
    let copy = try filling { () throws(SystemError) in
      try OpenFile(directory: path).newFile(name)
    }
    var offset = 0
    while true {
      let bytes = try file.bytes(1 << 16, from: offset)
      if bytes.isEmpty { return }
      try filling { () throws(SystemError) in try copy.write(bytes) }
      offset += bytes.count
    }
  }

  /// Writes a file into the directory.
  func write(_ bytes: [UInt8], to name: String) throws(ImportError) {
    try filling { () throws(SystemError) in
      try OpenFile(directory: path).newFile(name).write(bytes)
    }
  }

  /// Converts errors of writing.
  private func filling<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(ImportError) -> Result {
    do {
      return try body()
    } catch {
      throw .noRoom("\(error)")
    }
  }
}
