internal import Glibc
internal import HaruCore
internal import HaruFiles

/// A database file with those that SQLite keeps beside it, which belong together: a log that is
/// left behind would be taken for that of the next file of the name.
struct FileGroup {
  /// The database file.
  let path: String

  /// The paths of all that belongs to it, the main file first.
  var parts: [String] { [path] + FileGroup.companions.map { path + $0 } }

  private static let companions = ["-wal", "-shm", "-journal"]

  /// Whether the main file has gone and left something behind.
  var isHeadless: Bool {
    !Files.exists(path) && FileGroup.companions.contains { Files.exists(path + $0) }
  }

  init(_ path: String) {
    self.path = path
  }

  /// Makes sure that nothing of it is there.
  func requireNothing() throws(StoreFileError) {
    for part in parts where Files.exists(part) { throw StoreFileError(.occupied, part) }
  }

  /// The same path, or, where something stands already, one with a number behind it.
  static func unused(_ path: String) -> String {
    var unused = path
    var number = 2
    while FileGroup(unused).parts.contains(where: Files.exists) {
      unused = "\(path)-\(number)"
      number += 1
    }
    return unused
  }

  /// Removes all of it; the main file last, so that the rest never stands alone.
  func remove() {
    removeCompanions()
    unlink(path)
  }

  /// Removes what may lie beside the main file.
  func removeCompanions() {
    for companion in FileGroup.companions { unlink(path + companion) }
  }

  /// Removes the log, without anything in it, of a file that went while somebody was opening it.
  func removeEmptyLog() {
    if !Files.exists(path), [nil, 0].contains(Files.size(path + "-wal")) {
      for companion in ["-wal", "-shm"] { unlink(path + companion) }
    }
  }

  /// Gives all of it another name, the main file first: from then on nobody opens it here.
  ///
  /// What has been renamed before, when that was cut short, is passed over.
  func rename(to other: String) throws(StoreFileError) {
    if Files.exists(path) {
      guard !Files.exists(other) else { throw StoreFileError(.occupied, other) }
      try FileGroup.rename(path, to: other)
    }
    try renameCompanions(to: other)
    try about(path) { () throws(StoreError) in try Disk.syncDirectory(of: path) }
  }

  /// Keeps all of it under another name and puts a copy of a store in its place; that is never empty
  /// in between.
  ///
  /// The log is taken away before, while nobody can open either: it would be taken for that of the
  /// copy.
  func setAside(as other: String, for copy: PartFile) throws(StoreFileError) {
    try copy.sync()
    let isThere = Files.exists(path)
    let closed = try ClosedFile(path)
    defer { withExtendedLifetime(closed) {} }
    // Some file systems have no second names.
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
      // Its own has gone before; this one is of somebody who was just opening it.
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
  /// Whether a path is that of a store, or of what belongs to it, by whatever name or link.
  ///
  /// Nothing else is written there, also if there is nothing yet.
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

/// Says of which file it is that a store does not do what is asked.
func about<T>(
  _ path: String, _ body: () throws(StoreError) -> T
) throws(StoreFileError) -> T {
  do {
    return try body()
  } catch {
    throw StoreFileError(.store(error), path)
  }
}
