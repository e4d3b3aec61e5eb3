public import HaruCore
internal import HaruLog
internal import HaruSystem

extension Store {
  /// Makes views and indexes that are missing, removes damaged rows, copies what they held from the newest good backup,
  /// and works out anew which entries count
  /// (docs/store.md#damaged-rows).
  ///
  /// - Parameters:
  ///   - path: The path of the store, whose former contents are kept as a file.
  ///   - backup: The newest good backup; `nil` if there is none.
  ///   - provenance: Of the entries that the log lacks.
  ///   - stamp: `YYYYMMDD-HHMMSS`, which makes the name of the kept file unique.
  /// - Returns: The path at which the former contents are kept.
  /// - Throws: `StoreError`, with the store unchanged; `.corrupt` for a file that SQLite itself finds
  ///   damaged.
  public static func repair(
    _ path: String, from backup: String?, by provenance: Provenance, stamp: String
  ) throws(StoreError) -> String {
    let store = try Store(path: path, for: .writing)
    let kept = FileGroup.unused(Files.resolved(path) + ".before-repair-" + stamp)
    let source: Store? = if let backup { try Store(other: backup) } else { nil }
    try store.transaction { () throws(StoreError) in
      try store.keep(as: kept)
      try store.repairRows(from: source, by: provenance)
      guard try store.problems().isEmpty else { throw .corrupt }
    }
    return kept
  }

  private func repairRows(from backup: Store?, by provenance: Provenance) throws(StoreError) {
    let damaged = try damagedRows(besides: readableLog())
    let days = try valuesOfDays(damaged)
    let hasNoMachine = damaged.contains { $0.table == "this_machine" }
    let machine = hasNoMachine ? try readableMachine() : nil
    for row in damaged.reversed() { try remove(row) }
    if let machine { try write(machine) }
    let lost = damaged.filter { $0.table == "entry" }.map(\.row)
    if !lost.isEmpty { try backup?.copyEntries(lost, to: self) }
    try database.run("UPDATE entry SET counts = 0")
    // Only now no two entries of a register count, which an index refuses.
    for part in try schema.wrongParts(of: database) { try part.make(in: database) }
    for (register, value) in try readableLog().values { try recount(value, in: register) }
    try write(days, by: provenance)
    // What is lost here may be in the folder.
    try forgetFolder()
  }

  /// Copies rows of this backup's log that a store has lost into it, unless the two have other entries in the same
  /// row: then the backup is of another history.
  private func copyEntries(_ lost: [Int64], to store: Store) throws(StoreError) {
    let (here, there) = (try namesByRow(), try store.namesByRow())
    guard here.allSatisfy({ row, name in there[row] ?? name == name }) else { return }
    for row in lost {
      let found = try database.rows("SELECT * FROM entry WHERE id = ?", [.integer(row)]) {
        (row) throws(StoreError) in (entry: try LogEntry(row), batch: try row.id("batch"))
      }
      for (entry, batch) in found where try !store.hasEntry(entry.name) {
        try store.insert(entry, batch: batch, isOwn: batch != nil, as: row)
      }
    }
  }

  /// The names of all entries by their rows.
  private func namesByRow() throws(StoreError) -> [Int64: EntryName] {
    let rows = try database.rows("SELECT id, name FROM entry") { (row) throws(StoreError) in
      (try row.id("id") ?? 0, try row.name("name"))
    }
    return Dictionary(rows.compactMap { row, name in name.map { (row, $0) } }) { $1 }
  }

  /// Writes new entries with the values of damaged entries that counted, where another value counts now.
  private func write(
    _ values: [Register: String], by provenance: Provenance
  ) throws(StoreError) {
    var batch = try newBatch(by: provenance)
    for (register, value) in values.sorted(by: { $0.key.key < $1.key.key })
    where try counting(in: register) != value {
      try write(value, to: register, in: &batch)
    }
  }

  /// The values of days that can still be read in damaged entries that counted.
  private func valuesOfDays(
    _ damaged: [DamagedRow]
  ) throws(StoreError) -> [Register: String] {
    var values: [Register: String] = [:]
    for row in damaged where row.table == "entry" {
      _ = try database.rows(
        "SELECT kind, key, value FROM entry WHERE id = ? AND counts = 1", [.integer(row.row)]
      ) { row in
        guard let kind = (try? row.text("kind")).flatMap({ Register.Kind(rawValue: $0) }),
          kind.change != nil, let key = try? row.text("key"), let register = Register(kind, key)
        else { return }
        let value = kind == .study ? DayChange.studied : try? row.text("value")
        if let value, register.allows(value) { values[register] = value }
      }
    }
    return values
  }
}
