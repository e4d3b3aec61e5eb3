public import HaruCore
internal import HaruLog
internal import HaruSystem

extension Store {
  /// Removes damaged rows, takes what they held from the newest good backup, and makes the log and
  /// the tables agree (docs/store.md#damaged-rows).
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
    let damaged = try damagedRows()
    let tables = Set(damaged.map(\.table))
    let (marked, watches) = (try daysOfMarks(damaged), try namesOfWatches(damaged))
    let machine = tables.contains("this_machine") ? try readableMachine() : nil
    for row in damaged.reversed() { try remove(row) }
    if let machine { try write(machine) }
    for (name, isQuiet) in watches where try watch(of: name) == nil {
      try add(name, isQuiet: isQuiet, at: Instant(0))
    }
    let lost = damaged.filter { $0.table == "entry" }.map(\.row)
    let isLogWhole = try backup?.copyEntries(lost, to: self) ?? lost.isEmpty
    for day in marked {
      let winner = try value(of: Register(.study, day)).winner
      try insert(Contents.Mark(day: day, provenance: winner?.provenance ?? provenance))
    }
    if !tables.isDisjoint(with: ["snapshot", "contributor"]) {
      // Without its tags GitHub answers in full.
      try database.run("UPDATE snapshot SET etag = NULL, contributors_etag = NULL")
      try database.run("UPDATE watch SET due_at = 0")
    }
    // What is lost here may be in the folder.
    try forgetFolder()
    try reconcile(tables, isLogWhole: isLogWhole, by: provenance)
  }

  /// Gives lost rows of the log to another store of the same history.
  ///
  /// - Returns: Whether none is lost any more.
  private func copyEntries(_ lost: [Int64], to store: Store) throws(StoreError) -> Bool {
    let known = try store.namesByRow()
    let own = try namesByRow()
    // The backup may be that of another history.
    guard own.allSatisfy({ row, name in known[row].map { $0 == name } ?? true }) else {
      return lost.isEmpty
    }
    for row in lost {
      let found = try database.rows("SELECT * FROM entry WHERE id = ?", [.integer(row)]) {
        (row) throws(StoreError) in (entry: try logEntry(row), batch: try row.id("batch"))
      }
      for (entry, batch) in found where try !store.hasEntry(entry.name) {
        _ = try Store.insert(
          entry, batch: batch, isOwn: batch != nil, into: store.database, as: row)
      }
    }
    let present = try store.namesByRow()
    return lost.allSatisfy { present[$0] != nil }
  }

  /// The names of all entries by their rows.
  private func namesByRow() throws(StoreError) -> [Int64: EntryName] {
    let rows = try database.rows("SELECT id, name FROM entry") { (row) throws(StoreError) in
      (try row.id("id") ?? 0, try row.name("name"))
    }
    var names: [Int64: EntryName] = [:]
    for (row, name) in rows { names[row] = name }
    return names
  }

  /// Makes the tables agree with a whole log.
  ///
  /// Of a log that lacks entries nobody knows what the last ones were: then the tables count, but for
  /// rows that were damaged themselves.
  private func reconcile(
    _ tables: Set<String>, isLogWhole: Bool, by provenance: Provenance
  ) throws(StoreError) {
    var batch = try newBatch(by: provenance)
    for each in try disagreements() {
      let register = Register(each.kind, each.day)
      let isRowLost = each.value == nil && tables.contains(each.kind.table)
      let isKnown = try value(of: register).winner != nil
      if isKnown, isLogWhole || isRowLost {
        try putValue(of: register)
      } else {
        try write(each.value, to: register, in: &batch)
      }
    }
    if tables.contains("rest_rule") || !isLogWhole { try write(try loggedRestWeekdays().rules) }
  }

  /// The days that can be read in damaged marks: they are marked, whatever else is unknown.
  private func daysOfMarks(_ damaged: [DamagedRow]) throws(StoreError) -> [Day] {
    var days: [Day] = []
    for row in damaged where row.table == "mark" {
      days += try database.rows("SELECT day FROM mark WHERE rowid = ?", [.integer(row.row)]) {
        try? $0.day("day")
      }.compactMap(\.self)
    }
    return days
  }

  /// The names that can be read in damaged watches: they are watched anew.
  private func namesOfWatches(
    _ damaged: [DamagedRow]
  ) throws(StoreError) -> [(RepositoryName, isQuiet: Bool)] {
    var names: [(RepositoryName, isQuiet: Bool)] = []
    for row in damaged where row.table == "watch" {
      names += try database.rows("SELECT * FROM watch WHERE id = ?", [.integer(row.row)]) { row in
        (try? name(row)).map { ($0, isQuiet: (try? row.bool("is_quiet")) == true) }
      }.compactMap(\.self)
    }
    return names
  }
}

extension DayChange.Kind {
  /// The table that holds the present values.
  fileprivate var table: String {
    switch self {
    case .study: "mark"
    case .rest: "rest"
    case .note: "note"
    }
  }
}
