internal import Glibc
internal import HaruCore
internal import HaruSystem

/// Directories and links that are durable when a call returns, and names of unfinished files.
enum Disk {
  /// Makes the directories above a file other than the store, for their owner alone.
  static func makeDirectories(above path: String) throws(StoreError) {
    guard Files.makeDirectories(above: path) == nil else {
      throw .other(Files.directory(of: path), .system(errno))
    }
  }

  /// Makes the entries of a file's directory durable, such as those that a rename changed.
  ///
  /// That this fails is no error: what was renamed is there, and everybody finds it.
  static func syncDirectory(of path: String) {
    try? OpenFile(directory: Files.directory(of: path)).syncNames()
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

  // MARK: Links

  /// Puts a symbolic link at a path, in place of whatever file is there.
  ///
  /// - Throws: `StoreError`, with that file still there.
  static func putLink(to target: String, at path: String) throws(StoreError) {
    // Another name than that of an unfinished copy, and another killed process may have left it.
    let part = part(of: path + ".link")
    unlink(part)
    guard symlink(target, part) == 0, rename(part, path) == 0 else {
      let error = StoreError.systemOnWriting(errno)
      unlink(part)
      throw error
    }
    syncDirectory(of: path)
  }
}
