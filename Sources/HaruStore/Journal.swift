public import HaruCore

extension Store {
  /// Undoes the newest batch that is not undone yet.
  ///
  /// - Returns: The changes; empty if nothing is left to undo.
  public func undo(by provenance: Provenance) throws(StoreError) -> [Change] {
    try transaction { () throws(StoreError) in
      let last = try database.integer(
        """
        SELECT max(batch) FROM journal WHERE undoes IS NULL
          AND batch NOT IN (SELECT undoes FROM journal WHERE undoes IS NOT NULL)
        """)
      guard let last else { return [] }
      let batch = try nextBatch()
      let taken = try entries(
        where: "batch = ?1 ORDER BY id DESC", [.integer(last)]
      ).map(\.change.reversed)
      for change in taken { try make(change, batch: batch, undoing: last, by: provenance) }
      // The days of an undone import may be imported again.
      try database.run("DELETE FROM import WHERE batch = ?", .integer(last))
      return taken
    }
  }

  /// The newest batches, newest first.
  public func batches(limit: Int) throws(StoreError) -> [Batch] {
    let lines = try entries(
      where: """
        batch IN (SELECT DISTINCT batch FROM journal ORDER BY batch DESC LIMIT ?1)
          ORDER BY batch, id
        """, [.integer(Int64(limit))])
    let undone = try entries(where: "undoes IS NOT NULL", []).compactMap(\.undoes)
    return Batch.of(lines, undone: Set(undone))
  }

  /// The journal entries about some days, oldest first.
  public func journal(of days: ClosedRange<Day>) throws(StoreError) -> [JournalEntry] {
    try entries(
      where: "day BETWEEN ?1 AND ?2 ORDER BY id",
      [.text("\(days.lowerBound)"), .text("\(days.upperBound)")])
  }

  /// The local day on which the newest journal entry was written.
  func lastDaySaid() throws(StoreError) -> Day? {
    try entries(where: "id = (SELECT max(id) FROM journal)", []).first
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
    let last = try database.integer("SELECT max(batch) FROM journal") ?? 0
    guard last < StoredBounds.batches.upperBound else { throw .corrupt }
    return last + 1
  }

  private func entries(
    where condition: String, _ values: [Value]
  ) throws(StoreError) -> [JournalEntry] {
    try database.rows("SELECT * FROM journal WHERE \(condition)", values, entry)
  }
}
