public import HaruCore
internal import HaruFiles

/// A restore of this store, so that it can be taken back and made again
/// (docs/design.md#restoring).
public struct RestoreRecord: Hashable, Sendable {
  /// Where the contents of before are kept.
  public let kept: String
  /// Whether the restore was taken back; `kept` then holds what it had restored.
  public let isUndone: Bool
  /// The newest batch of the journal right after it, 0 if there was none; what is newer came later.
  let batch: Int64
}

/// The restores that led to the contents of a store.
struct RestoreRecords {
  /// Those that can be taken back, the last one at the end.
  var done: [RestoreRecord] = []
  /// Those that can be made again, the next one at the beginning.
  var undone: [RestoreRecord] = []

  /// Those whose contents were not removed, nor any that came after them.
  fileprivate var stillKept: RestoreRecords {
    func isKept(_ record: RestoreRecord) -> Bool { Files.exists(record.kept) }
    let lost = done.lastIndex { !isKept($0) }
    return RestoreRecords(
      done: lost.map { Array(done[($0 + 1)...]) } ?? done,
      undone: Array(undone.prefix(while: isKept)))
  }
}

extension Store {
  /// The restore that `undo` or `redo` takes before any change.
  ///
  /// - Parameter isRedo: Whether it is to be made again.
  /// - Returns: The restore; `nil` if a change comes before it, or there is none.
  /// - Throws: `StoreError`.
  public func nextRestore(isRedo: Bool) throws(StoreError) -> RestoreRecord? {
    let records = try restoreRecords().stillKept
    guard let record = isRedo ? records.undone.first : records.done.last else { return nil }
    let floor = record.batch
    guard isRedo else { return try newestToUndo(above: floor) == nil ? record : nil }
    let later = try database.integer(
      "SELECT 1 FROM journal WHERE undoes IS NULL AND batch > ?", .integer(floor))
    let undo = try newestToRedo(above: floor)
    return later == nil && undo == nil ? record : nil
  }

  /// The batch above which `undo` or `redo` takes changes until a restore comes; 0 if none does.
  public func batchOfNextRestore(isRedo: Bool) throws(StoreError) -> Int64 {
    let records = try restoreRecords().stillKept
    // What lies before a restore is not of the history that it brought.
    let last = records.done.last?.batch ?? 0
    return isRedo ? max(last, records.undone.first?.batch ?? 0) : last
  }

  /// Takes a restore back, or makes it again, by restoring what it kept.
  ///
  /// - Throws: `StoreFileError`, with the store unchanged.
  public static func takeBack(
    _ restore: RestoreRecord, of path: String, stamp: String, by provenance: Provenance
  ) throws(StoreFileError) {
    let place = Files.resolved(ForwardingAddress.placeIfReadable(path))
    let name = restore.isUndone ? ".before-restore-" : ".before-undo-"
    _ = try replace(restore.kept, to: place, keeping: place + name + stamp, by: provenance) {
      (records, others, kept, newest) in
      restore.isUndone
        ? records.restoredAgain(to: others, keeping: kept, newest)
        : records.takenBack(to: others, keeping: kept, newest)
    }
    // Its contents are those of the store now.
    FileGroup(restore.kept).remove()
  }

  /// The restores that led to the contents.
  func restoreRecords() throws(StoreError) -> RestoreRecords {
    guard keepsRestores else { return RestoreRecords() }
    let all = try database.rows("SELECT * FROM restore ORDER BY id", [], restoreRecord)
    return RestoreRecords(done: all.filter { !$0.isUndone }, undone: all.filter(\.isUndone))
  }

  /// Writes which restores led to the contents; inside a transaction.
  func write(_ records: RestoreRecords) throws(StoreError) {
    try database.execute("DELETE FROM restore")
    for record in records.done + records.undone {
      try database.insert(
        into: "restore",
        [
          "kept": .text(record.kept), "is_undone": Value(record.isUndone),
          "batch": .integer(record.batch),
        ])
    }
  }

  /// Reads a row.
  func restoreRecord(_ row: Statement) throws(StoreError) -> RestoreRecord {
    // The file is removed when its contents come back: no other than one of ours.
    guard let kept = try row.text("kept"), kept.hasPrefix("/"),
      Files.name(of: kept).includes(".before-"), let isUndone = try row.bool("is_undone"),
      let batch = try row.count("batch")
    else { throw .damagedRows }
    return RestoreRecord(kept: kept, isUndone: isUndone, batch: Int64(batch))
  }

  /// The number of the newest batch, 0 in an empty journal.
  func newestBatch() throws(StoreError) -> Int64 {
    try database.integer("SELECT max(batch) FROM journal") ?? 0
  }
}

/// What the records become when other contents replace those of the store: `kept` is where those of before
/// are kept, and `newest` the newest batch of the others.
extension RestoreRecords {
  /// After a restore.
  func restored(keeping kept: String, _ newest: Int64) -> RestoreRecords {
    RestoreRecords(done: done + [RestoreRecord(kept: kept, isUndone: false, batch: newest)])
  }

  /// After the last restore was taken back.
  fileprivate func takenBack(
    to others: RestoreRecords, keeping kept: String, _ newest: Int64
  ) -> RestoreRecords {
    let record = RestoreRecord(kept: kept, isUndone: true, batch: newest)
    return RestoreRecords(done: others.done, undone: [record] + undone)
  }

  /// After the restore that was taken back last was made again.
  fileprivate func restoredAgain(
    to others: RestoreRecords, keeping kept: String, _ newest: Int64
  ) -> RestoreRecords {
    // The others know this restore, but not where the contents of before it are now.
    let batch = others.done.last?.batch ?? newest
    let record = RestoreRecord(kept: kept, isUndone: false, batch: batch)
    return RestoreRecords(
      done: others.done.dropLast() + [record], undone: Array(undone.dropFirst()))
  }
}
