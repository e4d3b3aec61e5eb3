public import HaruCore

/// What other programs said of days.
extension Store {
  /// What an import would change, with nothing written.
  public func preview(_ found: Import.Found) throws(StoreError) -> Import.Taken {
    Import.Taken(
      of: found, by: try hasOutgrown(found) ? knownAll(of: found) : known(to: found.sourceID))
  }

  /// Takes what a file says: all of it, or nothing.
  ///
  /// What the store says already stays, and so does what was said otherwise since the source
  /// brought it; so bringing it again changes nothing.
  ///
  /// - Returns: What changed.
  /// - Throws: `StoreError.future` for a studied day after today; else as the file has it.
  public func take(
    _ found: Import.Found, today: Day, by provenance: Provenance
  ) throws(StoreError) -> Import.Taken {
    try transaction { () throws(StoreError) in
      let taken = try preview(found)
      if let contents = found.contents, try isEmpty() {
        // Into an empty store everything goes as it was: journal, sources and all.
        try adopt(contents)
        return taken
      }
      if try hasOutgrown(found) { return taken }
      let batch = try nextBatch()
      for day in taken.marked {
        guard day <= today else { throw .future(day) }
        try make(.study(day, true), batch: batch, by: provenance)
      }
      for day in taken.rested {
        try make(Change(.rest, day, from: nil, to: ""), batch: batch, by: provenance)
      }
      for day in taken.noted {
        let note = Change(.note, day, from: nil, to: found.notes[day])
        try make(note, batch: batch, by: provenance)
      }
      try remember(.study, found.studied, taken.marked, batch: batch, from: found.sourceID)
      try remember(.rest, found.rest, taken.rested, batch: batch, from: found.sourceID)
      try remember(.note, Set(found.notes.keys), taken.noted, batch: batch, from: found.sourceID)
      return taken
    }
  }

  /// Writes down which days a source has brought; inside a transaction.
  private func remember(
    _ kind: Change.Kind, _ days: Set<Day>, _ taken: [Day], batch: Int64, from sourceID: String
  ) throws(StoreError) {
    let taken = Set(taken)
    for day in days.sorted() {
      try database.run(
        "INSERT OR IGNORE INTO import (source_id, day, batch) VALUES (?, ?, ?)",
        .text(Store.key(kind, sourceID)), .text("\(day)"),
        taken.contains(day) ? .integer(batch) : .null)
    }
  }

  /// Whether it has gone on from the very contents that a file has.
  ///
  /// The file's journal is the beginning of its own then, and nothing in the file is new, whatever
  /// was corrected since.
  private func hasOutgrown(_ found: Import.Found) throws(StoreError) -> Bool {
    guard let lines = found.contents?.journal, !lines.isEmpty else { return false }
    return try journal(of: .earliest ... .latest).starts(with: lines)
  }

  /// What it says, if the source has brought all of it before.
  private func knownAll(of found: Import.Found) throws(StoreError) -> Import.Known {
    var known = try known(to: found.sourceID)
    known.brought = [
      .study: found.studied, .rest: found.rest, .note: Set(found.notes.keys),
    ]
    return known
  }

  private func known(to sourceID: String) throws(StoreError) -> Import.Known {
    var known = Import.Known(
      marked: Set(try markedDays()), rest: try restDays(), noted: Set(try notes().keys))
    guard hasRest else { return known }
    for kind in Change.Kind.allCases {
      known.brought[kind] = try brought(Store.key(kind, sourceID))
    }
    return known
  }

  private func brought(_ key: String) throws(StoreError) -> Set<Day> {
    let statement = try database.statement(
      "SELECT day FROM import WHERE source_id = ?", .text(key))
    defer { statement.reset() }
    var days: Set<Day> = []
    while try statement.step() {
      guard let day = Day(utf8: statement.bytes(0)) else { throw .corrupt }
      days.insert(day)
    }
    return days
  }

  /// What the days of a kind are written down under: marks under the source's own name.
  private static func key(_ kind: Change.Kind, _ sourceID: String) -> String {
    kind == .study ? sourceID : "\(sourceID)#\(kind.rawValue)"
  }
}
