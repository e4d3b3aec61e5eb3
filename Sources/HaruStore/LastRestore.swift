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
  /// Where the restore stands in the journal of the store: what is newer came later.
  fileprivate let here: Position
  /// Where it stands in the journal of what was kept.
  fileprivate let there: Position

  /// The number of its newest batch right after it, 0 if there was none.
  public var batch: Int64 { here.batch }

  /// A place in a journal.
  struct Position: Hashable, Sendable {
    /// The newest batch, 0 in an empty journal.
    let batch: Int64
    /// When that batch was made, which tells one history from another.
    let at: Int64
  }

  static func path(of store: String) -> String { store + ".restored" }

  fileprivate var written: String {
    let numbers = [here, there].map { "\($0.batch) \($0.at)\n" }.joined()
    return (isUndone ? "redo\n" : "undo\n") + numbers + kept + "\n"
  }

  fileprivate init(kept: String, isUndone: Bool, here: Position, there: Position) {
    (self.kept, self.isUndone, self.here, self.there) = (kept, isUndone, here, there)
  }

  fileprivate init?(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 3)
    guard lines.count == 4, let here = LastRestore.position(lines[1]),
      let there = LastRestore.position(lines[2]), lines[3].hasPrefix("/"),
      lines[3].hasSuffix("\n")
    else { return nil }
    self.init(
      kept: String(lines[3].dropLast()), isUndone: lines[0] == "redo", here: here, there: there)
  }

  private static func position(_ line: Substring) -> Position? {
    let numbers = line.split(separator: " ").compactMap { Int64($0) }
    return numbers.count == 2 ? Position(batch: numbers[0], at: numbers[1]) : nil
  }

  /// The same after `kept` and the contents of the store have changed places.
  fileprivate func reversed(keeping kept: String) -> LastRestore {
    LastRestore(kept: kept, isUndone: !isUndone, here: there, there: here)
  }
}

extension Store {
  /// The last restore of this store, if what it kept is still there.
  public func lastRestore() throws(StoreError) -> LastRestore? {
    let place = Files.resolved(path)
    guard let text = (try? Disk.read(LastRestore.path(of: place))) ?? nil,
      let last = LastRestore(text),
      Files.exists(last.kept), try time(of: last.here.batch) == last.here.at
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
    write(kept.map(restore.reversed), at: place)
    // Its contents are those of the store now.
    FileGroup(restore.kept).remove()
  }

  /// Notes a restore that has kept the former contents; `nil` if there were none that can be restored.
  static func note(_ kept: String?, at place: String) {
    func position(in path: String) -> LastRestore.Position? {
      try? Store(path: path, for: .reading).newestBatch()
    }
    guard let kept, let here = position(in: place), let there = position(in: kept) else {
      return write(nil, at: place)
    }
    write(LastRestore(kept: kept, isUndone: false, here: here, there: there), at: place)
  }

  /// Writes the note; without it the restore only cannot be taken back by `undo`.
  private static func write(_ restore: LastRestore?, at place: String) {
    let path = LastRestore.path(of: place)
    guard let restore, let descriptor = try? Disk.openPart(of: path) else {
      unlink(path)
      return
    }
    defer { close(descriptor) }
    try? Disk.replace(path, with: restore.written, by: descriptor)
  }

  private func newestBatch() throws(StoreError) -> LastRestore.Position {
    let batch = try database.integer("SELECT max(batch) FROM journal") ?? 0
    return LastRestore.Position(batch: batch, at: try time(of: batch))
  }

  private func time(of batch: Int64) throws(StoreError) -> Int64 {
    try database.integer("SELECT max(at) FROM journal WHERE batch = ?", .integer(batch)) ?? 0
  }
}
