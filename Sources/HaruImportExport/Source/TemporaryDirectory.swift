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
  func write(_ file: borrowing RegularFile, to name: String) throws(ImportError) {
    let copy = try create(name)
    defer { close(copy) }
    while true {
      let bytes = try file.next(1 << 16)
      if bytes.isEmpty { return }
      try write(bytes, to: copy)
    }
  }

  /// Writes a file into the directory.
  func write(_ bytes: [UInt8], to name: String) throws(ImportError) {
    let copy = try create(name)
    defer { close(copy) }
    try write(bytes, to: copy)
  }

  private func create(_ name: String) throws(ImportError) -> Int32 {
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .noRoom(Files.reason(errno)) }
    return file
  }

  private func write(_ bytes: [UInt8], to file: Int32) throws(ImportError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .noRoom(Files.reason(errno)) }
      rest = rest.dropFirst(count)
    }
  }
}
