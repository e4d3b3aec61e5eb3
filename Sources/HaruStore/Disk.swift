internal import Glibc
internal import HaruCore

/// The few things that are done to files without SQLite.
enum Disk {
  /// Whether anything stands at a path; also a link that leads nowhere.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// How much a file holds; `nil` if there is none.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  static func isDirectory(_ path: String) -> Bool {
    kind(of: path) == S_IFDIR
  }

  static func isRegular(_ path: String) -> Bool {
    kind(of: path) == S_IFREG
  }

  /// Whether nothing stands at a path for certain; what cannot be looked at may be there.
  static func isMissing(_ path: String) -> Bool {
    access(path, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno)
  }

  /// The path with symbolic links followed; the same path if it leads nowhere.
  static func followed(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The directory that a path lies in.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes the directories above a file, for their owner alone.
  static func makeDirectories(above path: String) throws(StoreError) {
    var directory = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/").dropLast() {
      directory += "/" + name
      guard mkdir(directory, 0o700) == 0 || errno == EEXIST || isDirectory(directory) else {
        throw unavailable(errno, directory)
      }
    }
  }

  /// Makes sure that what a directory names is named so after a loss of power.
  static func syncDirectory(of path: String) throws(StoreError) {
    let directory = directory(of: path)
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw refusal(errno, directory) }
    defer { close(descriptor) }
    // Some file systems cannot do it for directories, and do not need to.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw refusal(errno, directory) }
  }

  /// The text of a small file; `nil` if there is none.
  static func read(_ path: String) throws(StoreError) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if [ENOENT, ENOTDIR].contains(errno) { return nil }
      throw unavailable(errno, path)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 5 * Int(PATH_MAX))
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw unavailable(errno, path) }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  // MARK: What is not finished yet

  /// The name that a file has until it is whole.
  ///
  /// Nobody calls a file of their own so; what has that name was left by somebody who was killed.
  static func part(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return directory(of: path) + "/." + name + partSuffix
  }

  /// Whether a path is such a name.
  static func isPart(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.hasPrefix(".") && name.hasSuffix(partSuffix)
  }

  private static let partSuffix = ".haru-part"

  /// Opens what is to become a small file, making it for its owner alone.
  static func openPart(of path: String) throws(StoreError) -> Int32 {
    let part = part(of: path)
    let descriptor = open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw refusal(errno, part) }
    return descriptor
  }

  /// Has a small file say something else, for good; what was opened as its part is that file then.
  static func replace(
    _ path: String, with text: String, by descriptor: Int32
  ) throws(StoreError) {
    let part = part(of: path)
    do throws(StoreError) {
      guard ftruncate(descriptor, 0) == 0 else { throw refusal(errno, part) }
      try write(text, to: descriptor, part)
      guard rename(part, path) == 0 else { throw refusal(errno, path) }
    } catch {
      unlink(part)
      throw error
    }
    try syncDirectory(of: path)
  }

  /// Writes a text whole, for good.
  static func write(_ text: String, to descriptor: Int32, _ path: String) throws(StoreError) {
    let bytes = Array(text.utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0
    else { throw refusal(errno, path) }
  }

  /// The names in a directory; none if it cannot be read.
  static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }

  /// What the system's error number means, where something was to be written.
  static func refusal(_ systemError: Int32, _ path: String) -> StoreError {
    [EACCES, EPERM, EROFS].contains(systemError) ? .readOnly : unavailable(systemError, path)
  }

  /// What the system's error number means, where something was to be opened.
  static func unavailable(_ systemError: Int32, _ path: String) -> StoreError {
    StoreError(code: 0, systemError: systemError, message: path)
  }

  private static func kind(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }
}

/// What tells two files apart, whatever they are called.
struct Inode: Hashable {
  let device: UInt64
  let number: UInt64

  init(device: UInt64, number: UInt64) {
    (self.device, self.number) = (device, number)
  }

  /// That of the file at a path, behind symbolic links; `nil` if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// That of an open file.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }
}
