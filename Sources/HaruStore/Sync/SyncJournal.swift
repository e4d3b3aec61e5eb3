public import HaruCore

/// The journal that all machines have together (docs/sync.md#the-journal).
extension Store {
  /// The journal and the imported days, numbered alike on every machine that has the same lines.
  ///
  /// What was not exchanged comes after it. Of the first entries it gives the lines that made them.
  func sharedContents() throws(StoreError) -> (
    journal: [JournalEntry], lines: [SyncLine], importedDays: [Contents.ImportedDay]
  ) {
    let own = try journal(of: .earliest ... .latest)
    let imported = hasRest ? try importedDays() : []
    guard let state = try syncState() else { return (own, [], imported) }
    let history = SyncHistory(of: try exchangedLines(state))
    var numbers = Renumbering(of: history, lines: try linesOfBatches())
    let kept = try entriesWithoutLine(state).map { numbers.renumbered($0) }
    return (
      history.journal + kept, history.lines,
      imported.map {
        Contents.ImportedDay(
          source: $0.source, day: $0.day, batch: $0.batch.flatMap { numbers.known($0) })
      }
    )
  }

  /// Makes the journal, the days, the rest weekdays and the watches anew from the lines, and keeps what
  /// was there as a file before.
  ///
  /// - Parameters:
  ///   - kept: Where what was there is kept.
  ///   - provenance: When, where and how.
  /// - Throws: `StoreFileError`, with nothing changed.
  public func rebuild(keeping kept: String, by provenance: Provenance) throws(StoreFileError) {
    try whileLocked { () throws(StoreFileError) in
      try keep(as: kept)
      try about(path) { () throws(StoreError) in try rebuild(by: provenance) }
    }
  }

  private func rebuild(by provenance: Provenance) throws(StoreError) {
    guard let before = try syncState() else { return }
    try tell(before, by: provenance)
    let (journal, lines, importedDays) = try sharedContents()
    for table in ["mark", "rest", "note", "import", "journal", "sync_entry"] {
      try database.execute("DELETE FROM \(table)")
    }
    for (index, entry) in journal.enumerated() {
      try put(entry.change, by: entry.provenance)
      try write(entry)
      if lines.indices.contains(index) { try link(try newestEntry(), to: lines[index]) }
    }
    for each in importedDays { try insert(each) }
    guard var state = try syncState() else { return }
    state.told = try newestEntry()
    try write(state)
    // Their winners, and not the entries, say when a day was marked.
    _ = try applyAll(state, by: provenance)
    guard try problems().isEmpty else { throw .corrupt }
  }

  private func exchangedLines(_ state: SyncState) throws(StoreError) -> [SyncLine] {
    try database.rows("SELECT line FROM sync_line WHERE kind IS NOT NULL", [], syncLine)
      .compactMap { line in
        guard let line, let change = line.register.change(from: nil, to: line.value) else {
          return nil
        }
        return state.exchanges(change.kind) ? line : nil
      }
  }

  /// Of each batch that has become lines, the first of them.
  private func linesOfBatches() throws(StoreError) -> [Int64: (device: String, first: Int64)] {
    let rows = try database.rows(
      """
      SELECT batch, device, min(number) AS number FROM journal JOIN sync_entry USING (id)
        GROUP BY batch, device
      """, []
    ) { (row) throws(StoreError) in
      guard let batch = try row.batch("batch"), let device = try row.text("device"),
        let first = try row.count("number")
      else { throw .damagedRows }
      return (batch, (device: device, first: Int64(first)))
    }
    return Dictionary(rows) { first, _ in first }
  }

  private func entriesWithoutLine(_ state: SyncState) throws(StoreError) -> [JournalEntry] {
    let exchanged = Change.Kind.allCases.filter(state.exchanges).map { "'\($0.rawValue)'" }
    return try database.rows(
      """
      SELECT * FROM journal WHERE before IS NOT after
          AND (id NOT IN (SELECT id FROM sync_entry)
            OR kind NOT IN (\(exchanged.joined(separator: ", ")))) ORDER BY id
      """, [], entry)
  }

  // MARK: Rows

  /// Reads a row of `sync_entry`.
  func syncEntry(_ row: Statement) throws(StoreError) -> Int64 {
    guard try row.text("device") != nil, let number = try row.count("number") else {
      throw .damagedRows
    }
    return Int64(number)
  }

  /// Reads a row of `sync_file`.
  func syncFile(_ row: Statement) throws(StoreError) -> (path: String, stamp: String) {
    guard let path = try row.text("path"), let stamp = try row.text("stamp") else {
      throw .damagedRows
    }
    return (path, stamp)
  }

  /// The files of the folder as they were read, by their paths.
  public func readFiles() throws(StoreError) -> [String: String] {
    guard hasSync else { return [:] }
    let files = try database.rows("SELECT * FROM sync_file", [], syncFile)
    return Dictionary(files.map { ($0.path, $0.stamp) }) { $1 }
  }

  /// Says which files of the folder were read whole; of others nothing is known any more.
  public func setReadFiles(_ files: [String: String]) throws(StoreError) {
    guard try readFiles() != files else { return }
    try transaction { () throws(StoreError) in
      try database.run("DELETE FROM sync_file")
      for (path, stamp) in files {
        try database.insert(into: "sync_file", ["path": .text(path), "stamp": .text(stamp)])
      }
    }
  }
}

/// Gives batches of this store the numbers of the journal of all machines.
private struct Renumbering {
  private var numbers: [Int64: Int64] = [:]
  private var last: Int64

  init(of history: SyncHistory, lines: [Int64: (device: String, first: Int64)]) {
    last = history.journal.last?.batch ?? 0
    for (batch, line) in lines {
      numbers[batch] = history.number(of: line.first, by: line.device)
    }
  }

  func known(_ batch: Int64) -> Int64? { numbers[batch] }

  /// An entry that was not exchanged, in a batch of its own after all others.
  mutating func renumbered(_ entry: JournalEntry) -> JournalEntry {
    if newest != entry.batch {
      newest = entry.batch
      last += 1
      if numbers[entry.batch] == nil { numbers[entry.batch] = last }
    }
    let undone = entry.undoes.flatMap { numbers[$0] }
    return JournalEntry(
      batch: last, undoes: undone.flatMap { $0 < last ? $0 : nil }, change: entry.change,
      provenance: entry.provenance)
  }

  private var newest: Int64?
}
