internal import HaruCore
internal import HaruLog

/// The entries of the log as rows (docs/sync.md#tables).
extension Store {
  /// All entries, in the order in which this machine has learned of them.
  func entries() throws(StoreError) -> [LogEntry] {
    try database.rows("SELECT * FROM entry ORDER BY id", [], LogEntry.init)
  }

  /// Reads the rows of a register, in the order in which this machine has learned of them.
  func rows<Value>(
    of register: Register, _ read: (Statement) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    try database.rows(
      "SELECT * FROM entry WHERE kind = ? AND key = ? ORDER BY id",
      [.text(register.kind.rawValue), .text(register.key)], read)
  }

  /// What stands in a register.
  func value(of register: Register) throws(StoreError) -> RegisterValue {
    RegisterValue(of: try rows(of: register, LogEntry.init))
  }

  /// What stands in each register of a kind.
  func values(of kind: Register.Kind) throws(StoreError) -> [Register: RegisterValue] {
    let entries = try database.rows(
      "SELECT * FROM entry WHERE kind = ? ORDER BY id", [.text(kind.rawValue)], LogEntry.init)
    return Dictionary(grouping: entries, by: \.register).mapValues { RegisterValue(of: $0) }
  }

  /// The names of the entries that satisfy a condition, in their order.
  func names(where condition: String = "true") throws(StoreError) -> [EntryName] {
    let names = try database.rows("SELECT name FROM entry WHERE \(condition) ORDER BY name") {
      (row) throws(StoreError) in try row.name("name")
    }
    return names.compactMap(\.self)
  }

  /// Whether there is an entry of a name.
  func hasEntry(_ name: EntryName) throws(StoreError) -> Bool {
    try database.integer("SELECT 1 FROM entry WHERE name = ?", Value(name)) != nil
  }

  /// The condition for the entries that count in the registers of a kind, in the words of the index that has them.
  private func condition(of kind: Register.Kind) -> String {
    kind == .study
      ? "counts = 1 AND kind = 'study'"
      : "counts = 1 AND kind <> 'study' AND kind = '\(kind.rawValue)'"
  }

  /// What counts of each day in the registers of a kind.
  ///
  /// - Parameters:
  ///   - kind: The kind, of which each register is about a day.
  ///   - read: Reads a value; `nil` for one that the kind does not have.
  /// - Returns: The values of the registers that are not cleared.
  /// - Throws: Errors of the file.
  func counting<Value>(
    _ kind: Register.Kind, _ read: (String) -> Value?
  ) throws(StoreError) -> [Day: Value] {
    let rows = try database.rows(
      "SELECT key, value FROM entry WHERE \(condition(of: kind))"
    ) { (row) throws(StoreError) in
      guard let day = try row.day("key"), let value = try row.text("value").flatMap(read) else {
        throw .damagedRows
      }
      return (day, value)
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// The value that counts in a register; `nil` if it is cleared, or nothing was ever said.
  func counting(in register: Register) throws(StoreError) -> String? {
    try database.rows(
      "SELECT value FROM entry WHERE \(condition(of: register.kind)) AND key = ?",
      [.text(register.key)]
    ) { (row) throws(StoreError) in try row.text("value") }.first.flatMap(\.self)
  }

  /// Writes which entry of a register counts, if it is not cleared; inside a transaction.
  func recount(_ value: RegisterValue, in register: Register) throws(StoreError) {
    let said = Value(value.said?.name)
    // First, because the index lets no two count.
    try database.run(
      "UPDATE entry SET counts = 0 WHERE \(condition(of: register.kind)) AND key = ? AND name IS NOT ?",
      .text(register.key), said)
    try database.run("UPDATE entry SET counts = 1 WHERE counts = 0 AND name = ?", said)
  }

  /// Writes an entry; inside a transaction.
  ///
  /// - Parameters:
  ///   - entry: The entry, which is not there yet.
  ///   - batch: The number of its batch, if this machine has made it; `nil` for one of its own that begins.
  ///   - isOwn: Whether this machine has made it.
  ///   - isCarried: Whether it is in the folder.
  ///   - row: The number of its row; `nil` for the next.
  /// - Returns: The number of the row.
  /// - Throws: Errors of the file.
  @discardableResult
  func insert(
    _ entry: LogEntry, batch: Int64? = nil, isOwn: Bool, isCarried: Bool = false,
    as row: Int64? = nil
  ) throws(StoreError) -> Int64 {
    let id =
      if let row { row } else {
        try Store.row(after: try database.integer("SELECT max(id) FROM entry") ?? 0)
      }
    assert(entry.register.allows(entry.value), "an entry says what its register can hold")
    let provenance = entry.provenance
    try database.write(
      into: "entry",
      [
        "id": .integer(id), "name": Value(entry.name),
        "kind": .text(entry.register.kind.rawValue), "key": .text(entry.register.key),
        "value": Value(entry.value), "at": Value(provenance.at),
        "utc_offset": Value(utcOffset: provenance.utcOffset), "zone": .text(provenance.zone),
        "source": .text(provenance.source.rawValue), "machine": Value(entry.machine),
        "first": Value(entry.first), "undoes": Value(entry.undoes), "after": Value(entry.after),
        "replaces": entry.replaces.isEmpty ? .null : .bytes(entry.replaces.flatMap(\.bytes)),
        "batch": isOwn ? .integer(batch ?? id) : .null, "is_carried": Value(isCarried),
      ])
    return id
  }

  /// The number of the row after the last.
  ///
  /// - Throws: `StoreError.corrupt` after the largest number, which only a damaged row has.
  static func row(after last: Int64) throws(StoreError) -> Int64 {
    guard last < .max else { throw .corrupt }
    return last + 1
  }
}

extension [LogEntry] {
  /// The entries by their batches: all rows of an own batch follow each other.
  var byBatch: [[LogEntry]] {
    var order: [EntryName] = []
    var batches: [EntryName: [LogEntry]] = [:]
    for entry in self {
      if batches[entry.batch] == nil { order.append(entry.batch) }
      batches[entry.batch, default: []].append(entry)
    }
    return order.map { batches[$0, default: []] }
  }
}

extension LogEntry {
  /// Reads a row of `entry`, and whether this machine has made it.
  static func withOwner(_ row: Statement) throws(StoreError) -> (entry: LogEntry, isOwn: Bool) {
    (try LogEntry(row), try row.id("batch") != nil)
  }

  /// Reads a row of `entry`; one whose name is not the hash of the rest is damaged.
  init(_ row: Statement) throws(StoreError) {
    guard let name = try row.name("name"),
      let kind = try row.text("kind").flatMap(Register.Kind.init),
      let register = try row.text("key").flatMap({ Register(kind, $0) })
    else { throw .damagedRows }
    let value = try row.text("value")
    guard let provenance = try row.provenance(at: "at") else { throw .damagedRows }
    self.init(
      register, value, by: provenance, on: try row.text("machine"),
      inBatchOf: try row.name("first"), undoing: try row.name("undoes"),
      after: try row.name("after"), replacing: try row.names("replaces"))
    guard self.name == name else { throw .damagedRows }
  }
}
