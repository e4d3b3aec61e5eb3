internal import Glibc
public import HaruCore
internal import HaruSystem

/// What came of a restore.
public struct Restored: Hashable, Sendable {
  /// The path at which the former contents are kept; `nil` if there were none.
  public var kept: String?
  /// The days that stay because another machine has said more of them than the backup.
  public var staying: [DayChange.Kind: Set<Day>] = [:]
}

extension Store {
  /// Replaces the days of a store by those of a backup, as one batch of changes
  /// (docs/store.md#restoring).
  ///
  /// The backup is copied, verified and migrated to the present schema first. The copy itself takes the
  /// place of a store that is missing, empty or damaged.
  ///
  /// - Parameters:
  ///   - file: The backup, which is never changed.
  ///   - path: The path of the store.
  ///   - stamp: `YYYYMMDD-HHMMSS`, which makes the name of the kept file unique.
  ///   - provenance: When, where and how.
  /// - Returns: What came of it.
  /// - Throws: `StoreError`, with the store unchanged.
  public static func restore(
    _ file: String, to path: String, stamp: String, by provenance: Provenance
  ) throws(StoreError) -> Restored {
    guard Files.exists(file) else { throw .noSuchFile(file) }
    guard Files.isRegular(file) else { throw .other(file, .notAStore) }
    guard !Files.isNotAFile(path) else { throw .notAFile(path) }
    let place = Files.resolved(path)
    guard FileIdentity(file) != FileIdentity(place) else { throw .isStore(file) }
    let kept = FileGroup.unused(place + ".before-restore-" + stamp)
    let backup = try verified(file, for: place + ".restore")
    var restored = Restored()
    if let store = try sound(place) {
      let contents = try Store(other: backup.path)
      restored.staying = try store.transaction { () throws(StoreError) in
        try store.keep(as: kept)
        return try store.change(to: contents, by: provenance)
      }
    } else {
      try setAside(place, as: kept, for: backup)
    }
    restored.kept = Files.exists(kept) ? kept : nil
    return restored
  }

  /// A verified copy of a backup in the present schema.
  private static func verified(
    _ file: String, for place: String
  ) throws(StoreError) -> PartFile {
    let backup: Store
    do throws(StoreError) {
      backup = try Store(path: file, for: .reading)
    } catch {
      // The file exists: it is empty if it is no store yet.
      throw .other(file, error == .missing ? .notAStore : error)
    }
    try Disk.makeDirectories(above: place)
    let copy = try PartFile(for: place, copying: file)
    try copy.fill(with: backup) { (copy) throws(StoreError) in
      guard try Store(path: copy, for: .writing).problems().isEmpty else { throw .corrupt }
    }
    return copy
  }

  /// The store at a path; `nil` if it is missing or damaged.
  private static func sound(_ path: String) throws(StoreError) -> Store? {
    do throws(StoreError) {
      return try openIntact(path)
    } catch {
      guard [.missing, .corrupt, .damagedRows, .notAStore].contains(error) else { throw error }
      return nil
    }
  }

  /// Keeps a damaged file, after waiting for processes that still write it.
  private static func setAside(
    _ path: String, as kept: String, for backup: PartFile
  ) throws(StoreError) {
    let database = try? Database(path: path, busyMilliseconds: 5000)
    // The lock gives an empty file its first page, which would begin a journal on the disk.
    try? database?.execute("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE")
    defer { try? database?.execute("ROLLBACK") }
    try FileGroup(path).setAside(as: kept, for: backup)
  }

  /// Keeps the contents of a store, even inconsistent ones.
  func keep(as kept: String) throws(StoreError) {
    let part = try PartFile(for: path + ".before-restore", copying: path)
    try copy(to: part)
    try part.put(at: kept)
  }
}
