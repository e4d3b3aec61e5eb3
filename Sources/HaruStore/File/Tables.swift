internal import HaruCore
internal import HaruLog

/// The contents of a store, whatever its tables.
extension Store {
  /// Writes the contents, as of one moment, into an empty file.
  func write(into path: String) throws(StoreError) {
    // A connection that only reads may not write another file either.
    let onlyReads = try database.integer("PRAGMA query_only") == 1
    if onlyReads { try database.execute("PRAGMA query_only = OFF") }
    defer { if onlyReads { try? database.execute("PRAGMA query_only = ON") } }
    try database.run("VACUUM INTO ?", .text(path))
  }

  /// Whether another store has the same contents.
  func holdsTheSame(as path: String) throws(StoreError) -> Bool {
    try database.run("ATTACH ? AS other", .text(path))
    defer { try? database.execute("DETACH other") }
    let tables = try tables(of: "main")
    guard try tables == self.tables(of: "other") else { return false }
    for table in tables {
      let (mine, others) = ("SELECT * FROM main.\(table)", "SELECT * FROM other.\(table)")
      let differences = try database.integer(
        """
        SELECT (SELECT count(*) FROM (\(mine) EXCEPT \(others)))
          + (SELECT count(*) FROM (\(others) EXCEPT \(mine)))
        """)
      guard differences == 0 else { return false }
    }
    return true
  }

  /// Whether this store has every entry of another one, as of a copy that a killed move has left.
  func hasEveryEntry(of path: String) throws(StoreError) -> Bool {
    let other = try Store(path: path, for: .reading)
    return Set(try other.names()).isSubset(of: try names())
  }

  /// Makes the days, rest weekdays, free days and imported days those of another store, each by a change of its own;
  /// inside a transaction.
  ///
  /// - Returns: The days of which another machine has said more: they stay.
  func change(
    to other: Store, by provenance: Provenance
  ) throws(StoreError) -> [DayChange.Kind: Set<Day>] {
    var batch = try newBatch(by: provenance)
    var staying: [DayChange.Kind: Set<Day>] = [:]
    for kind in DayChange.Kind.allCases {
      let ofKind = Register.Kind(kind)
      let (mine, others) = (try counting(ofKind) { $0 }, try other.counting(ofKind) { $0 })
      for day in Set(mine.keys).union(others.keys).sorted() where mine[day] != others[day] {
        // What another machine has said is not taken away.
        if others[day] == nil, try !isOwn(Register(kind, day)) {
          staying[kind, default: []].insert(day)
          continue
        }
        try apply(DayChange(kind, day, from: mine[day], to: others[day]), in: &batch)
      }
    }
    for kind in [Register.Kind.weekdays, .free] {
      try change(kind, to: try other.counting(kind) { $0 }, in: &batch)
    }
    try changeImportedDays(to: other, in: &batch)
    try changeImportZones(to: other, in: &batch)
    return staying
  }

  private func changeImportedDays(
    to other: Store, in batch: inout NewBatch
  ) throws(StoreError) {
    for (register, mine, others) in try registers(.import, beside: other) {
      let (known, wanted) = (mine.importedDays, others.importedDays)
      if !known.isSubset(of: wanted) { try write(nil, to: register, in: &batch) }
      let new = known.isSubset(of: wanted) ? wanted.subtracting(known) : wanted
      try add(new, to: register, in: &batch)
    }
  }

  private func changeImportZones(
    to other: Store, in batch: inout NewBatch
  ) throws(StoreError) {
    for (register, mine, others) in try registers(.zone, beside: other) {
      let (known, wanted) = (mine.sourceZones, others.sourceZones)
      let stays = Set(known).isSubset(of: wanted)
      if !stays { try write(nil, to: register, in: &batch) }
      for zone in wanted where !stays || !known.contains(zone) {
        try write(zone.description, to: register, in: &batch, replacing: [])
      }
    }
  }

  /// The registers of a kind that this store or another one has, and what stands in each here and there.
  private func registers(
    _ kind: Register.Kind, beside other: Store
  ) throws(StoreError) -> [(Register, mine: RegisterValue, others: RegisterValue)] {
    let (mine, others) = (try values(of: kind), try other.values(of: kind))
    return Set(mine.keys).union(others.keys).sorted { $0.key < $1.key }.map {
      ($0, mine[$0, default: RegisterValue()], others[$0, default: RegisterValue()])
    }
  }

  /// Whether this machine has said what counts in a register.
  private func isOwn(_ register: Register) throws(StoreError) -> Bool {
    guard let winner = try value(of: register).winner else { return true }
    return try database.integer(
      "SELECT 1 FROM entry WHERE name = ? AND batch IS NOT NULL", Value(winner.name)) != nil
  }

  /// The tables of a database, quoted.
  private func tables(of schema: String) throws(StoreError) -> [String] {
    try database.rows(
      """
      SELECT '"' || replace(name, '"', '""') || '"' FROM \(schema).sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """
    ) { $0.text(0) ?? "" }
  }
}
