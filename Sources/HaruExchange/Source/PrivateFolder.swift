internal import Glibc
internal import HaruCore

/// A folder for copies, which nobody else may look into.
struct PrivateFolder: ~Copyable {
  let path: String

  init() throws(ImportError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var template = Array(((parent.isEmpty ? "/tmp" : parent) + "/haru-import-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .noRoom(reason(errno)) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    remove()
  }

  /// Removes the folder with everything in it; who has a file of it open keeps that file.
  func remove() {
    for name in FolderEntries.names(in: path) ?? [] { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// Writes a copy of an open file into it.
  func write(_ file: borrowing RegularFile, to name: String) throws(ImportError) {
    let copy = open(path + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw .noRoom(reason(errno)) }
    defer { close(copy) }
    while true {
      let bytes = try file.next(1 << 16)
      if bytes.isEmpty { return }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(copy, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw .noRoom(reason(errno)) }
        rest = rest.dropFirst(count)
      }
    }
  }
}

/// What lies in a folder.
enum FolderEntries {
  /// The names of all in it; `nil` if it cannot be read.
  static func names(in path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
