public import HaruCore

extension Store {
  /// Takes back the newest batch that has not been taken back yet.
  ///
  /// - Returns: What changed by it; empty if there is nothing left to take back.
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
      // What an undone import brought may be imported again.
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

  /// The journal's lines about some days, oldest first.
  public func journal(of days: ClosedRange<Day>) throws(StoreError) -> [JournalEntry] {
    try entries(
      where: "day BETWEEN ?1 AND ?2 ORDER BY id",
      [.text("\(days.lowerBound)"), .text("\(days.upperBound)")])
  }

  /// The day, where it was said, on which the newest line of the journal was written.
  func lastDaySaid() throws(StoreError) -> Day? {
    try entries(where: "id = (SELECT max(id) FROM journal)", []).first
      .flatMap { Day(String($0.provenance.localTime.prefix(10))) }
  }

  /// Makes a change and writes it down; inside a transaction.
  func make(
    _ change: Change, batch: Int64, undoing: Int64? = nil, by provenance: Provenance
  ) throws(StoreError) {
    do {
      try put(change, by: provenance)
    } catch .refused {
      throw .refused(change.day)
    }
    try write(
      JournalEntry(batch: batch, undoes: undoing, change: change, provenance: provenance))
  }

  private func put(_ change: Change, by provenance: Provenance) throws(StoreError) {
    let day = Value.text("\(change.day)")
    switch (change.kind, change.after) {
    case (.study, nil):
      try database.run("DELETE FROM mark WHERE day = ?", day)
    case (.study, _):
      try insert(Contents.Mark(day: change.day, provenance: provenance))
    case (.rest, nil):
      try database.run("DELETE FROM rest WHERE day = ?", day)
    case (.rest, let reason?):
      try database.run(
        "INSERT OR REPLACE INTO rest (day, reason) VALUES (?, ?)", day, .text(reason))
    case (.note, nil):
      try database.run("DELETE FROM note WHERE day = ?", day)
    case (.note, let text?):
      try database.run("INSERT OR REPLACE INTO note (day, text) VALUES (?, ?)", day, .text(text))
    }
  }

  /// Writes a line of the journal; inside a transaction.
  func write(_ entry: JournalEntry) throws(StoreError) {
    let (at, offset, zone, source) = entry.provenance.values
    let change = entry.change
    try database.run(
      """
      INSERT INTO journal (batch, undoes, kind, day, before, after, at, utc_offset, zone, source)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(entry.batch), entry.undoes.map(Value.integer) ?? .null,
      .text(change.kind.rawValue), .text("\(change.day)"),
      change.before.map(Value.text) ?? .null, change.after.map(Value.text) ?? .null, at, offset,
      zone, source)
  }

  func nextBatch() throws(StoreError) -> Int64 {
    let last = try database.integer("SELECT max(batch) FROM journal") ?? 0
    guard last < .max else { throw .corrupt }
    return last + 1
  }

  private func entries(
    where condition: String, _ values: [Value]
  ) throws(StoreError) -> [JournalEntry] {
    let statement = try database.statement(
      """
      SELECT day, kind, before, after, batch, undoes, at, utc_offset, zone, source
        FROM journal WHERE \(condition)
      """, values)
    defer { statement.reset() }
    var entries: [JournalEntry] = []
    while try statement.step() {
      guard let day = Day(utf8: statement.bytes(0)),
        let kind = statement.text(1).flatMap(Change.Kind.init), let batch = statement.integer(4),
        let provenance = Provenance(statement, from: 6)
      else { throw .corrupt }
      let change = Change(kind, day, from: statement.text(2), to: statement.text(3))
      entries.append(
        JournalEntry(
          batch: batch, undoes: statement.integer(5), change: change, provenance: provenance))
    }
    return entries
  }
}
