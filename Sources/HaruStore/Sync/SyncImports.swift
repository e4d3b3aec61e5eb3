internal import HaruCore

/// Imported days, which the journal does not hold (docs/sync.md#imports).
extension Store {
  /// Tells which imported days there are, after that has changed; inside a transaction.
  ///
  /// This is told at once, and not compared at each exchange: there may be many.
  func tellImports(by provenance: Provenance) throws(StoreError) {
    guard let state = try syncState() else { return }
    // What was never told is told with the first lines.
    try tell(state, by: provenance, state.told == 0 ? [] : try untoldImports(state))
  }

  /// What is to be told of imported days.
  func untoldImports(
    _ state: SyncState
  ) throws(StoreError) -> [(register: SyncRegister, value: String?)] {
    let known = Dictionary(grouping: try knownImports(), by: \.source)
    let lines = try database.rows(
      "SELECT line FROM sync_line WHERE kind = 'import'", [], syncLine)
    let told = Dictionary(grouping: lines.compactMap(\.self), by: \.register.key)
    var untold: [(register: SyncRegister, value: String?)] = []
    for source in Set(known.keys).union(told.keys).sorted() {
      guard state.exchanges(Store.kind(ofKey: source)),
        let register = SyncRegister(.import, source)
      else { continue }
      let days = Set(known[source, default: []].map(\.day))
      untold += SyncImport(of: told[source] ?? []).values(for: days).map { (register, $0) }
    }
    return untold
  }

  /// Gives a source the days that the lines tell; inside a transaction.
  func applyImport(_ register: SyncRegister) throws(StoreError) {
    let source = register.key
    guard try syncState()?.exchanges(Store.kind(ofKey: source)) == true else { return }
    let told = SyncImport(of: try lines(of: register))
    for day in told.days.subtracting(try importedDays(source)) {
      try database.run(
        """
        INSERT INTO import (source_id, day, batch) VALUES (?, ?, NULL)
          ON CONFLICT DO UPDATE SET batch = NULL
        """, .text(source), Value(day))
    }
    for day in told.told.subtracting(told.days) {
      try database.run(
        "DELETE FROM import WHERE source_id = ? AND day = ?", .text(source), Value(day))
    }
  }

  /// The imported days of imports that are not undone, without their batches, which are of this machine.
  func knownImports() throws(StoreError) -> [Contents.ImportedDay] {
    try database.rows(
      """
      SELECT source_id, day, NULL AS batch FROM import
        WHERE batch IS NULL OR batch NOT IN (\(Store.undone)) ORDER BY source_id, day
      """, [], importedDay)
  }
}
