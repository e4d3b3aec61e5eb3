internal import Glibc
package import HaruCore
internal import HaruSystem

/// A database file and the files that SQLite keeps beside it.
///
/// They are moved and removed together: SQLite would apply a journal that is left behind to the next file
/// of that name.
package struct FileGroup {
  /// The database file.
  let path: String

  /// The paths of all its files, the main file first.
  var parts: [String] { [path] + companions }

  /// The paths of the journal, and of the log with its index that another program may have given the file.
  var companions: [String] { FileGroup.suffixes.map { path + $0 } }

  private static let suffixes = ["-journal", "-wal", "-shm"]

  package init(_ path: String) {
    self.path = path
  }

  /// Throws if a file beside the main file exists, or if that holds anything.
  func requireNothing() throws(StoreError) {
    for part in parts where Files.exists(part) {
      guard part == path, Files.isRegular(part), Store.isMissingOrEmpty(part) else {
        throw .occupied(part)
      }
    }
  }

  /// A path at which none of the files exists: the given one, or that with a number appended.
  package static func unused(_ path: String) -> String {
    var unused = path
    var number = 2
    while FileGroup(unused).parts.contains(where: Files.exists) {
      unused = "\(path)-\(number)"
      number += 1
    }
    return unused
  }

  /// Removes all files; the main file last, so that the others are never alone.
  func remove() {
    removeCompanions()
    unlink(path)
  }

  /// Removes the files beside the main file.
  func removeCompanions() {
    for companion in companions { unlink(companion) }
  }

  /// Keeps the files under another name and puts a copy of a store in their place, which is never
  /// empty in between.
  ///
  /// The journal is renamed first: SQLite would apply it to the copy.
  func setAside(as other: String, for copy: PartFile) throws(StoreError) {
    try copy.sync()
    try renameCompanions(to: other)
    // Some file systems have no hard links.
    if !Store.isMissingOrEmpty(path), link(path, other) != 0 {
      try FileGroup.rename(path, to: other)
    }
    try copy.put(at: path)
  }

  /// Gives all files another name; the journal first, because SQLite would apply it to the next file.
  package func rename(to other: String) throws(StoreError) {
    try renameCompanions(to: other)
    if Files.exists(path) { try FileGroup.rename(path, to: other) }
  }

  private func renameCompanions(to other: String) throws(StoreError) {
    for (part, kept) in zip(companions, FileGroup(other).companions) where Files.exists(part) {
      try FileGroup.rename(part, to: kept)
    }
  }

  private static func rename(_ path: String, to other: String) throws(StoreError) {
    guard Glibc.rename(path, other) == 0 else {
      throw .other(path, .systemOnWriting(errno))
    }
  }
}

extension Store {
  /// Whether a path is reserved for a store and the files beside it, under any name or link, even if
  /// nothing exists there yet.
  public static func isPart(_ path: String, ofStoreAt store: String, usual: String) -> Bool {
    let places = [store, Files.resolved(store), usual]
    let parts = places.flatMap { FileGroup($0).parts + [address(of: $0)] }
    return Disk.isPart(path) || parts.contains { isSame($0, path) }
  }

  private static func isSame(_ part: String, _ path: String) -> Bool {
    if let file = FileIdentity(part) { return file == FileIdentity(path) }
    let (one, other) = (Files.directory(of: part), Files.directory(of: path))
    return Files.name(of: part) == Files.name(of: path)
      && FileIdentity(one) != nil && FileIdentity(one) == FileIdentity(other)
  }
}
