internal import Glibc
internal import HaruCore
internal import HaruSystem

/// A directory for copies that only its owner may read; it is removed with this value.
struct TemporaryDirectory: ~Copyable {
  let path: String

  init() throws(ImportError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var template = Array(((parent.isEmpty ? "/tmp" : parent) + "/haru-import-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .noRoom(Files.reason(errno)) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    remove()
  }

  /// Removes the directory with its files; a file that is open stays readable.
  func remove() {
    for name in Files.names(in: path) { unlink(path + "/" + name) }
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
