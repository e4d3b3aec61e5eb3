public import HaruCore
public import HaruLog

extension Store {
  /// Undoes the newest own batches that are not undone; all or none.
  ///
  /// Entries of other machines are never taken back (docs/store.md#undo).
  ///
  /// - Parameters:
  ///   - limit: How many.
  ///   - provenance: When, where and how.
  /// - Returns: The changes that it made, for each batch; fewer than asked for if no more are left. A change from and
  ///   to the same value took back what this machine had said, and another one has said too.
  /// - Throws: Errors of the file.
  @discardableResult
  public func undo(
    _ limit: Int = 1, by provenance: Provenance
  ) throws(StoreError) -> [[RegisterChange]] {
    try undoBatches(limit, Store.toUndo, by: provenance)
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
    try undoBatches(limit, Store.toRedo, by: provenance)
  }

  /// Undoes one batch, if it is the one that an undo takes back next.
  ///
  /// - Returns: The changes that it made, as above; `nil` if another one is next.
  /// - Throws: Errors of the file.
  public func undo(
    _ batch: EntryName, by provenance: Provenance
  ) throws(StoreError) -> [RegisterChange]? {
    try transaction { () throws(StoreError) in
      guard let number = try newest(1, Store.toUndo).first, try row(ofBatch: batch) == number else {
        return nil
      }
      return try undoBatch(number, by: provenance)
    }
  }

  /// The batch that an undo takes back next, and its changes; `nil` if there is none.
  public func nextUndo() throws(StoreError) -> (batch: EntryName, changes: [RegisterChange])? {
    try database.reading { () throws(StoreError) in
      guard let number = try newest(1, Store.toUndo).first else { return nil }
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
  /// An undone change that is redone and undone again has two undos, of which one counts. Each batch is looked up
  /// once, not for each of its entries: there may be ten thousands. Of a batch whose first entry was damaged, the
  /// others tell its name.
  private static let undone = """
    WITH own AS (
      SELECT DISTINCT batch, undoes FROM entry WHERE undoes IS NOT NULL AND batch IS NOT NULL),
    undo AS (
      SELECT batch, (
        SELECT batch FROM entry WHERE name = own.undoes AND batch IS NOT NULL
          UNION ALL SELECT batch FROM entry WHERE first = own.undoes AND batch IS NOT NULL
          LIMIT 1) AS undone
      FROM own)
    SELECT undone FROM undo WHERE undone IS NOT NULL
      AND batch NOT IN (SELECT undone FROM undo WHERE undone IS NOT NULL)
    """

  /// The own entries that make a batch visible: those that nobody hears of do not.
  private static let visible = "batch IS NOT NULL AND kind NOT IN ('import', 'zone', 'watch')"

  /// The condition for the entries of batches that undos take back.
  private static let toUndo = "undoes IS NULL"

  /// The condition for the entries of undos that redos take back.
  private static let toRedo = """
    undoes IN (SELECT coalesce(first, name) FROM entry WHERE undoes IS NULL) AND batch > coalesce(
      (SELECT batch FROM entry WHERE \(Store.visible) AND undoes IS NULL ORDER BY id DESC LIMIT 1), 0)
    """

  /// The numbers of the batches that are taken back next, the next one first.
  private func newest(_ limit: Int, _ condition: String) throws(StoreError) -> [Int64] {
    let rows = try database.statement(
      """
      SELECT batch FROM entry WHERE \(Store.visible) AND \(condition)
        AND batch NOT IN (\(Store.undone)) ORDER BY id DESC
      """)
    defer { rows.reset() }
    var batches: [Int64] = []
    // All rows of a batch follow each other; what is older than the last one is not read.
    while batches.count < limit, try rows.step() {
      if let batch = rows.integer(0), batch != batches.last { batches.append(batch) }
    }
    return batches
  }

  private func undoBatches(
    _ limit: Int, _ condition: String, by provenance: Provenance
  ) throws(StoreError) -> [[RegisterChange]] {
    try transaction { () throws(StoreError) in
      // An undo changes nothing of what the ones after it take back.
      try newest(limit, condition).map { (number) throws(StoreError) in
        try undoBatch(number, by: provenance)
      }
    }
  }

  /// Undoes a batch; inside a transaction.
  private func undoBatch(
    _ number: Int64, by provenance: Provenance
  ) throws(StoreError) -> [RegisterChange] {
    let entries = try ownEntries(from: number, to: number).map(\.entry)
    guard let first = entries.first else { throw .corrupt }
    var batch = try newBatch(by: provenance, undoing: first.batch)
    var made: [RegisterChange] = []
    var history = RegisterHistory(of: first.register)
    for (place, entry) in entries.reversed().enumerated() {
      // Entries of one register follow each other.
      if place == 0 || history.register != entry.register {
        history = try self.history(of: entry.register)
      }
      if let change = try undo(entry, in: &history, &batch) { made.append(change) }
    }
    if batch.first == nil { try write(nil, to: Register(undoing: first.batch), in: &batch) }
    return made
  }

  /// Undoes an entry; inside a transaction.
  ///
  /// - Returns: The change that it made, from and to the same value where another machine has said that value too;
  ///   `nil` for none that is shown.
  /// - Throws: Errors of the file.
  private func undo(
    _ entry: LogEntry, in history: inout RegisterHistory, _ batch: inout NewBatch
  ) throws(StoreError) -> RegisterChange? {
    guard entry.register.kind != .watch, var replaced = history.standing(becauseOf: entry) else {
      return nil
    }
    let (register, before) = (entry.register, history.value)
    // What another machine has said apart from this one counts by itself, and not as a new word.
    let former = history.value(without: entry).winner
    var values = [former.flatMap { before.isStanding($0) ? nil : $0.value }]
    if register.kind == .import {
      values = Store.restoredDays(of: entry, in: history, replacing: replaced)
    } else if !register.kind.isOfImports {
      // Where the value is the former one already, a new entry would only replace those that several machines have
      // made apart, and so hide them.
      guard replaced.contains(where: { $0.value != values[0] }) else { return nil }
    }
    for value in values {
      let new = try insert(
        value, into: register, over: history.value, replacing: replaced, in: &batch)
      history.add(new, isOwn: true)
      replaced = []
    }
    try recount(history.value, in: register)
    let change = RegisterChange(
      register, from: before.winner?.value, to: history.value.winner?.value)
    return register.kind.isSilent ? nil : change
  }

  /// The days of a source without those that an entry has brought, and with those that it has taken, as the values
  /// of entries.
  private static func restoredDays(
    of entry: LogEntry, in history: RegisterHistory, replacing replaced: [LogEntry]
  ) -> [String?] {
    let days = RegisterValue(of: replaced).importedDays
      .subtracting(RegisterValue(of: [entry]).importedDays)
      .union(history.value(before: entry).importedDays)
    let texts = ImportedDays.texts(days)
    return texts.isEmpty ? [nil] : texts
  }

  /// The value before an entry: of those that it replaced, the one that counted.
  private func formerValue(of entry: LogEntry) throws(StoreError) -> String? {
    var value = RegisterValue()
    for name in entry.replaces {
      let known = try database.rows(
        "SELECT * FROM entry WHERE name = ?", [Value(name)], LogEntry.init)
      for each in known where each.register == entry.register { value.add(each) }
    }
    return value.winner?.value
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
      return (batch, try LogEntry(row))
    }
  }

  /// The newest own batches with those that undo them, newest first.
  ///
  /// - Parameter limit: How many; more, where as many that can be undone lie further back.
  /// - Returns: The batches.
  /// - Throws: Errors of the file.
  public func batches(limit: Int) throws(StoreError) -> [Batch] {
    let listed = try database.rows(
      """
      WITH listed AS (SELECT DISTINCT batch, undoes IS NULL AS is_first FROM entry WHERE \(Store.visible)),
      newest AS (SELECT batch FROM listed ORDER BY batch DESC LIMIT ?1),
      undoable AS (
        SELECT batch FROM listed WHERE is_first AND batch NOT IN (\(Store.undone)) ORDER BY batch DESC LIMIT ?1)
      SELECT batch AS id FROM listed WHERE batch >= (
        SELECT min(batch) FROM (SELECT batch FROM newest UNION SELECT batch FROM undoable))
      ORDER BY batch DESC
      """, [.integer(Int64(limit))]
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
          provenance: first.provenance, changes: try changes(of: own),
          reason: own.reasons.values.first))
    }
    return batches
  }

  /// What the entries of a batch have changed.
  private func changes(of own: [LogEntry]) throws(StoreError) -> [RegisterChange] {
    let told = own.filter { !$0.register.kind.isSilent }
    let changes = try told.map { (entry) throws(StoreError) in
      RegisterChange(entry.register, from: try formerValue(of: entry), to: entry.value)
    }
    return changes.filter { $0.before != $0.after }
  }

  private func row(ofBatch first: EntryName) throws(StoreError) -> Int64? {
    try database.integer(
      """
      SELECT batch FROM entry WHERE name = ?1 AND batch IS NOT NULL
        UNION ALL SELECT batch FROM entry WHERE first = ?1 AND batch IS NOT NULL LIMIT 1
      """, Value(first))
  }
}
