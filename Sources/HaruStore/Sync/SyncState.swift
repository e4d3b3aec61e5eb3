public import HaruCore

/// How this machine takes part in the exchange with others (docs/sync.md#tables).
public struct SyncState: Hashable, Sendable {
  /// The folder that is carried between machines; `nil` while nothing is exchanged.
  public var folder: String?
  /// The name of this machine, which is also that of its directory.
  public var device: String
  /// Tells the machine from another one to which the store was copied.
  public var machine: String
  /// Whether notes stay on this machine, and those of others are not taken.
  public var leavesOutNotes: Bool
  /// The last journal entry that has become a line.
  var told: Int64
  /// The last own line that is in the folder.
  public var written: Int64
  /// The rest weekdays of this machine's settings that were taken last; another machine may have said
  /// others since.
  public var weekdays: Set<Weekday>?
  /// Why the last exchange did not succeed, for people; `nil` if it did.
  public var problem: String?

  /// Makes the state of a machine that exchanges lines for the first time.
  public init(folder: String?, device: String, machine: String, leavesOutNotes: Bool) {
    (self.folder, self.device, self.machine) = (folder, device, machine)
    self.leavesOutNotes = leavesOutNotes
    (told, written, problem) = (0, 0, nil)
  }

  /// Whether a kind of fact is exchanged.
  func exchanges(_ kind: Change.Kind) -> Bool { !(leavesOutNotes && kind == .note) }
}

/// Another machine, as far as its lines have arrived.
public struct SyncDevice: Hashable, Sendable {
  /// Its name.
  public let device: String
  /// The number of its last line.
  public let known: Int64
  /// When that line was written, by its own clock; `nil` if a newer version wrote it.
  public let last: Instant?
  /// The numbers of lines that have not arrived though later ones have; `nil` if there are none.
  public let missing: ClosedRange<Int64>?
}

extension Store {
  /// How this machine takes part; `nil` if it never did.
  public func syncState() throws(StoreError) -> SyncState? {
    guard hasSync else { return nil }
    return try database.rows("SELECT * FROM sync", [], syncState).first
  }

  /// The machines, this one among them, by name; without those that were given up.
  public func syncDevices() throws(StoreError) -> [SyncDevice] {
    guard hasSync else { return [] }
    let devices = try database.rows(
      """
      SELECT sync_device.*, (SELECT line FROM sync_line
          WHERE sync_line.device = sync_device.device AND number = known) AS line
        FROM sync_device WHERE known > 0 OR waiting IS NOT NULL ORDER BY device
      """, []
    ) { (row) throws(StoreError) in
      let (device, known) = try deviceRow(row)
      let last = try row.text("line").flatMap { SyncLine($0) }
      let waiting = Int64(try row.count("waiting") ?? 0)
      let missing = waiting > known + 1 ? known + 1...waiting - 1 : nil
      return (
        SyncDevice(device: device, known: known, last: last?.provenance.at, missing: missing),
        clock: try row.count("clock") ?? 0
      )
    }
    var present: [SyncDevice] = []
    for (device, clock) in devices {
      guard let register = SyncRegister(.machine, device.device) else { continue }
      let winner = try value(of: register).winner
      // One that goes on after it was given up is there again.
      if winner?.value == nil || clock > winner?.clock ?? 0 { present.append(device) }
    }
    return present
  }

  /// Gives up a machine; its days stay.
  public func forget(_ device: String, by provenance: Provenance) throws(StoreError) {
    try transaction { () throws(StoreError) in
      guard let state = try syncState(), let register = SyncRegister(.machine, device) else {
        return
      }
      try tell(state, by: provenance, [(register, SyncRegister.forgotten)])
    }
  }

  /// How many own changes are not in the folder yet; 0 while nothing is exchanged.
  public func waitingForSync() throws(StoreError) -> Int {
    guard let state = try syncState() else { return 0 }
    return try waitingForSync(state)
  }

  /// The same for a state that was just read.
  public func waitingForSync(_ state: SyncState) throws(StoreError) -> Int {
    guard state.folder != nil else { return 0 }
    let untold = try database.integer(
      """
      SELECT count(*) FROM journal WHERE id > ? AND id NOT IN (SELECT id FROM sync_entry)
        AND before IS NOT after
      """, .integer(state.told))
    let known = try known(of: state.device)
    return Int((untold ?? 0) + max(0, known - state.written))
  }

  /// Which machine made each journal entry about some days, oldest first; `nil` for this one.
  public func makers(of days: ClosedRange<Day>) throws(StoreError) -> [String?] {
    guard let own = try syncState()?.device else { return [] }
    return try database.rows(
      """
      SELECT nullif(device, ?) AS device FROM journal LEFT JOIN sync_entry USING (id)
        WHERE day BETWEEN ? AND ? ORDER BY id
      """, [.text(own), .text("\(days.lowerBound)"), .text("\(days.upperBound)")]
    ) { (row) throws(StoreError) in try row.text("device") }
  }

  /// What was said about a day on several machines apart: none of them knew the others.
  public func saidApart(of day: Day) throws(StoreError) -> [SyncLine] {
    var apart: [SyncLine] = []
    for kind in Change.Kind.allCases {
      let register = SyncRegister(Change(kind, day, from: nil, to: nil))
      let standing = try value(of: register).standing
      if standing.count > 1 { apart += standing }
    }
    return apart
  }

  /// How many lines a newer version has written.
  public func unknownLines() throws(StoreError) -> Int {
    guard hasSync else { return 0 }
    return Int(try database.integer("SELECT count(*) FROM sync_line WHERE kind IS NULL") ?? 0)
  }

  /// Writes how this machine takes part.
  public func setSync(_ state: SyncState) throws(StoreError) {
    try transaction { () throws(StoreError) in try write(state) }
  }

  /// Changes how this machine takes part as it is at that moment, if it does; another process may have
  /// given it another name since it was read.
  public func changeSync(_ change: (inout SyncState) -> Void) throws(StoreError) {
    try transaction { () throws(StoreError) in
      guard let before = try syncState() else { return }
      var state = before
      change(&state)
      if state != before { try write(state) }
    }
  }

  /// Writes the state; inside a transaction.
  func write(_ state: SyncState) throws(StoreError) {
    try database.upsert(
      into: "sync", key: "id",
      [
        "id": .integer(1), "folder": Value(state.folder), "device": .text(state.device),
        "machine": .text(state.machine), "leaves_out_notes": Value(state.leavesOutNotes),
        "told": .integer(state.told), "written": .integer(state.written),
        "weekdays": Value(state.weekdays.map(SyncWeekdays.text)),
        "problem": Value(state.problem),
      ])
  }

  /// The number of the last line of a machine that is here, 0 if none is.
  func known(of device: String) throws(StoreError) -> Int64 {
    try database.integer("SELECT known FROM sync_device WHERE device = ?", .text(device)) ?? 0
  }

  // MARK: Rows

  /// Reads the row of `sync`.
  func syncState(_ row: Statement) throws(StoreError) -> SyncState {
    guard let device = try row.text("device"), SyncReading.isDevice(device),
      let machine = try row.text("machine"), let leavesOut = try row.bool("leaves_out_notes"),
      let told = try row.count("told"), let written = try row.count("written")
    else { throw .damagedRows }
    var state = SyncState(
      folder: try row.text("folder"), device: device, machine: machine, leavesOutNotes: leavesOut)
    (state.told, state.written) = (Int64(told), Int64(written))
    state.weekdays = try row.text("weekdays").flatMap(SyncWeekdays.weekdays)
    state.problem = try row.text("problem")
    return state
  }

  /// Reads a row of `sync_device`.
  func deviceRow(_ row: Statement) throws(StoreError) -> (device: String, known: Int64) {
    guard let device = try row.text("device"), SyncReading.isDevice(device),
      let known = try row.count("known"), try row.count("clock") != nil
    else { throw .damagedRows }
    return (device, Int64(known))
  }

  /// Reads a row of `sync_line`; `nil` for a line that a newer version has written.
  func syncLine(_ row: Statement) throws(StoreError) -> SyncLine? {
    guard let text = try row.text("line") else { throw .damagedRows }
    switch SyncReading(Array(text.utf8)) {
    case .line(let line): return line
    case .unknown: return nil
    case .damaged: throw .damagedRows
    }
  }
}

extension SyncLine {
  /// Reads a line of this version; `nil` for anything else.
  init?(_ text: String) {
    guard case .line(let line) = SyncReading(Array(text.utf8)) else { return nil }
    self = line
  }
}
