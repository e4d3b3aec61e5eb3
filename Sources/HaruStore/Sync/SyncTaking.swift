public import HaruCore

/// What came of lines that were taken.
public struct SyncTaken: Hashable, Sendable {
  /// How many were new.
  public var lines = 0
  /// How many facts have another value now.
  public var changes = 0
  /// The first of those that wait in the folder, because lines before them have not arrived; `nil` if
  /// none do.
  public var firstWaiting: Int64?
  /// The name that this machine has now, if it is a copy of another one that had the same.
  public var newDevice: String?

  /// Makes what came of no lines.
  public init() {}

  /// Adds what came of others.
  public static func += (all: inout SyncTaken, more: SyncTaken) {
    all.lines += more.lines
    all.changes += more.changes
    all.firstWaiting = [all.firstWaiting, more.firstWaiting].compactMap(\.self).min()
    all.newDevice = more.newDevice ?? all.newDevice
  }
}

/// A line of the folder, as it stands there.
public struct ArrivedLine: Sendable {
  /// The machine that wrote it.
  public let device: String
  /// Its number.
  public let number: Int64
  /// The line; `nil` if a newer version wrote it.
  let line: SyncLine?
  let clock: Int64
  let text: String

  /// Reads the bytes of a line; `nil` if they are damaged, or not of this machine.
  public init?(_ bytes: some RandomAccessCollection<UInt8>, in directory: String) {
    switch SyncReading(bytes) {
    case .line(let line):
      (device, number, self.line, clock) = (line.device, line.number, line, line.clock)
      text = line.text
    case .unknown(let device, let number, let clock):
      (self.device, self.number, line, self.clock) = (device, number, nil, clock)
      text = String(decoding: bytes, as: UTF8.self)
    case .damaged: return nil
    }
    guard device == directory, StoredBounds.holds(text) else { return nil }
  }
}

/// Lines of others become marks, rest days and notes (docs/sync.md#taking-in).
extension Store {
  /// Takes lines that have arrived, in any order, known ones among them.
  ///
  /// - Parameters:
  ///   - arrived: The lines. Those of this machine's own directory come first, and all at once.
  ///   - machine: Tells this machine from others. A store that was copied from another one goes on
  ///     under a new name.
  ///   - provenance: When, where and how, for what the journal does not hold.
  ///   - newName: Makes that name.
  /// - Returns: What came of them.
  /// - Throws: Errors of the file.
  public func take(
    _ arrived: [ArrivedLine], on machine: String, by provenance: Provenance,
    newName: () -> String
  ) throws(StoreError) -> SyncTaken {
    try transaction { () throws(StoreError) in
      guard var state = try syncState(), state.folder != nil else { return SyncTaken() }
      try tell(state, by: provenance)
      state = try syncState() ?? state
      var taken = SyncTaken()
      if let first = try firstToRename(in: arrived, state, isCopy: state.machine != machine) {
        try rename(to: newName(), machine: machine, from: first)
      }
      let before = state.device
      state = try syncState() ?? state
      if state.device != before { taken.newDevice = state.device }
      let new = try insertNew(arrived, &taken)
      try apply(Set(new.map(\.register)), new, state, by: provenance, &taken)
      // All entries up to here have their lines: the next chunk has not to look at them again. Without
      // news nothing is written, or each exchange would be a change to exchange after.
      let last = Value.integer(try newestEntry())
      try database.run("UPDATE sync SET told = ? WHERE told < ?", last, last)
      return taken
    }
  }

  /// Applies again what stands in all lines, after notes are exchanged that were not.
  public func applyAllLines(by provenance: Provenance) throws(StoreError) -> SyncTaken {
    try transaction { () throws(StoreError) in
      guard let state = try syncState() else { return SyncTaken() }
      try tell(state, by: provenance)
      return try applyAll(state, by: provenance)
    }
  }

  /// Applies what stands in all lines; inside a transaction.
  func applyAll(_ state: SyncState, by provenance: Provenance) throws(StoreError) -> SyncTaken {
    let registers = try database.rows(
      "SELECT DISTINCT kind, key FROM sync_line WHERE kind IS NOT NULL"
    ) { (row) throws(StoreError) in
      guard let kind = try row.text("kind").flatMap(SyncRegister.Kind.init),
        let key = try row.text("key"), let register = SyncRegister(kind, key)
      else { throw .damagedRows }
      return register
    }
    var taken = SyncTaken()
    try apply(Set(registers), [], state, by: provenance, &taken)
    return taken
  }

  /// Applies lines of a newer version that this version understands, after an update.
  public func understandMore(by provenance: Provenance) throws(StoreError) {
    let texts = try database.rows("SELECT line FROM sync_line WHERE kind IS NULL") {
      (row) throws(StoreError) in try row.text("line") ?? ""
    }
    let lines = texts.compactMap { SyncLine($0) }
    guard !lines.isEmpty else { return }
    try transaction { () throws(StoreError) in
      guard let state = try syncState() else { return }
      try tell(state, by: provenance)
      for line in lines {
        try database.run(
          "UPDATE sync_line SET kind = ?, key = ? WHERE device = ? AND number = ? AND line = ?",
          .text(line.register.kind.rawValue), .text(line.register.key), .text(line.device),
          .integer(line.number), .text(line.text))
      }
      var taken = SyncTaken()
      try apply(Set(lines.map(\.register)), [], state, by: provenance, &taken)
    }
  }

  // MARK: New lines

  private func insertNew(
    _ arrived: [ArrivedLine], _ taken: inout SyncTaken
  ) throws(StoreError) -> [SyncLine] {
    var new: [SyncLine] = []
    for (device, lines) in Dictionary(grouping: arrived, by: \.device) {
      var (known, clock) = try progress(of: device)
      for each in lines.sorted(by: { $0.number < $1.number }) {
        // What follows a gap is not taken: it would say that the lines before it are known.
        guard each.number <= known + 1 else {
          taken.firstWaiting = min(taken.firstWaiting ?? each.number, each.number)
          break
        }
        guard
          try insert(
            each.text, device: device, number: each.number, register: each.line?.register)
        else {
          known = max(known, each.number)
          continue
        }
        (known, clock) = (max(known, each.number), max(clock, each.clock))
        taken.lines += 1
        if let line = each.line { new.append(line) }
      }
      if known > 0 { try setKnown(device, known, clock: clock) }
    }
    return new
  }

  /// Notes from which line on those of a machine wait; `nil` if none do.
  public func setWaiting(_ device: String, from number: Int64?) throws(StoreError) {
    guard try waiting(of: device) != number else { return }
    try transaction { () throws(StoreError) in
      let (known, clock) = try progress(of: device)
      try setKnown(device, known, clock: clock)
      try database.run(
        "UPDATE sync_device SET waiting = ? WHERE device = ?", Value(number), .text(device))
    }
  }

  /// From which line on those of a machine wait; `nil` if none do.
  public func waiting(of device: String) throws(StoreError) -> Int64? {
    try database.integer("SELECT waiting FROM sync_device WHERE device = ?", .text(device))
  }

  private func progress(of device: String) throws(StoreError) -> (known: Int64, clock: Int64) {
    let clock = try database.integer(
      "SELECT clock FROM sync_device WHERE device = ?", .text(device))
    return (try known(of: device), clock ?? 0)
  }

  /// Whether there is a line of a machine that begins with some bytes.
  public func hasLine(
    of device: String, beginningWith bytes: ArraySlice<UInt8>
  ) throws(StoreError) -> Bool {
    // A letter may be torn too, and a disk that lost its power ends with zeros.
    let whole = bytes.reversed().drop { !(0x20..<0x7f).contains($0) }.reversed()
    return try database.integer(
      "SELECT 1 FROM sync_line WHERE device = ?1 AND substr(line, 1, length(?2)) = ?2 LIMIT 1",
      .text(device), .text(String(decoding: whole, as: UTF8.self))) != nil
  }

  // MARK: Values

  /// Gives facts the values that stand in their lines; inside a transaction.
  ///
  /// To read a line takes longer than all else that is done with it, so those that were just read are
  /// given.
  private func apply(
    _ registers: Set<SyncRegister>, _ new: [SyncLine], _ state: SyncState,
    by provenance: Provenance, _ taken: inout SyncTaken
  ) throws(StoreError) {
    let new = Dictionary(grouping: new, by: \.register)
    var batch: Int64?
    // Older days first, as they were made.
    for register in registers.sorted(by: { ($0.key, $0.kind.rawValue) < ($1.key, $1.kind.rawValue) }
    ) {
      let value = try value(of: register, knowing: new[register] ?? [])
      guard let winner = value.winner,
        let asked = register.change(from: nil, to: winner.value), state.exchanges(asked.kind)
      else { continue }
      let before = try present(asked.kind, asked.day)
      let change = Change(asked.kind, asked.day, from: before?.value, to: winner.value)
      if change.before == change.after {
        // The same was said elsewhere, and that counts.
        if let own = before?.provenance, own != winner.provenance {
          try put(change, by: winner.provenance)
        }
        continue
      }
      if batch == nil { batch = try nextBatch() }
      guard let number = batch else { continue }
      try make(change, batch: number, by: winner.provenance)
      // It was made by what has arrived, also if an own line stands again.
      try link(
        try newestEntry(), to: value.standing.last { $0.device != state.device } ?? winner)
      taken.changes += 1
    }
    if batch != nil { lastBatch = nil }
    try applyFacts(registers, at: provenance.at, &taken)
  }

  func newestEntry() throws(StoreError) -> Int64 {
    try database.integer("SELECT max(id) FROM journal") ?? 0
  }

  /// What stands in a register.
  public func value(of register: SyncRegister) throws(StoreError) -> SyncValue {
    try value(of: register, knowing: [])
  }

  /// What stands in a register of which some lines were read before.
  private func value(
    of register: SyncRegister, knowing lines: [SyncLine]
  ) throws(StoreError) -> SyncValue {
    guard hasSync else { return SyncValue() }
    let values: [Value] = [.text(register.kind.rawValue), .text(register.key)]
    let count = try database.rows(
      "SELECT count(*) AS count FROM sync_line WHERE kind = ? AND key = ?", values
    ) { (row) throws(StoreError) in try row.count("count") }
    return SyncValue(of: count == [lines.count] ? lines : try self.lines(of: register))
  }

  /// The lines of a register, in no order.
  func lines(of register: SyncRegister) throws(StoreError) -> [SyncLine] {
    try database.rows(
      "SELECT line FROM sync_line WHERE kind = ? AND key = ?",
      [.text(register.kind.rawValue), .text(register.key)], syncLine
    ).compactMap(\.self)
  }

  // MARK: Copies of a machine

  /// From which own line on this store goes on under another name; `nil` if it keeps its name.
  ///
  /// All lines of the own directory are among those that have arrived, unless it was not read.
  private func firstToRename(
    in arrived: [ArrivedLine], _ state: SyncState, isCopy: Bool
  ) throws(StoreError) -> Int64? {
    let theirs = arrived.filter { $0.device == state.device }
    guard isCopy || !theirs.isEmpty else { return nil }
    let own = try database.rows(
      "SELECT number, line FROM sync_line WHERE device = ?", [.text(state.device)]
    ) { (row) throws(StoreError) in
      guard let number = try row.count("number"), let text = try row.text("line") else {
        throw .damagedRows
      }
      return (number: Int64(number), text: text)
    }
    let known = Set(own.map(\.text))
    let strangers = theirs.filter { !known.contains($0.text) }
    guard isCopy || !strangers.isEmpty else { return nil }
    // What is not in the folder would be lost under the name of another machine.
    let there = Set(theirs.map(\.text))
    let missing = own.filter { !there.contains($0.text) }
    // What has not arrived is not known, whatever number comes after it.
    let next = try self.known(of: state.device) + 1
    return min((strangers.map(\.number) + missing.map(\.number)).min() ?? next, next)
  }

  /// Goes on under another name; own lines from a number on are said again under it.
  private func rename(
    to name: String, machine: String, from first: Int64
  ) throws(StoreError) {
    guard var state = try syncState(), SyncReading.isDevice(name) else { throw .corrupt }
    let (old, last) = (state.device, first - 1)
    let moved = try database.rows(
      "SELECT line FROM sync_line WHERE device = ? AND number >= ? ORDER BY number",
      [.text(old), .integer(first)], syncLine
    ).compactMap(\.self)
    try database.run(
      "DELETE FROM sync_line WHERE device = ? AND number >= ?", .text(old), .integer(first))
    let clock = try progress(of: old).clock
    try setKnown(old, last, clock: clock)
    for line in moved {
      var seen = line.seen
      if last > 0 { seen[old] = last }
      func renumbered(_ number: Int64) -> Int64 { max(number - last, 1) }
      try insert(
        line.said(
          by: name, number: renumbered(line.number), batch: renumbered(line.batch),
          undoes: line.undoes.flatMap { $0 > last ? $0 - last : nil }, seen: seen))
    }
    try database.run(
      "UPDATE sync_entry SET device = ?, number = number - ? WHERE device = ? AND number > ?",
      .text(name), .integer(last), .text(old), .integer(last))
    try setKnown(name, Int64(moved.count), clock: clock)
    (state.device, state.machine, state.written) = (name, machine, 0)
    try write(state)
  }
}
