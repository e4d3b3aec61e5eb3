public import HaruCore
public import HaruLog

/// What came of entries that have arrived.
public struct MergeCounts: Hashable, Sendable {
  /// How many were new.
  public var entries = 0
  /// How many registers have another value now.
  public var changes = 0

  /// Makes the outcome of taking nothing.
  public init() {}

  /// Adds the outcome of taking others.
  public static func += (all: inout MergeCounts, more: MergeCounts) {
    all.entries += more.entries
    all.changes += more.changes
  }
}

/// The log and the folder: entries that have arrived become marks, rest days and notes, and those that the
/// folder lacks are listed (docs/sync.md#an-exchange).
extension Store {
  /// Takes chunks of files of the folder in one transaction, known entries among them.
  ///
  /// - Returns: What came of them.
  /// - Throws: Errors of the file of the store.
  public func take(_ chunks: [LogChunk]) throws(StoreError) -> MergeCounts {
    try transaction { () throws(StoreError) in
      let machine = try thisMachine()
      var incoming = IncomingEntries()
      for chunk in chunks {
        let known = try take(chunk, as: machine, &incoming)
        try noteCarried(known, in: chunk.file, isRead: chunk.isLast)
      }
      try noteLastCarriedRow()
      return try put(incoming)
    }
  }

  /// Takes a chunk; the names of those of its entries that were known before.
  private func take(
    _ chunk: LogChunk, as machine: ThisMachine, _ incoming: inout IncomingEntries
  ) throws(StoreError) -> [EntryName] {
    var names: [EntryName] = []
    for (parsed, bytes) in chunk.lines {
      switch parsed {
      case .entry(let entry):
        guard machine.exchanges(entry.register) else { continue }
        // An entry in the file of another month would be removed when the files of that month are merged.
        let isCarried = LogMonth.of(entry.provenance.at) == chunk.month
        let isNew = try take(entry, isCarried: isCarried, &incoming)
        if !isNew, isCarried { names.append(entry.name) }
      case .unknown(let name):
        try keep(unknown: name, bytes, of: chunk.month)
        names.append(name)
      case .damaged: break
      }
    }
    return names
  }

  /// Understands entries of a newer version, after an update.
  public func readUnknownEntries() throws(StoreError) {
    let unknown = try database.rows("SELECT * FROM unknown_entry", [], unknownEntry)
    let known = unknown.compactMap { each -> LogEntry? in
      if case .entry(let entry) = ParsedEntry(Array(each.text.utf8)) { entry } else { nil }
    }
    guard !known.isEmpty else { return }
    _ = try take(known)
    try transaction { () throws(StoreError) in
      for entry in known {
        try database.run("DELETE FROM unknown_entry WHERE name = ?", Value(entry.name))
      }
    }
  }

  /// Takes entries that are not in the folder as such, known ones among them.
  public func take(_ entries: [LogEntry]) throws(StoreError) -> MergeCounts {
    try transaction { () throws(StoreError) in
      let machine = try thisMachine()
      var incoming = IncomingEntries()
      for entry in entries where machine.exchanges(entry.register) {
        _ = try take(entry, isCarried: false, &incoming)
      }
      return try put(incoming)
    }
  }

  /// Whether an entry says what a line of version 0.3 says.
  public func says(_ line: FormerLine) throws(StoreError) -> Bool {
    try database.integer(
      "SELECT 1 FROM entry WHERE kind = ? AND key = ? AND at = ? AND machine = ?",
      .text(line.register.kind.rawValue), .text(line.register.key), Value(line.provenance.at),
      .text(line.device)) != nil
  }

  /// Entries that a transaction takes.
  private struct IncomingEntries {
    /// The registers that they are about: the value before, and all entries until now.
    var registers: [Register: (before: String?, entries: [LogEntry])] = [:]
    /// How many were new.
    var newEntries = 0
  }

  /// Takes an entry unless it is known, and says whether it was new.
  private func take(
    _ entry: LogEntry, isCarried: Bool, _ incoming: inout IncomingEntries
  ) throws(StoreError) -> Bool {
    if incoming.registers[entry.register] == nil {
      let known = try entries(of: entry.register)
      incoming.registers[entry.register] = (RegisterValue(of: known).winner?.value, known)
    }
    guard incoming.registers[entry.register]?.entries.contains(entry) == false else { return false }
    try insert(entry, isOwn: false, isCarried: isCarried)
    incoming.registers[entry.register]?.entries.append(entry)
    incoming.newEntries += 1
    return true
  }

  /// Makes the tables say what stands now; older days first, as they were made.
  private func put(_ incoming: IncomingEntries) throws(StoreError) -> MergeCounts {
    var counts = MergeCounts()
    counts.entries = incoming.newEntries
    for (register, (before, entries)) in incoming.registers.sorted(by: { $0.key.key < $1.key.key })
    {
      let value = RegisterValue(of: entries)
      try put(value, in: register)
      if value.winner?.value != before { counts.changes += 1 }
    }
    return counts
  }

  private func keep(
    unknown name: EntryName, _ bytes: ArraySlice<UInt8>, of month: String
  ) throws(StoreError) {
    guard let text = String(validating: bytes, as: UTF8.self), StoredBounds.holds(text) else {
      return
    }
    try database.upsert(
      into: "unknown_entry", key: "name",
      ["name": Value(name), "month": .text(month), "text": .text(text)])
  }

  // MARK: Files of the folder

  /// The files of the folder of which entries are known to be there, and whether each was read to its end.
  public func knownFiles() throws(StoreError) -> [String: Bool] {
    Dictionary(try database.rows("SELECT * FROM log_file", [], logFile)) { $1 }
  }

  /// Says that this machine has removed files from the folder, of which the entries are in others.
  public func setRemoved(_ files: [String]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for file in files { try database.run("DELETE FROM log_file WHERE name = ?", .text(file)) }
    }
  }

  /// Forgets what is in the folder, after a file has gone from it.
  public func forgetFiles() throws(StoreError) {
    try transaction { () throws(StoreError) in try forgetFolder() }
  }

  /// Forgets what is in the folder; inside a transaction.
  func forgetFolder() throws(StoreError) {
    try database.execute(
      """
      DELETE FROM log_file;
      UPDATE entry SET is_carried = 0;
      UPDATE unknown_entry SET is_carried = 0;
      UPDATE this_machine SET settled = 0;
      """)
  }

  /// The entries that the folder lacks, by the month of their instants, as lines.
  public func lacking() throws(StoreError) -> [String: [EntryName]] {
    let machine = try thisMachine()
    let entries = try database.rows(
      "SELECT * FROM entry WHERE id > ? AND is_carried = 0", [.integer(machine.settled)], logEntry)
    let unknown = try database.rows(
      "SELECT * FROM unknown_entry WHERE is_carried = 0", [], unknownEntry)
    var lacking: [String: [EntryName]] = [:]
    for entry in entries where machine.exchanges(entry.register) {
      lacking[LogMonth.of(entry.provenance.at), default: []].append(entry.name)
    }
    for each in unknown { lacking[each.month, default: []].append(each.name) }
    return lacking
  }

  /// The lines of entries, or of all that are exchanged of a month, in the order of their names.
  public func lines(
    _ names: [EntryName]?, of month: String
  ) throws(StoreError) -> [[UInt8]] {
    let machine = try thisMachine()
    let wanted = names.map(Set.init)
    let bounds = LogMonth.instants(of: month)
    var lines: [(name: EntryName, text: [UInt8])] = []
    let entries = try database.rows(
      "SELECT * FROM entry WHERE at >= ? AND at < ?",
      [.integer(bounds.lowerBound), .integer(bounds.upperBound)], logEntry)
    for entry in entries where machine.exchanges(entry.register) {
      lines.append((entry.name, entry.text))
    }
    for each in try database.rows(
      "SELECT * FROM unknown_entry WHERE month = ?", [.text(month)], unknownEntry)
    {
      lines.append((each.name, Array(each.text.utf8)))
    }
    return lines.filter { wanted?.contains($0.name) ?? true }.sorted { $0.name < $1.name }
      .map(\.text)
  }

  /// Says that entries are in the folder, in a file with nothing else.
  public func setCarried(_ names: [EntryName], in file: String) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try noteCarried(names, in: file, isRead: true)
      try noteLastCarriedRow()
    }
  }

  private func noteCarried(
    _ names: [EntryName], in file: String, isRead: Bool
  ) throws(StoreError) {
    for name in names {
      for table in ["entry", "unknown_entry"] {
        try database.run("UPDATE \(table) SET is_carried = 1 WHERE name = ?", Value(name))
      }
    }
    try database.upsert(
      into: "log_file", key: "name", ["name": .text(file), "is_read": Value(isRead)])
  }

  /// Notes up to which row the folder lacks nothing, so that only later ones are looked at; inside a
  /// transaction.
  private func noteLastCarriedRow() throws(StoreError) {
    var machine = try thisMachine()
    let first = try database.integer(
      "SELECT min(id) FROM entry WHERE id > ? AND is_carried = 0 AND \(machine.exchangedCondition)",
      .integer(machine.settled))
    let last = try database.integer("SELECT max(id) FROM entry") ?? 0
    let settled = first.map { $0 - 1 } ?? last
    guard settled != machine.settled else { return }
    machine.settled = settled
    try write(machine)
  }

  /// How many entries the folder lacks; 0 while nothing is exchanged.
  public func waitingForSync() throws(StoreError) -> Int {
    let machine = try thisMachine()
    guard machine.folder != nil else { return 0 }
    return Int(
      try database.integer(
        "SELECT count(*) FROM entry WHERE id > ? AND is_carried = 0 AND \(machine.exchangedCondition)",
        .integer(machine.settled)) ?? 0)
  }

  /// How many entries a newer version has written.
  public func unknownEntries() throws(StoreError) -> Int {
    Int(try database.integer("SELECT count(*) FROM unknown_entry") ?? 0)
  }

  // MARK: Rows

  /// Reads a row of `unknown_entry`.
  func unknownEntry(
    _ row: Statement
  ) throws(StoreError) -> (name: EntryName, month: String, text: String) {
    guard let name = try row.name("name"), let month = try row.text("month"),
      let text = try row.text("text"), EntryName(of: Array(text.utf8)) == name
    else { throw .damagedRows }
    return (name, month, text)
  }

  /// Reads a row of `log_file`.
  func logFile(_ row: Statement) throws(StoreError) -> (name: String, isRead: Bool) {
    guard let name = try row.text("name"), let isRead = try row.bool("is_read") else {
      throw .damagedRows
    }
    return (name, isRead)
  }
}
