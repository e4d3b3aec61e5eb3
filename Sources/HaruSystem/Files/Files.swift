public import Glibc

/// What a path names, and how paths are taken apart.
public enum Files {
  /// Whether a path names anything; a symbolic link counts even if its target is missing.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a path certainly names nothing; a path that cannot be looked at may name a file.
  public static func isMissing(_ path: String) -> Bool {
    access(path, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno)
  }

  /// The size of a file in bytes; `nil` if it is missing.
  public static func size(_ path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The type of a file behind symbolic links, as `S_IFMT` masks it; `nil` with `errno` set if it
  /// cannot be looked at.
  public static func type(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The mode of a file that other users may read or change, in octal; `nil` if they may not.
  public static func openMode(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
    return String(status.st_mode & 0o777, radix: 8)
  }

  /// Whether a path is that of a symbolic link.
  public static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a path leads to a directory.
  public static func isDirectory(_ path: String) -> Bool { type(of: path) == S_IFDIR }

  /// Whether a path leads to a regular file.
  public static func isRegular(_ path: String) -> Bool { type(of: path) == S_IFREG }

  /// Whether a path leads to something other than a file, such as a pipe.
  ///
  /// To open it could block forever, or have an effect on a device.
  public static func isNotAFile(_ path: String) -> Bool {
    type(of: path).map { $0 != S_IFREG } ?? false
  }

  /// The path with every symbolic link resolved; the same path if its target is missing, or has a name
  /// that is not UTF-8.
  public static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(validatingCString: real) ?? path
  }

  /// A link that is a path or a folder above it and leads to what is not there, such as a disk that is away; `nil` if
  /// all links lead somewhere.
  public static func brokenLink(above path: String) -> (path: String, target: String)? {
    var place = path
    while !isLink(place) {
      guard place.contains("/"), place != "/" else { return nil }
      place = directory(of: place)
    }
    let target = linkTarget(of: place)
    // What is still a link is one of a circle; a name that is not UTF-8 is left to the system.
    let leadsSomewhere = target.map { exists($0) && !isLink($0) } ?? exists(place)
    return leadsSomewhere ? nil : (place, target ?? place)
  }

  /// The path behind symbolic links in its last part, even if nothing exists there yet; `nil` if it is
  /// not UTF-8.
  public static func linkTarget(of path: String) -> String? {
    var place = path
    // As many links as the kernel follows; a circle is left to the kernel to refuse.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink(place, &buffer, buffer.count)
      guard length > 0 else { break }
      let bytes = buffer[..<length].map(UInt8.init(bitPattern:))
      guard let next = String(validating: bytes, as: UTF8.self) else { return nil }
      let directory = place.lastIndex(of: "/").map { place[...$0] } ?? ""
      place = next.hasPrefix("/") ? next : directory + next
    }
    return place
  }

  /// The path of the directory that holds a file.
  public static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether a path without links is that of a directory, or of something below it.
  public static func isWithin(_ path: String, _ directory: String) -> Bool {
    path == directory || path.hasPrefix(directory == "/" ? "/" : directory + "/")
  }

  /// The last part of a path.
  public static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }

  /// The sorted names in a directory, without those that are not UTF-8; none if it cannot be read.
  public static func names(in directory: String) -> [String] {
    var names: [String] = []
    try? OpenFile(directory: directory).forEachName { name in
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes the directories above a file, for their owner alone, and durably: a file that is synced in a
  /// directory outlasts a power cut only if the name of that directory does.
  ///
  /// - Returns: The directory that could not be made, with the reason in `errno`; `nil` if all exist.
  public static func makeDirectories(above path: String) -> String? {
    var directory = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/").dropLast() {
      directory += "/" + name
      if mkdir(directory, 0o700) == 0 {
        // That this fails is no error: the directory is there, and everybody finds it.
        try? OpenFile(directory: Files.directory(of: directory)).syncNames()
        continue
      }
      let refusal = errno
      guard !isDirectory(directory) else { continue }
      errno = refusal == EEXIST ? ENOTDIR : refusal
      return directory
    }
    return nil
  }

  /// Removes a file or a link; a missing one is as good.
  ///
  /// - Throws: `GLibError` with its path.
  public static func remove(_ path: String) throws(GLibError) {
    guard unlink(path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
    throw GLibError("\(path): \(reason(errno))")
  }

  /// The system's words for an error number.
  public static func reason(_ errorNumber: Int32) -> String {
    String(cString: strerror(errorNumber))
  }
}
