internal import Glibc
public import HaruCore
internal import HaruFiles

/// A restore of a store, so that it can be taken back and made again (docs/design.md#restoring).
///
/// All are noted in a small text file beside the store, oldest first; those that were taken back are the
/// newest. A store that has gone on from another state than that after a restore is not the one that the
/// file tells of.
public struct NotedRestore: Hashable, Sendable {
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

  fileprivate static func path(of store: String) -> String { store + ".restored" }

  fileprivate var written: String {
    let numbers = [here, there].map { "\($0.batch) \($0.at)\n" }.joined()
    return (isUndone ? "redo\n" : "undo\n") + numbers + kept + "\n"
  }

  fileprivate init(kept: String, isUndone: Bool, here: Position, there: Position) {
    (self.kept, self.isUndone, self.here, self.there) = (kept, isUndone, here, there)
  }

  fileprivate init?(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 3)
    guard lines.count == 4, let here = NotedRestore.position(lines[1]),
      let there = NotedRestore.position(lines[2]), lines[3].hasPrefix("/"),
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
  fileprivate func reversed(keeping kept: String) -> NotedRestore {
    NotedRestore(kept: kept, isUndone: !isUndone, here: there, there: here)
  }
}

extension Store {
  /// The restore that `undo` takes back, or `redo` makes again, at some time; `nil` if there is none, or
  /// what it kept is gone.
  public func notedRestore(isUndone: Bool) throws(StoreError) -> NotedRestore? {
    let noted = Store.notes(at: Files.resolved(path)).filter { $0.isUndone == isUndone }
    guard let next = isUndone ? noted.first : noted.last, Files.exists(next.kept),
      try time(of: next.here.batch) == next.here.at
    else { return nil }
    return next
  }

  /// Whether the restore is what `undo` or `redo` has to take next.
  public func isNext(_ restore: NotedRestore) throws(StoreError) -> Bool {
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
    _ restore: NotedRestore, of path: String, stamp: String
  ) throws(StoreFileError) {
    let place = Files.resolved(ForwardingAddress.placeIfReadable(path))
    let kept = try replace(
      restore.kept, to: place,
      keeping: place + (restore.isUndone ? ".before-restore-" : ".before-undo-") + stamp)
    let noted = notes(at: place)
    write(noted.compactMap { $0 == restore ? kept.map($0.reversed) : $0 }, at: place)
    // Its contents are those of the store now.
    FileGroup(restore.kept).remove()
  }

  /// Notes a restore that has kept the former contents; `nil` if there were none that can be restored.
  static func note(_ kept: String?, at place: String) {
    func position(in path: String) -> NotedRestore.Position? {
      try? Store(path: path, for: .reading).newestBatch()
    }
    guard let kept, let here = position(in: place), let there = position(in: kept) else {
      return write([], at: place)
    }
    // Like any change, it ends what could be made again.
    let earlier = notes(at: place).filter { !$0.isUndone }
    write(
      earlier + [NotedRestore(kept: kept, isUndone: false, here: here, there: there)], at: place)
  }

  private static func notes(at place: String) -> [NotedRestore] {
    let text = (try? Disk.read(NotedRestore.path(of: place))) ?? nil
    return (text ?? "").split(separator: "\0").compactMap { NotedRestore(String($0)) }
  }

  /// Writes the notes; without them, restores only cannot be taken back by `undo`.
  private static func write(_ notes: [NotedRestore], at place: String) {
    let path = NotedRestore.path(of: place)
    let text = notes.map(\.written).joined(separator: "\0")
    // The oldest go first.
    guard text.utf8.count <= Disk.smallFile else {
      return write(Array(notes.dropFirst()), at: place)
    }
    guard !notes.isEmpty, let descriptor = try? Disk.openPart(of: path) else {
      unlink(path)
      return
    }
    defer { close(descriptor) }
    try? Disk.replace(path, with: text, by: descriptor)
  }

  private func newestBatch() throws(StoreError) -> NotedRestore.Position {
    let batch = try database.integer("SELECT max(batch) FROM journal") ?? 0
    return NotedRestore.Position(batch: batch, at: try time(of: batch))
  }

  private func time(of batch: Int64) throws(StoreError) -> Int64 {
    try database.integer("SELECT max(at) FROM journal WHERE batch = ?", .integer(batch)) ?? 0
  }
}
