public import HaruCore

extension Store {
  /// Undoes the newest batches that are not undone; all or none.
  ///
  /// - Parameters:
  ///   - limit: How many.
  ///   - floor: The number of a batch that stays, with all before it.
  ///   - provenance: When, where and how.
  /// - Returns: The changes that it made, for each batch; fewer than asked for if no more are left.
  /// - Throws: Errors of the file.
  @discardableResult
  public func undo(
    _ limit: Int = 1, above floor: Int64 = 0, by provenance: Provenance
  ) throws(StoreError) -> [[Change]] {
    try takeBack(limit, by: provenance) { () throws(StoreError) in
      try newestToUndo(above: floor)
    }
  }

  /// Makes the changes of the newest undos again; all or none.
  ///
  /// A change that was made since, and is not itself an undo or a redo, leaves nothing to redo.
  ///
  /// Its parameters and its result are those of `undo`.
  @discardableResult
  public func redo(
    _ limit: Int = 1, above floor: Int64 = 0, by provenance: Provenance
  ) throws(StoreError) -> [[Change]] {
    try takeBack(limit, by: provenance) { () throws(StoreError) in
      try newestToRedo(above: floor)
    }
  }

  /// The batches that are undone, as SQL: those of undos that are not redone, and the undos that are.
  ///
  /// An undone change that is redone and undone again has two undos, of which one counts.
  static let undone = """
    SELECT undoes FROM journal WHERE undoes IS NOT NULL
      AND batch NOT IN (SELECT undoes FROM journal WHERE undoes IS NOT NULL)
    """

  /// The number of the batch that an undo takes back next; `nil` if there is none.
  func newestToUndo(above floor: Int64) throws(StoreError) -> Int64? {
    try newest("undoes IS NULL AND batch > ?1", floor)
  }

  /// The number of the undo that a redo takes back next; `nil` if there is none.
  func newestToRedo(above floor: Int64) throws(StoreError) -> Int64? {
    try newest(
      """
      batch > ?1 AND batch > (SELECT coalesce(max(batch), 0) FROM journal
          WHERE undoes IS NULL AND batch NOT IN (\(others)))
        AND undoes IN (SELECT batch FROM journal WHERE undoes IS NULL)
      """, floor)
  }

  private func newest(_ condition: String, _ floor: Int64) throws(StoreError) -> Int64? {
    try database.integer(
      """
      SELECT max(batch) FROM journal
        WHERE \(condition) AND batch NOT IN (\(Store.undone)) AND batch NOT IN (\(others))
      """, .integer(floor))
  }

  /// The batches of other machines, as SQL; only they take those back.
  private var others: String { "SELECT batch FROM journal WHERE id IN (\(entriesOfOthers))" }

  /// The journal entries of other machines, as SQL.
  private var entriesOfOthers: String {
    hasSync
      ? "SELECT id FROM sync_entry WHERE device <> (SELECT device FROM sync)"
      : "SELECT NULL WHERE false"
  }

  private func takeBack(
    _ limit: Int, by provenance: Provenance, next: () throws(StoreError) -> Int64?
  ) throws(StoreError) -> [[Change]] {
    try transaction { () throws(StoreError) in
      var batches: [[Change]] = []
      var takesImportBack = false
      while batches.count < limit, let last = try next() {
        let batch = try nextBatch()
        let lines = try entries(where: "batch = ?1 ORDER BY id DESC", [.integer(last)])
        var made: [Change] = []
        // What an undo has left alone its redo leaves alone too.
        for change in lines.map(\.change.reversed) where change.before != change.after {
          // What another machine has changed since is left as it is.
          if try others(haveChanged: change, since: last) { continue }
          try make(change, batch: batch, undoing: last, by: provenance)
          made.append(change)
        }
        if made.isEmpty, let change = lines.first?.change {
          try leave(change, batch: batch, undoing: last, by: provenance)
        }
        if let undone = lines.first?.undoes {
          try addWatches(broughtBy: undone, at: provenance.at)
        } else {
          try removeWatches(broughtBy: last)
        }
        if try isImport(lines.first?.undoes ?? last) { takesImportBack = true }
        batches.append(made)
      }
      if takesImportBack { try tellImports(by: provenance) }
      return batches
    }
  }

  /// Whether a batch is that of an import.
  private func isImport(_ batch: Int64) throws(StoreError) -> Bool {
    try database.integer("SELECT 1 FROM import WHERE batch = ? LIMIT 1", .integer(batch)) != nil
  }

  /// Whether another machine has changed a fact since a batch.
  private func others(haveChanged change: Change, since batch: Int64) throws(StoreError) -> Bool {
    try database.integer(
      """
      SELECT 1 FROM journal WHERE day = ? AND kind = ? AND batch > ? AND id IN (\(entriesOfOthers))
      """, Value(change.day), .text(change.kind.rawValue), .integer(batch)) != nil
  }

  /// Writes that a batch is undone without any effect; inside a transaction.
  private func leave(
    _ change: Change, batch: Int64, undoing: Int64, by provenance: Provenance
  ) throws(StoreError) {
    let value = try present(change.kind, change.day)?.value
    let nothing = Change(change.kind, change.day, from: value, to: value)
    try write(
      JournalEntry(batch: batch, undoes: undoing, change: nothing, provenance: provenance))
  }

  /// The newest own batches, newest first.
  public func batches(limit: Int) throws(StoreError) -> [Batch] {
    let lines = try entries(
      where: """
        batch IN (SELECT DISTINCT batch FROM journal WHERE batch NOT IN (\(others))
            ORDER BY batch DESC LIMIT ?1)
          ORDER BY batch, id
        """, [.integer(Int64(limit))])
    let undone = try database.rows(Store.undone, []) { (row) throws(StoreError) in
      try row.batch("undoes")
    }
    return Batch.of(lines, undone: Set(undone.compactMap(\.self)))
  }

  /// The journal entries about some days, oldest first.
  public func journal(of days: ClosedRange<Day>) throws(StoreError) -> [JournalEntry] {
    try entries(
      where: "day BETWEEN ?1 AND ?2 ORDER BY id",
      [.text("\(days.lowerBound)"), .text("\(days.upperBound)")])
  }

  /// The local day on which the newest own journal entry was written.
  func lastDaySaid() throws(StoreError) -> Day? {
    try entries(
      where: "id = (SELECT max(id) FROM journal WHERE id NOT IN (\(entriesOfOthers)))", []
    ).first
      .flatMap { Day(String($0.provenance.localTime.prefix(10))) }
  }

  /// Makes a change and writes its journal entry; inside a transaction.
  func make(
    _ change: Change, batch: Int64, undoing: Int64? = nil, by provenance: Provenance
  ) throws(StoreError) {
    guard change.isValid else { throw .refusedText(change.day) }
    guard provenance.isStorable else { throw .refused(change.day) }
    do {
      try put(change, by: provenance)
    } catch .refused {
      throw .refused(change.day)
    }
    try write(
      JournalEntry(batch: batch, undoes: undoing, change: change, provenance: provenance))
    lastBatch = batch
  }

  /// Whether a batch was written by the same command.
  public func holds(_ batch: Int64, by provenance: Provenance) throws(StoreError) -> Bool {
    try entries(where: "batch = ?1", [.integer(batch)]).contains { $0.provenance == provenance }
  }

  /// Writes the new value of a change; inside a transaction.
  func put(_ change: Change, by provenance: Provenance) throws(StoreError) {
    let day = Value(change.day)
    switch (change.kind, change.after) {
    case (.study, nil):
      try database.run("DELETE FROM mark WHERE day = ?", day)
    case (.study, _):
      try insert(Contents.Mark(day: change.day, provenance: provenance))
    case (.rest, nil):
      try database.run("DELETE FROM rest WHERE day = ?", day)
    case (.rest, let reason?):
      try insert(rest: change.day, reason: reason)
    case (.note, nil):
      try database.run("DELETE FROM note WHERE day = ?", day)
    case (.note, let text?):
      try insert(note: text, on: change.day)
    }
  }

  func nextBatch() throws(StoreError) -> Int64 {
    let last = try newestBatch()
    guard last < StoredBounds.batches.upperBound else { throw .corrupt }
    return last + 1
  }

  private func entries(
    where condition: String, _ values: [Value]
  ) throws(StoreError) -> [JournalEntry] {
    try database.rows("SELECT * FROM journal WHERE \(condition)", values, entry)
  }
}
