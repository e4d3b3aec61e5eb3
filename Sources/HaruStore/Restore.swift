internal import Glibc
public import HaruCore
internal import HaruFiles

extension Store {
  /// Replaces the contents of a store by those of a backup (docs/design.md#restoring).
  ///
  /// The backup is copied, verified and migrated to the present schema first. Then the contents change
  /// in one transaction, so that a process with the store open sees the old or the new contents, and a
  /// process that is making the store writes into the same file. The copy replaces the file only if
  /// SQLite cannot work with it.
  ///
  /// - Parameters:
  ///   - file: The backup, which is never changed.
  ///   - path: The path of the store.
  ///   - stamp: `YYYYMMDD-HHMMSS`, which makes the name of the kept file unique.
  ///   - provenance: Of the changes that a restore is where days are exchanged with other machines.
  /// - Returns: The path at which the former contents are kept; `nil` if there were none.
  /// - Throws: `StoreFileError`, with the store unchanged.
  public static func restore(
    _ file: String, to path: String, stamp: String, by provenance: Provenance
  ) throws(StoreFileError) -> String? {
    let asked = ForwardingAddress.placeIfReadable(path)
    guard !Files.isNotAFile(asked) else { throw StoreFileError(.store(.notAFile(asked)), asked) }
    let place = Files.resolved(asked)
    let name = place + ".before-restore-" + stamp
    return try replace(file, to: place, keeping: name, by: provenance) {
      (records, _, kept, newest) in records.restored(keeping: kept, newest)
    }
  }

  /// What the records of a store become when other contents replace its own.
  typealias Recording = (
    _ records: RestoreRecords, _ others: RestoreRecords, _ kept: String, _ newest: Int64
  ) -> RestoreRecords

  /// Replaces the contents of a store, and keeps the former ones under a name of their own.
  static func replace(
    _ file: String, to place: String, keeping name: String, by provenance: Provenance,
    recording: Recording
  ) throws(StoreFileError) -> String? {
    guard Files.exists(file) else { throw StoreFileError(.noSuchFile, file) }
    guard Files.isRegular(file) else { throw StoreFileError(.store(.notAStore), file) }
    // A path with an address opens the store itself.
    let address = try about(file) { () throws(StoreError) in try ForwardingAddress.read(at: file) }
    guard FileIdentity(file) != FileIdentity(place), address == nil else {
      throw StoreFileError(.isStore, file)
    }
    let kept = FileGroup.unused(name)
    let backup = try verified(file, for: place + ".restore")
    let state = try state(of: place)
    if state == .unusable || FileGroup(place).isHeadless {
      try setAside(place, as: kept, for: backup)
      return Files.exists(kept) ? kept : nil
    }
    if state == .missing, !FileGroup(place).parts.contains(where: Files.exists) {
      // A file that is made first, and filled later, would be left empty if the disk is full.
      try backup.put(at: place)
      return nil
    }
    let store = try about(place) { () throws(StoreError) in
      try Store(path: place, for: .writing)
    }
    try store.replaceContents(with: backup.path) {
      (takeOthers: () throws(StoreFileError) -> Void) throws(StoreFileError) in
      let isEmpty = try about(place) { () throws(StoreError) in try store.isEmpty() }
      // Damaged records do not prevent a restore.
      let records = (try? store.restoreRecords()) ?? RestoreRecords()
      // Another process may have written to the file that was just made.
      let keeps = state == .usable || !isEmpty
      if keeps { try store.keep(as: kept) }
      if try about(place, { () throws(StoreError) in try store.syncState() != nil }) {
        // What other machines know would come back, unless it is changed.
        return try about(place) { () throws(StoreError) in
          try store.changeToOthers(by: provenance)
        }
      }
      // An item says today what it said before: what is known of it belongs to the list.
      let tasks = try? store.tasks()
      try takeOthers()
      if let tasks { try about(place) { () throws(StoreError) in try store.write(tasks) } }
      guard keeps else { return }
      try about(place) { () throws(StoreError) in
        let newest = try store.newestBatch()
        try store.write(recording(records, try store.restoreRecords(), kept, newest))
      }
    }
    return Files.exists(kept) ? kept : nil
  }

  /// A verified copy of a backup in the present schema.
  private static func verified(
    _ file: String, for place: String
  ) throws(StoreFileError) -> PartFile {
    let backup = try about(file) { () throws(StoreError) in
      do throws(StoreError) {
        return try Store(path: file, for: .reading)
      } catch .missing {
        // The file exists, and is empty.
        throw .notAStore
      }
    }
    try about(place) { () throws(StoreError) in try Disk.makeDirectories(above: place) }
    let copy = try PartFile(for: place, copying: file)
    try copy.fill(with: backup) { (copy) throws(StoreError) in
      guard try Store(path: copy, for: .writing).problems().isEmpty else { throw .corrupt }
    }
    return copy
  }

  private enum State {
    case missing
    case unusable
    case usable
  }

  private static func state(of path: String) throws(StoreFileError) -> State {
    do throws(StoreError) {
      // Opening it for writing would make it.
      _ = try Store(path: path, for: .reading)
      let store = try Store(path: path, for: .writing)
      return try store.database.text("PRAGMA integrity_check") == "ok" ? .usable : .unusable
    } catch {
      switch error {
      case .missing: return .missing
      case .corrupt, .notAStore, .replaced: return .unusable
      default: throw StoreFileError(.store(error), path)
      }
    }
  }

  /// Keeps a file that SQLite cannot work with, after waiting for processes that still write it.
  private static func setAside(
    _ path: String, as kept: String, for backup: PartFile
  ) throws(StoreFileError) {
    let database = try? Database(path: path, access: .locked, busyMilliseconds: 5000)
    // The log may be that of another file.
    database?.leaveLog()
    try? database?.execute("BEGIN IMMEDIATE")
    defer { try? database?.execute("ROLLBACK") }
    try FileGroup(path).setAside(as: kept, for: backup)
  }

  /// Keeps the contents of a store, even inconsistent ones.
  func keep(as kept: String) throws(StoreFileError) {
    let part = try PartFile(for: path + ".before-restore", copying: path)
    let source = try about(path) { () throws(StoreError) in
      try Store(path: path, for: .reading)
    }
    try part.fill(with: source) { (copy) throws(StoreError) in
      guard try source.holdsTheSame(as: copy) else { throw .corrupt }
    }
    try part.put(at: kept)
  }
}
