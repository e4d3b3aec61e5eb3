internal import Glibc
public import HaruCore
internal import HaruSystem

/// The move of a store from one directory to another (docs/store.md#moving-the-store).
extension Store {
  /// What the name of a file ends with, before the time, from which a store was moved.
  static let movedSuffix = ".moved-"

  /// Moves a store into a directory.
  ///
  /// It is copied while it is locked. Then a symbolic link to the copy takes the place of the old file
  /// by one rename(2): who waits for the lock is refused by SQLite, and finds the copy when it opens the
  /// path again.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - directory: The new directory, which must exist.
  ///   - stamp: `YYYYMMDD-HHMMSS`, which makes the name of the kept file unique.
  /// - Returns: The new path, and that of the old file; `nil` where a file can have one name only.
  /// - Throws: `StoreError`, with the store in its old place.
  public static func move(
    _ path: String, into directory: String, stamp: String
  ) throws(StoreError) -> (new: String, kept: String?) {
    guard Files.isDirectory(directory) else { throw .noSuchDirectory(directory) }
    let new = Files.resolved(directory) + "/" + baseName
    let store = try openIntact(path)
    let kept = try store.transaction { () throws(StoreError) in
      try store.move(to: new, stamp: stamp)
    }
    return (new, kept)
  }

  /// Moves a store while it is locked, so that no other move turns a link meanwhile.
  private func move(to new: String, stamp: String) throws(StoreError) -> String? {
    let old = Files.resolved(path)
    // A store may come back to a place where a link to it stands.
    let isThere = FileIdentity(new) != nil && FileIdentity(new) == FileIdentity(old)
    guard !isThere || Files.isLink(new) else { throw .isStore(new) }
    // A killed move may have left its copy.
    if !isThere, (try? hasEveryEntry(of: new)) != true { try FileGroup(new).requireNothing() }
    let part = try PartFile(for: new, copying: old)
    try copy(to: part)
    return try Store.turn(from: path, old, to: new, by: part, stamp: stamp)
  }

  /// Copies a store while it is locked, and compares the copy.
  func copy(to part: PartFile) throws(StoreError) {
    let source = try Store(path: path, for: .reading)
    try part.fill(with: source) { (copy) throws(StoreError) in
      guard try source.holdsTheSame(as: copy) else { throw .corrupt }
    }
  }

  /// Puts a whole copy in the new place, and a link to it in the old one.
  ///
  /// - Returns: Where the old file is kept.
  private static func turn(
    from path: String, _ old: String, to new: String, by copy: PartFile, stamp: String
  ) throws(StoreError) -> String? {
    let link = Files.resolved(Files.directory(of: path)) + "/" + Files.name(of: path)
    let kept = FileGroup.unused(old + movedSuffix + stamp)
    var isKept = Glibc.link(old, kept) == 0
    let comesBack = Files.isLink(new)
    do throws(StoreError) {
      try copy.put(at: new)
    } catch {
      unlink(kept)
      throw error
    }
    var refusal: StoreError?
    do throws(StoreError) {
      try Disk.putLink(to: new, at: old)
    } catch {
      refusal = error
    }
    // Then the path does not lead over the old disk, which may also have no links.
    let isLinkTurned = ![old, new].contains(link) && (try? Disk.putLink(to: new, at: link)) != nil
    if let refusal {
      guard isLinkTurned || link == new else {
        unlink(kept)
        if comesBack { try? Disk.putLink(to: old, at: new) } else { FileGroup(new).remove() }
        throw refusal == .readOnly ? .noLinks(old) : .other(old, refusal)
      }
      if !isKept { isKept = rename(old, kept) == 0 }
    }
    return isKept ? kept : nil
  }
}
