public import HaruCore

/// Own changes become lines (docs/sync.md#own-lines).
extension Store {
  /// The own lines that are not in the folder yet, in their order.
  ///
  /// - Parameters:
  ///   - limit: At most how many.
  ///   - provenance: When, where and how, for what the journal does not hold.
  /// - Returns: The name that they are said under, their numbers and texts; none while nothing is
  ///   exchanged.
  /// - Throws: Errors of the file.
  public func linesToWrite(
    limit: Int, by provenance: Provenance
  ) throws(StoreError) -> [(device: String, number: Int64, text: String)] {
    try transaction { () throws(StoreError) in
      guard let state = try syncState(), state.folder != nil else { return [] }
      try tell(state, by: provenance)
      return try database.rows(
        """
        SELECT number, line FROM sync_line WHERE device = ? AND number > ? ORDER BY number LIMIT ?
        """, [.text(state.device), .integer(state.written), .integer(Int64(limit))]
      ) { (row) throws(StoreError) in
        guard let number = try row.count("number"), let line = try row.text("line") else {
          throw .damagedRows
        }
        return (state.device, Int64(number), line)
      }
    }
  }

  /// Notes that the own lines up to one are in the folder, durably, unless this machine has got another
  /// name meanwhile.
  public func setWritten(upTo number: Int64, of device: String) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try database.run(
        "UPDATE sync SET written = ?, problem = NULL WHERE device = ?", .integer(number),
        .text(device))
    }
  }

  /// Makes lines of the journal entries since the last time; inside a transaction.
  ///
  /// This comes before any line of another machine is taken, so that a line names exactly what its
  /// writer knew.
  ///
  /// - Parameters:
  ///   - before: The state.
  ///   - provenance: When, where and how, for what the journal does not hold.
  ///   - more: Further facts.
  /// - Throws: Errors of the file.
  func tell(
    _ before: SyncState, by provenance: Provenance,
    _ more: [(register: SyncRegister, value: String?)] = []
  ) throws(StoreError) {
    var state = before
    let known = try known(of: state.device)
    var teller = Teller(
      device: state.device, seen: try seen(besides: state.device), number: known,
      clock: try database.integer("SELECT max(clock) FROM sync_device") ?? 0)
    let entries = try database.rows(
      """
      SELECT * FROM journal WHERE id > ? AND id NOT IN (SELECT id FROM sync_entry) ORDER BY id
      """, [.integer(state.told)]
    ) { (row) throws(StoreError) in
      guard let id = try row.id("id") else { throw .damagedRows }
      return (id, try entry(row))
    }
    for (id, entry) in entries {
      state.told = id
      guard entry.change.before != entry.change.after, state.exchanges(entry.change.kind) else {
        continue
      }
      teller.begin(entry, undoes: try entry.undoes.flatMap(firstLine))
      let line = teller.line(of: entry)
      // What no reader would take stays on this machine.
      guard StoredBounds.holds(line.text) else { continue }
      teller.number = line.number
      try insert(line)
      try link(id, to: line)
    }
    // What was imported before is told with the first lines, and what comes later at once.
    let imports = before.told == 0 ? try untoldImports(before) : []
    let facts = try untoldFacts() + imports + more
    if !facts.isEmpty { teller.begin(at: provenance.at) }
    for (register, value) in facts {
      let line = teller.line(register, value, by: provenance)
      teller.number = line.number
      try insert(line)
    }
    if state != before { try write(state) }
    guard teller.number != known else { return }
    try setKnown(state.device, teller.number, clock: teller.clock)
    if !facts.isEmpty { try applyWeekdays() }
  }

  /// The first line of an own batch; `nil` if it has none.
  private func firstLine(of batch: Int64) throws(StoreError) -> Int64? {
    try database.integer(
      "SELECT min(number) FROM journal JOIN sync_entry USING (id) WHERE batch = ?",
      .integer(batch))
  }

  /// Of each other machine, up to which number its lines are here.
  private func seen(besides own: String) throws(StoreError) -> [String: Int64] {
    let devices = try database.rows("SELECT * FROM sync_device", [], deviceRow)
    var seen: [String: Int64] = [:]
    for (device, known) in devices where device != own && known > 0 { seen[device] = known }
    return seen
  }

  // MARK: Rows

  /// Writes a line unless it is known; inside a transaction.
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  func insert(_ line: SyncLine) throws(StoreError) -> Bool {
    try insert(
      line.text, device: line.device, number: line.number, register: line.register)
  }

  /// Writes the text of a line unless it is known; inside a transaction.
  @discardableResult
  func insert(
    _ text: String, device: String, number: Int64, register: SyncRegister?
  ) throws(StoreError) -> Bool {
    let rows = database.changedRows
    try database.run(
      """
      INSERT OR IGNORE INTO sync_line (device, number, sum, kind, key, line)
        VALUES (?, ?, ?, ?, ?, ?)
      """, .text(device), .integer(number), .text(String(text.suffix(18).prefix(16))),
      Value(register?.kind.rawValue), Value(register?.key), .text(text))
    return database.changedRows != rows
  }

  /// Says which line a journal entry has become, or came from.
  func link(_ id: Int64, to line: SyncLine) throws(StoreError) {
    try database.insert(
      into: "sync_entry",
      ["id": .integer(id), "device": .text(line.device), "number": .integer(line.number)])
  }

  /// Says up to which number the lines of a machine are here.
  func setKnown(_ device: String, _ number: Int64, clock: Int64) throws(StoreError) {
    try database.upsert(
      into: "sync_device", key: "device",
      ["device": .text(device), "known": .integer(number), "clock": .integer(clock)])
  }
}

/// Gives own changes their numbers, clocks and batches.
private struct Teller {
  let device: String
  let seen: [String: Int64]
  var number: Int64
  var clock: Int64
  private var entryBatch: Int64?
  private var firstLine: Int64 = 1
  private var undoes: Int64?

  init(device: String, seen: [String: Int64], number: Int64, clock: Int64) {
    (self.device, self.seen, self.number, self.clock) = (device, seen, number, clock)
  }

  /// Begins the lines of a batch, unless the entry belongs to the same.
  mutating func begin(_ entry: JournalEntry, undoes: Int64?) {
    guard entry.batch != entryBatch else { return }
    entryBatch = entry.batch
    begin(at: entry.provenance.at, undoes: undoes)
  }

  /// Begins the lines of a batch.
  mutating func begin(at instant: Instant, undoes: Int64? = nil) {
    firstLine = number + 1
    self.undoes = undoes
    // Near the time of day, so that the journal of all machines together is in its order.
    clock = min(max(clock + 1, instant.seconds), SyncLine.largestClock)
  }

  func line(of entry: JournalEntry) -> SyncLine {
    line(SyncRegister(entry.change), entry.change.after, by: entry.provenance)
  }

  func line(
    _ register: SyncRegister, _ value: String?, by provenance: Provenance
  ) -> SyncLine {
    SyncLine(
      device: device, number: number + 1, seen: seen, clock: clock, batch: firstLine,
      undoes: undoes, register: register, value: value, provenance: provenance)
  }
}
