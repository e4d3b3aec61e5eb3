internal import HaruCore
internal import HaruLog

/// The changes of one command, click or import, while a transaction makes them.
struct NewBatch {
  /// When, where and how they are made.
  let provenance: Provenance
  /// The name of this machine.
  let machine: String
  /// The first entry of the batch that they undo.
  let undoes: EntryName?
  /// The batch before, where the instant does not tell that this one comes after it.
  let after: EntryName?
  /// Whether the user has made them, and may undo them.
  let isOwn: Bool
  /// The number of the row of the next entry.
  fileprivate var row: Int64
  /// The first entry, and the number of its row; `nil` while there is none.
  fileprivate(set) var first: (name: EntryName, row: Int64)?

  fileprivate func entry(
    _ register: Register, _ value: String?, replacing replaced: [EntryName]
  ) -> LogEntry {
    LogEntry(
      register, value, by: provenance, on: machine, inBatchOf: first?.name, undoing: undoes,
      after: first == nil ? after : nil, replacing: replaced)
  }
}

/// Changes, each written as an entry, and made in the tables by the same transaction.
extension Store {
  /// Begins a batch; inside a transaction.
  func newBatch(
    by provenance: Provenance, undoing undoes: EntryName? = nil, isOwn: Bool = true
  ) throws(StoreError) -> NewBatch {
    // One query, because a click waits for it. Of a damaged entry only what is asked for has to be readable,
    // so that no click is refused for it.
    let ends = try database.rows(
      """
      SELECT name, (SELECT max(id) FROM entry) AS row,
        EXISTS (SELECT 1 FROM entry WHERE batch IS NOT NULL AND at >= ?) AS is_late
        FROM this_machine
      """, [Value(provenance.at)]
    ) { (row) throws(StoreError) in
      (try row.text("name"), try row.id("row") ?? 0, try row.bool("is_late"))
    }
    guard let (name, last, isLate) = ends.first, let name, MachineName.isValid(name) else {
      throw .damagedRows
    }
    // Two commands in one second, or a clock that was set back: the instants do not tell the order.
    return NewBatch(
      provenance: provenance, machine: name, undoes: undoes,
      after: isLate == true ? try lastBatch() : nil, isOwn: isOwn,
      row: try Store.row(after: last))
  }

  /// The last own batch.
  private func lastBatch() throws(StoreError) -> EntryName? {
    try database.rows(
      """
      SELECT coalesce(first, name) AS name FROM entry WHERE batch IS NOT NULL
        ORDER BY id DESC LIMIT 1
      """, []
    ) { (row) throws(StoreError) in try row.name("name") }.first.flatMap(\.self)
  }

  /// Makes a change of a day; inside a transaction.
  func apply(_ change: DayChange, in batch: inout NewBatch) throws(StoreError) {
    guard change.isValid else { throw .refusedText(change.day) }
    do {
      try write(change.after, to: Register(change.kind, change.day), in: &batch)
    } catch .refused {
      throw .refused(change.day)
    }
  }

  /// Gives a register a value, in place of those that stand there; inside a transaction.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` clears it.
  ///   - register: The register.
  ///   - batch: The batch.
  ///   - replaced: The entries that it replaces; `nil` for all that stand.
  /// - Throws: Errors of the file.
  func write(
    _ value: String?, to register: Register, in batch: inout NewBatch,
    replacing replaced: [LogEntry]? = nil
  ) throws(StoreError) {
    var known = try self.value(of: register)
    let replaced = replaced ?? known.standing
    let entry = try insert(value, into: register, over: known, replacing: replaced, in: &batch)
    known.add(entry)
    assert(known.isStanding(entry), "what was said last stands")
    try recount(known, in: register)
  }

  /// Writes an entry, but not yet whether it counts; inside a transaction.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` clears the register.
  ///   - register: The register.
  ///   - known: What stands there.
  ///   - replaced: The entries that it replaces.
  ///   - batch: The batch.
  /// - Returns: The entry.
  /// - Throws: Errors of the file.
  func insert(
    _ value: String?, into register: Register, over known: RegisterValue,
    replacing replaced: [LogEntry], in batch: inout NewBatch
  ) throws(StoreError) -> LogEntry {
    var replaced = replaced.map(\.name)
    var entry = batch.entry(register, value, replacing: replaced)
    // The same was said in this second, and taken back.
    while known.contains(entry) {
      replaced.append(entry.name)
      entry = batch.entry(register, value, replacing: replaced)
    }
    try insert(entry, batch: batch.first?.row, isOwn: batch.isOwn, as: batch.row)
    if batch.first == nil { batch.first = (entry.name, batch.row) }
    batch.row += 1
    return entry
  }
}
