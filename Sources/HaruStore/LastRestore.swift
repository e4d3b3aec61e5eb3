internal import Glibc
public import HaruCore
internal import HaruFiles

/// The last restore of a store, so that it can be taken back and made again
/// (docs/design.md#restoring).
///
/// It is a small text file beside the store. A store that has gone on from another state than that
/// after the restore is not the one that the file tells of.
public struct LastRestore: Hashable, Sendable {
  /// Where the contents of before are kept.
  public let kept: String
  /// Whether the restore was taken back; `kept` then holds what it had restored.
  public let isUndone: Bool
  /// The newest batch right after it, 0 if there was none: what is newer came later.
  public let batch: Int64
  /// When that batch was made, which tells one history from another.
  fileprivate let at: Int64

  static func path(of store: String) -> String { store + ".restored" }

  fileprivate var written: String {
    "\(isUndone ? "redo" : "undo")\n\(batch)\n\(at)\n\(kept)\n"
  }

  fileprivate init(kept: String, isUndone: Bool, batch: Int64, at: Int64) {
    (self.kept, self.isUndone, self.batch, self.at) = (kept, isUndone, batch, at)
  }

  fileprivate init?(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 3)
    guard lines.count == 4, let batch = Int64(lines[1]), let at = Int64(lines[2]),
      lines[3].hasPrefix("/"), lines[3].hasSuffix("\n")
    else { return nil }
    self.init(
      kept: String(lines[3].dropLast()), isUndone: lines[0] == "redo", batch: batch, at: at)
  }
}

extension Store {
  /// The last restore of this store, if what it kept is still there.
  public func lastRestore() throws(StoreError) -> LastRestore? {
    let place = Files.resolved(path)
    guard let text = (try? Disk.read(LastRestore.path(of: place))) ?? nil,
      let last = LastRestore(text),
      Files.exists(last.kept), try time(of: last.batch) == last.at
    else { return nil }
    return last
  }

  /// Whether the restore is what `undo` or `redo` has to take next.
  public func isNext(_ restore: LastRestore) throws(StoreError) -> Bool {
    let newest = try newestToUndo(above: restore.batch)
    guard restore.isUndone else { return newest == nil }
    let later = try database.integer(
      "SELECT 1 FROM journal WHERE undoes IS NULL AND batch > ?", .integer(restore.batch))
    let undo = try newestToRedo(above: restore.batch)
    return later == nil && undo == nil
  }

  /// Takes a restore back, or makes it again, by restoring what it kept.
  ///
  /// - Throws: `StoreFileError`, with the store unchanged.
  public static func takeBack(
    _ restore: LastRestore, of path: String, stamp: String
  ) throws(StoreFileError) {
    let place = Files.resolved(ForwardingAddress.placeIfReadable(path))
    let kept = try replace(
      restore.kept, to: place,
      keeping: place + (restore.isUndone ? ".before-restore-" : ".before-undo-") + stamp)
    note(kept, isUndone: !restore.isUndone, at: place)
    // Its contents are those of the store now.
    FileGroup(restore.kept).remove()
  }

  /// Notes a restore; without the note it only cannot be taken back by `undo`.
  static func note(_ kept: String?, isUndone: Bool, at place: String) {
    let path = LastRestore.path(of: place)
    guard let kept, let store = try? Store(path: place, for: .reading),
      let (batch, at) = try? store.newestBatch()
    else {
      unlink(path)
      return
    }
    let restore = LastRestore(kept: kept, isUndone: isUndone, batch: batch, at: at)
    guard let descriptor = try? Disk.openPart(of: path) else { return }
    defer { close(descriptor) }
    try? Disk.replace(path, with: restore.written, by: descriptor)
  }

  private func newestBatch() throws(StoreError) -> (number: Int64, at: Int64) {
    let batch = try database.integer("SELECT max(batch) FROM journal") ?? 0
    return (batch, try time(of: batch))
  }

  private func time(of batch: Int64) throws(StoreError) -> Int64 {
    try database.integer("SELECT max(at) FROM journal WHERE batch = ?", .integer(batch)) ?? 0
  }
}
