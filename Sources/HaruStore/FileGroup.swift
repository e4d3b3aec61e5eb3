internal import Glibc
internal import HaruCore
internal import HaruFiles

/// A database file and the files that SQLite keeps beside it.
///
/// They are moved and removed together: SQLite would apply a log that is left behind to the next file
/// of that name.
struct FileGroup {
  /// The database file.
  let path: String

  /// The paths of all its files, the main file first.
  var parts: [String] { [path] + FileGroup.companions.map { path + $0 } }

  private static let companions = ["-wal", "-shm", "-journal"]

  /// Whether the main file is missing while another one is there.
  var isHeadless: Bool {
    !Files.exists(path) && FileGroup.companions.contains { Files.exists(path + $0) }
  }

  init(_ path: String) {
    self.path = path
  }

  /// Throws if any of its files exists.
  func requireNothing() throws(StoreFileError) {
    for part in parts where Files.exists(part) { throw StoreFileError(.occupied, part) }
  }

  /// A path at which none of the files exists: the given one, or that with a number appended.
  static func unused(_ path: String) -> String {
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
    for companion in FileGroup.companions { unlink(path + companion) }
  }

  /// Removes the empty log that a process left which was opening the file while it was moved away.
  func removeEmptyLog() {
    if !Files.exists(path), [nil, 0].contains(Files.size(path + "-wal")) {
      for companion in ["-wal", "-shm"] { unlink(path + companion) }
    }
  }

  /// Renames all files; the main file first, so that no process opens it under the old name.
  ///
  /// Files that an interrupted run has renamed already are skipped.
  func rename(to other: String) throws(StoreFileError) {
    if Files.exists(path) {
      guard !Files.exists(other) else { throw StoreFileError(.occupied, other) }
      try FileGroup.rename(path, to: other)
    }
    try renameCompanions(to: other)
    LogDate.set(other)
    try about(path) { () throws(StoreError) in try Disk.syncDirectory(of: path) }
  }

  /// Keeps the files under another name and puts a copy of a store in their place, which is never
  /// empty in between.
  ///
  /// The log is renamed first, while no process can open the file: SQLite would apply it to the copy.
  func setAside(as other: String, for copy: PartFile) throws(StoreFileError) {
    try copy.sync()
    let isThere = Files.exists(path)
    let closed = try ClosedFile(path)
    defer { withExtendedLifetime(closed) {} }
    // Some file systems have no hard links.
    let isLinked = isThere && link(path, other) == 0
    try renameCompanions(to: other)
    if isThere, !isLinked { try FileGroup.rename(path, to: other) }
    try copy.put(at: path)
  }

  private func renameCompanions(to other: String) throws(StoreFileError) {
    for companion in FileGroup.companions where Files.exists(path + companion) {
      guard Files.exists(other + companion) else {
        try FileGroup.rename(path + companion, to: other + companion)
        continue
      }
      // The log was renamed before; a process that was opening the file made this one.
      guard companion == "-shm" || Files.size(path + companion) == 0 else {
        throw StoreFileError(.occupied, other + companion)
      }
      unlink(path + companion)
    }
  }

  private static func rename(_ path: String, to other: String) throws(StoreFileError) {
    guard Glibc.rename(path, other) == 0 else {
      throw StoreFileError(.store(.systemOnWriting(errno)), path)
    }
  }
}

extension Store {
  /// Whether a path is reserved for a store and the files beside it, under any name or link, even if
  /// nothing exists there yet.
  public static func isPart(_ path: String, ofStoreAt store: String, usual: String) -> Bool {
    let places = [store, Files.resolved(store), usual]
    let parts = places.flatMap { FileGroup($0).parts + [ForwardingAddress.path(of: $0)] }
    let note = Files.directory(of: usual) + "/" + StoreMove.recordBaseName
    return Disk.isPart(path) || ForwardingAddress.isOne(path)
      || (parts + [note]).contains { isSame($0, path) }
  }

  private static func isSame(_ part: String, _ path: String) -> Bool {
    if let file = FileIdentity(part) { return file == FileIdentity(path) }
    let (one, other) = (Files.directory(of: part), Files.directory(of: path))
    return Files.name(of: part) == Files.name(of: path)
      && FileIdentity(one) != nil && FileIdentity(one) == FileIdentity(other)
  }
}

/// Adds the path of a file to an error of its store.
func about<T>(
  _ path: String, _ body: () throws(StoreError) -> T
) throws(StoreFileError) -> T {
  do {
    return try body()
  } catch {
    throw StoreFileError(.store(error), path)
  }
}
