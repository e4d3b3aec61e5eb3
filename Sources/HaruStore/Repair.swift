public import HaruCore
internal import HaruFiles

extension Store {
  /// Repairs damaged rows, and makes the journal and the tables agree (docs/design.md#damaged-rows).
  ///
  /// What was there is kept as a file before. Values that cannot be known are taken from the journal, or
  /// removed.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - provenance: Of the entries that the journal lacks.
  ///   - stamp: `YYYYMMDD-HHMMSS`, which makes the name of the kept file unique.
  /// - Returns: The path at which the former contents are kept.
  /// - Throws: `StoreFileError`, with the store unchanged; `.corrupt` for a file that SQLite itself finds
  ///   damaged.
  public static func repair(
    _ path: String, by provenance: Provenance, stamp: String
  ) throws(StoreFileError) -> String {
    let store = try about(path) { () throws(StoreError) in try Store(path: path, for: .writing) }
    let kept = FileGroup.unused(Files.resolved(path) + ".before-repair-" + stamp)
    try store.whileLocked { () throws(StoreFileError) in
      try store.keep(as: kept)
      try about(path) { () throws(StoreError) in
        try store.repairRows(by: provenance)
        guard try store.problems().isEmpty else { throw .corrupt }
      }
    }
    return kept
  }

  private func repairRows(by provenance: Provenance) throws(StoreError) {
    let damaged = try damagedRows()
    let lost = try mendJournal(Set(damaged.filter { $0.table == "journal" }.map(\.row)))
    var emptied: Set<String> = []
    for row in damaged.reversed() where row.table != "journal" {
      switch row.table {
      case "watch": try mendWatch(row.row)
      default: try remove(row)
      }
      emptied.insert(row.table)
    }
    if hasWatches, !emptied.isDisjoint(with: ["snapshot", "contributor"]) {
      // Without its tags GitHub answers in full.
      try database.run("UPDATE snapshot SET etag = NULL, contributors_etag = NULL")
      try database.run("UPDATE watch SET due_at = 0")
    }
    if hasSync { try mendSync() }
    try reconcile(emptied: emptied, hasLostEntries: lost, by: provenance)
  }

  /// Forgets what was said of entries and lines that are lost.
  private func mendSync() throws(StoreError) {
    // The number of a removed entry may be given again.
    try database.run("DELETE FROM sync_entry WHERE id NOT IN (SELECT id FROM journal)")
    try database.run(
      "UPDATE sync SET told = min(told, (SELECT coalesce(max(id), 0) FROM journal))")
    // The lines are in the folder.
    try database.run("DELETE FROM sync_file")
  }

  // MARK: The journal

  /// Gives entries whose change can be read the values of their mark or of the entry before, and removes
  /// the others.
  ///
  /// - Returns: Whether entries were removed.
  private func mendJournal(_ damaged: Set<Int64>) throws(StoreError) -> Bool {
    var last = JournalEntry(
      batch: 1, undoes: nil, change: .study(.earliest, true),
      provenance: Provenance(at: Instant(0), utcOffset: 0, zone: "", source: .command))
    let entries = try database.rows("SELECT * FROM journal ORDER BY id") {
      (row) throws(StoreError) in
      guard let id = row.integer(0) else { throw .corrupt }
      guard damaged.contains(id) else {
        last = try entry(row)
        return nil as (id: Int64, entry: JournalEntry?)?
      }
      guard let change = try? change(row) else { return (id, nil) }
      last = JournalEntry(
        batch: (try? row.batch("batch")) ?? last.batch, undoes: (try? row.batch("undoes")) ?? nil,
        change: change,
        provenance: (try? provenance(row, at: "at")) ?? (try? mark(after: change)?.provenance)
          ?? last.provenance)
      return (id, last)
    }.compactMap(\.self)
    for (id, entry) in entries {
      guard let entry else {
        try remove(DamagedRow(table: "journal", row: id))
        continue
      }
      let provenance = entry.provenance
      try database.run(
        """
        UPDATE journal SET batch = ?, undoes = ?, at = ?, utc_offset = ?, zone = ?, source = ?
          WHERE id = ?
        """, .integer(entry.batch), Value(entry.undoes), Value(provenance.at),
        Value(provenance.utcOffset), .text(provenance.zone), .text(provenance.source.rawValue),
        .integer(id))
    }
    return entries.contains { $0.entry == nil }
  }

  /// The mark that a change has made, if it is still there.
  private func mark(after change: Change) throws(StoreError) -> Contents.Mark? {
    guard change.kind == .study, change.after != nil else { return nil }
    return try database.rows("SELECT * FROM mark WHERE day = ?", [Value(change.day)], mark).first
  }

  /// Makes the tables agree with the journal; where entries are lost, the journal with the tables.
  private func reconcile(
    emptied: Set<String>, hasLostEntries: Bool, by provenance: Provenance
  ) throws(StoreError) {
    let disagreements = try disagreements()
    guard !disagreements.isEmpty else { return }
    let batch = try nextBatch()
    for each in disagreements {
      let entries = try journal(of: each.day...each.day).filter { $0.change.kind == each.kind }
      let isTableLost = each.value == nil && emptied.contains(each.kind.table)
      if let last = entries.last, isTableLost || !hasLostEntries {
        try put(last.change, by: last.provenance)
      } else {
        let change = Change(
          each.kind, each.day, from: entries.last?.change.after, to: each.value)
        try write(
          JournalEntry(batch: batch, undoes: nil, change: change, provenance: provenance))
      }
    }
  }

  // MARK: Watches

  /// Watches a repository anew if its name can be read.
  private func mendWatch(_ id: Int64) throws(StoreError) {
    let kept = try database.rows("SELECT * FROM watch WHERE id = ?", [.integer(id)]) { row in
      (try? name(row)).map { ($0, isQuiet: (try? row.bool("is_quiet")) == true) }
    }
    try remove(DamagedRow(table: "watch", row: id))
    for case let (name, isQuiet)? in kept where try watch(of: name) == nil {
      try add(name, isQuiet: isQuiet, at: Instant(0))
    }
  }
}

extension Change.Kind {
  /// The table that holds the present values.
  fileprivate var table: String {
    switch self {
    case .study: "mark"
    case .rest: "rest"
    case .note: "note"
    }
  }
}
