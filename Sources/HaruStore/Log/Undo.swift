public import HaruCore
public import HaruLog

extension Store {
  /// Undoes the newest own batches that are not undone; all or none.
  ///
  /// What another machine has said is never taken back (docs/store.md#undo).
  ///
  /// - Parameters:
  ///   - limit: How many.
  ///   - provenance: When, where and how.
  /// - Returns: The changes that it made, for each batch; fewer than asked for if no more are left.
  /// - Throws: Errors of the file.
  @discardableResult
  public func undo(
    _ limit: Int = 1, by provenance: Provenance
  ) throws(StoreError) -> [[RegisterChange]] {
    try undoBatches(limit, by: provenance, next: newestToUndo)
  }

  /// Makes the changes of the newest undos again; all or none.
  ///
  /// A change that was made since, and is not itself an undo or a redo, leaves nothing to redo.
  ///
  /// Its parameters and its result are those of `undo`.
  @discardableResult
  public func redo(
    _ limit: Int = 1, by provenance: Provenance
  ) throws(StoreError) -> [[RegisterChange]] {
    try undoBatches(limit, by: provenance, next: newestToRedo)
  }

  /// Undoes one batch, if it is the one that an undo takes back next.
  ///
  /// - Returns: The changes that it made; `nil` if another one is next.
  /// - Throws: Errors of the file.
  public func undo(
    _ batch: EntryName, by provenance: Provenance
  ) throws(StoreError) -> [RegisterChange]? {
    try transaction { () throws(StoreError) in
      guard let number = try newestToUndo(), try row(ofBatch: batch) == number else { return nil }
      return try undoBatch(number, by: provenance)
    }
  }

  /// The batch that an undo takes back next, and its changes; `nil` if there is none.
  public func nextUndo() throws(StoreError) -> (batch: EntryName, changes: [RegisterChange])? {
    try database.reading { () throws(StoreError) in
      guard let number = try newestToUndo() else { return nil }
      let own = try ownEntries(from: number, to: number).map(\.entry)
      guard let first = own.first else { throw .corrupt }
      return (first.batch, try changes(of: own))
    }
  }

  /// How many batches could be undone.
  public func undoableBatches() throws(StoreError) -> Int {
    Int(
      try database.integer(
        """
        SELECT count(DISTINCT batch) FROM entry WHERE \(Store.visible) AND undoes IS NULL
          AND batch NOT IN (\(Store.undone))
        """) ?? 0)
  }

  /// The own batches that are undone, as SQL: those of undos that are not redone, and the undos that are.
  ///
  /// An undone change that is redone and undone again has two undos, of which one counts. Of a batch whose
  /// first entry was damaged, the others tell its name.
  private static let undone = """
    WITH undo AS (SELECT entry.batch AS batch, undone.batch AS undone
      FROM entry JOIN entry AS undone
        ON undone.name = entry.undoes OR undone.first = entry.undoes
      WHERE entry.undoes IS NOT NULL AND entry.batch IS NOT NULL AND undone.batch IS NOT NULL)
    SELECT undone FROM undo WHERE batch NOT IN (SELECT undone FROM undo)
    """

  /// The own entries that a batch can be known by: what is noted of an import is none.
  private static let visible = "batch IS NOT NULL AND kind NOT IN ('import', 'zone')"

  /// The number of the batch that an undo takes back next; `nil` if there is none.
  private func newestToUndo() throws(StoreError) -> Int64? {
    try newest("undoes IS NULL")
  }

  /// The number of the undo that a redo takes back next; `nil` if there is none.
  private func newestToRedo() throws(StoreError) -> Int64? {
    try newest(
      """
      undoes IN (SELECT coalesce(first, name) FROM entry WHERE undoes IS NULL) AND batch > coalesce(
        (SELECT batch FROM entry WHERE \(Store.visible) AND undoes IS NULL ORDER BY id DESC LIMIT 1), 0)
      """)
  }

  private func newest(_ condition: String) throws(StoreError) -> Int64? {
    try database.integer(
      """
      SELECT batch FROM entry WHERE \(Store.visible) AND \(condition)
        AND batch NOT IN (\(Store.undone)) ORDER BY id DESC LIMIT 1
      """)
  }

  private func undoBatches(
    _ limit: Int, by provenance: Provenance, next: () throws(StoreError) -> Int64?
  ) throws(StoreError) -> [[RegisterChange]] {
    try transaction { () throws(StoreError) in
      var batches: [[RegisterChange]] = []
      while batches.count < limit, let number = try next() {
        batches.append(try undoBatch(number, by: provenance))
      }
      return batches
    }
  }

  /// Undoes a batch; inside a transaction.
  private func undoBatch(
    _ number: Int64, by provenance: Provenance
  ) throws(StoreError) -> [RegisterChange] {
    let entries = try ownEntries(from: number, to: number)
    guard let first = entries.first else { throw .corrupt }
    var batch = try newBatch(by: provenance, undoing: first.entry.batch)
    var made: [RegisterChange] = []
    for entry in entries.map(\.entry).reversed() {
      let before = try value(of: entry.register)
      guard let replaced = try replaceable(entry, in: entry.register) else { continue }
      if entry.register.kind == .import {
        try restoreImportedDays(entry, replacing: replaced, in: &batch)
        continue
      }
      let former = try formerValue(of: entry)
      if entry.register.kind == .zone {
        try write(former, to: entry.register, in: &batch, replacing: replaced)
        continue
      }
      // To say the same again would only hide that it was said apart.
      guard replaced.contains(where: { $0.value != former }) else { continue }
      // Another machine has cleared it too, apart: that word stays.
      let others = before.standing.filter { !replaced.contains($0) }
      if former != nil, !others.isEmpty, others.allSatisfy({ $0.value == nil }) { continue }
      try write(former, to: entry.register, in: &batch, replacing: replaced)
      let after = try value(of: entry.register)
      let change = RegisterChange(
        entry.register, from: before.winner?.value, to: after.winner?.value)
      if change.before != change.after { made.append(change) }
    }
    if batch.first == nil {
      try write(nil, to: Register(undoing: first.entry.batch), in: &batch)
    }
    return made
  }

  /// Gives a source the days that an entry has taken from it, or takes those back that it has brought.
  private func restoreImportedDays(
    _ entry: LogEntry, replacing replaced: [LogEntry], in batch: inout NewBatch
  ) throws(StoreError) {
    let known = try entries(of: entry.register).filter { entry.replaces.contains($0.name) }
    let days = ImportedDays.days(of: RegisterValue(of: replaced))
      .subtracting(ImportedDays.days(of: RegisterValue(of: [entry])))
      .union(ImportedDays.days(of: RegisterValue(of: known)))
    let texts = ImportedDays.texts(days)
    try write(texts.first, to: entry.register, in: &batch, replacing: replaced)
    for text in texts.dropFirst() {
      try write(text, to: entry.register, in: &batch, replacing: [])
    }
  }

  /// What the undo of an entry replaces: what stands because of it; `nil` if another machine has changed that
  /// since.
  private func replaceable(
    _ entry: LogEntry, in register: Register
  ) throws(StoreError) -> [LogEntry]? {
    let known = try database.rows(
      "SELECT * FROM entry WHERE kind = ? AND key = ? ORDER BY id",
      [.text(register.kind.rawValue), .text(register.key)]
    ) { (row) throws(StoreError) in (entry: try logEntry(row), isOwn: try row.id("batch") != nil) }
    var later: Set<EntryName> = [entry.name]
    var isNews = true
    while isNews {
      isNews = false
      for each in known where !later.contains(each.entry.name) {
        guard each.entry.replaces.contains(where: later.contains) else { continue }
        guard each.isOwn else { return nil }
        later.insert(each.entry.name)
        isNews = true
      }
    }
    return RegisterValue(of: known.map(\.entry)).standing.filter { later.contains($0.name) }
  }

  /// The value before an entry: of those that it replaced, the one that counted.
  private func formerValue(of entry: LogEntry) throws(StoreError) -> String? {
    let known = try entries(of: entry.register)
    return RegisterValue(of: known.filter { entry.replaces.contains($0.name) }).winner?.value
  }

  /// The entries of own batches from one to another, in their order, with their numbers.
  private func ownEntries(
    from first: Int64, to last: Int64
  ) throws(StoreError) -> [(batch: Int64, entry: LogEntry)] {
    // All rows of a batch follow each other.
    let end = try database.integer(
      "SELECT id FROM entry WHERE id > ? AND batch IS NOT ? ORDER BY id LIMIT 1", .integer(last),
      .integer(last))
    return try database.rows(
      "SELECT * FROM entry WHERE id >= ? AND id < ? AND batch IS NOT NULL ORDER BY id",
      [.integer(first), .integer(end ?? Int64.max)]
    ) { (row) throws(StoreError) in
      guard let batch = try row.id("batch") else { throw .damagedRows }
      return (batch, try logEntry(row))
    }
  }

  /// The newest own batches, newest first.
  public func batches(limit: Int) throws(StoreError) -> [Batch] {
    let listed = try database.rows(
      "SELECT DISTINCT batch AS id FROM entry WHERE \(Store.visible) ORDER BY batch DESC LIMIT ?",
      [.integer(Int64(limit))]
    ) { (row) throws(StoreError) in try row.id("id") }.compactMap(\.self)
    guard let newest = listed.first, let oldest = listed.last else { return [] }
    let undone = Set(try database.rows(Store.undone, []) { $0.integer(0) }.compactMap(\.self))
    let entries = Dictionary(grouping: try ownEntries(from: oldest, to: newest), by: \.batch)
    var batches: [Batch] = []
    var undoable = 0
    for batch in listed {
      guard let own = entries[batch]?.map(\.entry), let first = own.first else { continue }
      let (isUndo, isUndone) = (first.undoes != nil, undone.contains(batch))
      if !isUndo, !isUndone { undoable += 1 }
      batches.append(
        Batch(
          number: isUndo || isUndone ? nil : undoable, isUndo: isUndo, isUndone: isUndone,
          provenance: first.provenance, changes: try changes(of: own)))
    }
    return batches
  }

  /// What the entries of a batch have changed.
  private func changes(of own: [LogEntry]) throws(StoreError) -> [RegisterChange] {
    var changes: [RegisterChange] = []
    for entry in own where ![.import, .zone].contains(entry.register.kind) {
      changes.append(
        RegisterChange(entry.register, from: try formerValue(of: entry), to: entry.value))
    }
    return changes.filter { $0.before != $0.after }
  }

  private func row(ofBatch first: EntryName) throws(StoreError) -> Int64? {
    try database.integer("SELECT batch FROM entry WHERE name = ?1 OR first = ?1", Value(first))
  }
}
