public import HaruCore

/// Imported days.
extension Store {
  /// What an import would change; nothing is written.
  public func preview(_ found: Import.Found) throws(StoreError) -> Import.Taken {
    Import.Taken(
      of: found, by: try hasOutgrown(found) ? knownAll(of: found) : known(to: found.sourceID))
  }

  /// Imports the days of a file: all or none.
  ///
  /// Entries in the store win over the file, and so do corrections since an earlier import from the same
  /// source, so that importing again changes nothing.
  ///
  /// - Returns: What changed.
  /// - Throws: `StoreError.future` for a studied day after today; other errors of the file.
  public func take(
    _ found: Import.Found, today: Day, by provenance: Provenance
  ) throws(StoreError) -> Import.Taken {
    try transaction { () throws(StoreError) in
      let taken = try preview(found)
      if let contents = taken.adopted {
        try adopt(contents)
        try add(taken.watched, in: nil, at: provenance.at)
        try tellImports(by: provenance)
        return taken
      }
      if try hasOutgrown(found) { return taken }
      let batch = try nextBatch()
      try add(taken.watched, in: taken.isEmpty ? nil : batch, at: provenance.at)
      for day in taken.marked {
        guard day <= today else { throw .future(day) }
        try make(.study(day, true), batch: batch, by: provenance)
      }
      for day in taken.rested {
        let rest = Change(.rest, day, from: nil, to: found.rest[day])
        try make(rest, batch: batch, by: provenance)
      }
      for day in taken.noted {
        let note = Change(.note, day, from: nil, to: found.notes[day])
        try make(note, batch: batch, by: provenance)
      }
      try remember(found, in: taken.isEmpty ? nil : batch)
      try tellImports(by: provenance)
      return taken
    }
  }

  /// Records the days of a source; inside a transaction.
  ///
  /// Days that were in the store already get the batch of the new ones: undoing the batch forgets the
  /// whole import, and redoing it knows them again.
  private func remember(_ found: Import.Found, in batch: Int64?) throws(StoreError) {
    for (kind, days) in Store.days(in: found) {
      for day in days.sorted() {
        try database.run(
          """
          INSERT INTO import (source_id, day, batch) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET batch = excluded.batch WHERE batch IN (\(Store.undone))
          """, .text(Store.key(kind, found.sourceID)), Value(day), Value(batch))
      }
    }
  }

  /// The days in a file, by kind.
  private static func days(in found: Import.Found) -> [Change.Kind: Set<Day>] {
    [.study: found.studied, .rest: Set(found.rest.keys), .note: Set(found.notes.keys)]
  }

  /// Whether this store continues the contents of a file: the journal of the file is the beginning of
  /// its own, so that nothing in the file is new, whatever was corrected since.
  private func hasOutgrown(_ found: Import.Found) throws(StoreError) -> Bool {
    guard let lines = found.contents?.journal, !lines.isEmpty else { return false }
    return try sharedContents().journal.starts(with: lines)
  }

  /// What the store knows, as if the source had brought all its days before.
  private func knownAll(of found: Import.Found) throws(StoreError) -> Import.Known {
    var known = try known(to: found.sourceID)
    known.imported = Store.days(in: found)
    known.hasWatches = true
    return known
  }

  private func known(to sourceID: String) throws(StoreError) -> Import.Known {
    var known = Import.Known(
      marked: Set(try markedDays()), rest: try restDays(), noted: Set(try notes().keys),
      isNew: try isNew(), hasWatches: try !watches().isEmpty)
    guard hasRest else { return known }
    for kind in Change.Kind.allCases {
      known.imported[kind] = try importedDays(Store.key(kind, sourceID))
    }
    return known
  }

  /// The days that are recorded under a name, by imports that are not undone.
  func importedDays(_ key: String) throws(StoreError) -> Set<Day> {
    Set(
      try database.rows(
        """
        SELECT * FROM import WHERE source_id = ?
          AND (batch IS NULL OR batch NOT IN (\(Store.undone)))
        """, [.text(key)], importedDay
      ).map(\.day))
  }

  /// The name under which the days of a kind are recorded: marks under the name of the source.
  private static func key(_ kind: Change.Kind, _ sourceID: String) -> String {
    kind == .study ? sourceID : "\(sourceID)#\(kind.rawValue)"
  }

  /// The kind of the days that are recorded under a name.
  static func kind(ofKey key: String) -> Change.Kind {
    [.rest, .note].first { key.hasSuffix("#\($0.rawValue)") } ?? .study
  }
}
