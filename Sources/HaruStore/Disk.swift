internal import Glibc
internal import HaruCore
internal import HaruFiles

/// Small files and directories that are durable when a call returns.
enum Disk {
  /// Makes the directories above a file, for their owner alone.
  static func makeDirectories(above path: String) throws(StoreError) {
    guard Files.makeDirectories(above: path) == nil else { throw .system(errno) }
  }

  /// Makes the entries of a file's directory durable, such as those that a rename changed.
  static func syncDirectory(of path: String) throws(StoreError) {
    let descriptor = open(Files.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .systemOnWriting(errno) }
    defer { close(descriptor) }
    // Some file systems cannot do it for directories, and do not need to.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .systemOnWriting(errno) }
  }

  /// The text of a small file, empty if it is not UTF-8; `nil` if the file is missing.
  static func read(_ path: String) throws(StoreError) -> String? {
    guard let type = Files.type(of: path) else { return try missing(errno) }
    guard type == S_IFREG else { throw .notAFile(path) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return try missing(errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 5 * Int(PATH_MAX))
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .system(errno) }
    return String(validating: bytes[..<count], as: UTF8.self) ?? ""
  }

  /// Throws for every error but that a file is missing.
  private static func missing(_ errorNumber: Int32) throws(StoreError) -> String? {
    guard [ENOENT, ENOTDIR].contains(errorNumber) else { throw .system(errorNumber) }
    return nil
  }

  // MARK: Unfinished files

  /// The name that a file has until it is whole; nobody gives a file of their own such a name.
  static func part(of path: String) -> String {
    Files.directory(of: path) + "/." + Files.name(of: path) + partSuffix
  }

  /// Whether a path is the name of an unfinished file.
  static func isPart(_ path: String) -> Bool {
    let name = Files.name(of: path)
    return name.hasPrefix(".") && name.hasSuffix(partSuffix)
  }

  private static let partSuffix = ".haru-part"

  /// Opens the unfinished file for a path, making it for its owner alone.
  static func openPart(of path: String) throws(StoreError) -> Int32 {
    let descriptor = open(part(of: path), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .systemOnWriting(errno) }
    return descriptor
  }

  /// Writes a text to the open unfinished file for a path, and renames it to that path.
  static func replace(
    _ path: String, with text: String, by descriptor: Int32
  ) throws(StoreError) {
    let part = part(of: path)
    do throws(StoreError) {
      guard ftruncate(descriptor, 0) == 0 else { throw .systemOnWriting(errno) }
      try write(text, to: descriptor)
      guard rename(part, path) == 0 else { throw .systemOnWriting(errno) }
    } catch {
      unlink(part)
      throw error
    }
    try syncDirectory(of: path)
  }

  /// Writes a text where the descriptor stands, whole and durably.
  static func write(_ text: String, to descriptor: Int32) throws(StoreError) {
    let bytes = Array(text.utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0
    else { throw .systemOnWriting(errno) }
  }
}
