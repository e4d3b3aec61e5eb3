public import HaruCore
public import HaruLog
internal import HaruSystem

/// What came of entries that were merged into the log.
public struct MergeCounts: Hashable, Sendable {
  /// How many were new.
  public var entries = 0
  /// How many registers have another value than before the first of them was taken.
  public var changes = 0

  /// Makes the outcome of merging nothing.
  public init() {}

  /// Adds the outcome of merging others.
  public static func += (all: inout MergeCounts, more: MergeCounts) {
    all.entries += more.entries
    all.changes += more.changes
  }
}

/// Entries that are merged in several transactions.
///
/// What stands in a register stays known from one to the next, unless another process has written meanwhile:
/// otherwise each transaction would read all entries of a register again.
public struct IncomingEntries {
  /// The registers that they are about.
  fileprivate var values: [Register: RegisterValue] = [:]
  /// What counted in them before the first of these entries.
  fileprivate var first: [Register: String?] = [:]
  /// What counted before the running transaction in each register to which it has added something.
  fileprivate var before: [Register: String?] = [:]
  /// How many were new in it.
  fileprivate var newEntries = 0
  /// A number that is another one once another process has written.
  fileprivate var version: Int64?

  /// Makes the beginning, of which nothing is known.
  public init() {}
}

/// The log and the folder: entries that have arrived are merged into the log, and those that the folder lacks are
/// listed (docs/sync.md#an-exchange).
extension Store {
  /// Adds the entries of chunks to the log in short transactions; known entries may be among them.
  ///
  /// Between two of them other processes get the lock, so that no click waits long.
  ///
  /// - Parameters:
  ///   - chunks: The chunks.
  ///   - incoming: What is known of those before.
  /// - Returns: What came of them.
  /// - Throws: Errors of the file of the store.
  public func merge(
    _ chunks: [LogChunk], _ incoming: inout IncomingEntries
  ) throws(StoreError) -> MergeCounts {
    var (waiting, counts) = (chunks[...], MergeCounts())
    while true {
      counts += try transaction { () throws(StoreError) -> MergeCounts in
        let end = LocalClock.uptimeMilliseconds + Store.mergeMilliseconds
        let machine = try thisMachine()
        try begin(&incoming)
        repeat {
          guard var chunk = waiting.popFirst() else { break }
          let known = try merge(&chunk, as: machine, until: end, &incoming)
          let isRead = chunk.lines.isEmpty
          if let file = chunk.file {
            try writeCarried(known, in: file, isRead: isRead && chunk.isLast)
          }
          if !isRead { waiting = [chunk] + waiting }
        } while LocalClock.uptimeMilliseconds < end
        try writeLastCarriedRow()
        return try put(&incoming)
      }
      if waiting.isEmpty { return counts }
      database.letOthersWrite()
    }
  }

  /// How long a transaction merges; to write what counts, and to commit it, takes about as long again.
  private static let mergeMilliseconds: Int64 = 25

  /// Adds entries to the log that are in no file of the folder; known entries may be among them.
  public func merge(_ entries: [LogEntry]) throws(StoreError) -> MergeCounts {
    var incoming = IncomingEntries()
    return try merge([LogChunk(entries)], &incoming)
  }

  /// Adds lines of a chunk, one at least, until a time of the clock, and removes them from the chunk.
  ///
  /// - Returns: The names of those that the store had already.
  private func merge(
    _ chunk: inout LogChunk, as machine: ThisMachine, until end: Int64,
    _ incoming: inout IncomingEntries
  ) throws(StoreError) -> [EntryName] {
    var names: [EntryName] = []
    repeat {
      guard let (_, parsed, bytes) = chunk.lines.popFirst() else { break }
      switch parsed {
      case .entry(let entry):
        guard machine.shares(entry.register) else { continue }
        // An entry in the file of another month would be removed when the files of that month are merged.
        let isCarried = LogMonth.of(entry.provenance.at) == chunk.month
        let isNew = try add(entry, isCarried: isCarried, to: &incoming)
        if !isNew, isCarried { names.append(entry.name) }
      case .unknown(let name):
        if let month = chunk.month, let text = String(validating: bytes, as: UTF8.self) {
          try keep(unknown: name, text, of: month)
        }
        names.append(name)
      case .damaged: break
      }
    } while LocalClock.uptimeMilliseconds < end
    return names
  }

  /// Reads the kept entries of a newer version again, some of which this version understands after an update.
  public func readUnknownEntries() throws(StoreError) {
    let unknown = try database.rows("SELECT * FROM unknown_entry", [], unknownEntry)
    let known = unknown.compactMap { ParsedEntry(Array($0.text.utf8)).entry }
    guard !known.isEmpty else { return }
    _ = try merge(known)
    try transaction { () throws(StoreError) in
      for entry in known {
        try database.run("DELETE FROM unknown_entry WHERE name = ?", Value(entry.name))
      }
    }
  }

  /// Begins a transaction that adds entries.
  private func begin(_ incoming: inout IncomingEntries) throws(StoreError) {
    let version = try database.integer("PRAGMA data_version")
    if incoming.version != version { incoming = IncomingEntries() }
    (incoming.version, incoming.before, incoming.newEntries) = (version, [:], 0)
  }

  /// Adds an entry to the log unless it is there, and returns whether it was new.
  private func add(
    _ entry: LogEntry, isCarried: Bool, to incoming: inout IncomingEntries
  ) throws(StoreError) -> Bool {
    let register = entry.register
    if incoming.values[register] == nil { incoming.values[register] = try value(of: register) }
    guard incoming.values[register]?.contains(entry) == false else { return false }
    try insert(entry, isOwn: false, isCarried: isCarried)
    if incoming.before[register] == nil {
      incoming.before[register] = .some(incoming.values[register]?.winner?.value)
    }
    incoming.values[register]?.add(entry)
    incoming.newEntries += 1
    return true
  }

  /// Writes which entries count now, older days first, as they were made.
  private func put(_ incoming: inout IncomingEntries) throws(StoreError) -> MergeCounts {
    var counts = MergeCounts()
    counts.entries = incoming.newEntries
    for (register, before) in incoming.before.sorted(by: { $0.key.key < $1.key.key }) {
      guard let value = incoming.values[register] else { continue }
      try recount(value, in: register)
      let first = incoming.first[register, default: before]
      incoming.first[register] = .some(first)
      // What an earlier transaction has counted may be as it was at first.
      if before != first { counts.changes -= 1 }
      if value.winner?.value != first { counts.changes += 1 }
    }
    return counts
  }

  /// Keeps an entry of a newer version, unless it is larger than any text; inside a transaction.
  func keep(unknown name: EntryName, _ text: String, of month: String) throws(StoreError) {
    guard StoredBounds.holds(text) else { return }
    try database.write(
      into: "unknown_entry", key: "name",
      ["name": Value(name), "month": .text(month), "text": .text(text)])
  }

  // MARK: Files of the folder

  /// The files of the folder of which entries are known to be there, and whether each was read to its end.
  public func knownFiles() throws(StoreError) -> [String: Bool] {
    Dictionary(
      try database.rows("SELECT * FROM log_file WHERE stamp IS NULL", [], logFile)
        .map { ($0.name, $0.isRead) }
    ) { $1 }
  }

  /// The stamps of the files that were looked at and left out, by their names: they are not read again before they
  /// change.
  public func filesLeftOut() throws(StoreError) -> [String: String] {
    let files = try database.rows(
      "SELECT * FROM log_file WHERE stamp IS NOT NULL", [], logFile)
    return Dictionary(files.compactMap { file in file.stamp.map { (file.name, $0) } }) { $1 }
  }

  /// Says which files were looked at and left out, with their stamps.
  public func setLeftOut(_ files: [String: String]) throws(StoreError) {
    guard try filesLeftOut() != files else { return }
    try transaction { () throws(StoreError) in
      try database.run("DELETE FROM log_file WHERE stamp IS NOT NULL")
      for (name, stamp) in files {
        try database.write(
          into: "log_file", key: "name",
          ["name": .text(name), "is_read": Value(false), "stamp": .text(stamp)])
      }
    }
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
      "SELECT * FROM entry WHERE id > ? AND is_carried = 0", [.integer(machine.settled)],
      LogEntry.init)
    let unknown = try database.rows(
      "SELECT * FROM unknown_entry WHERE is_carried = 0", [], unknownEntry)
    var lacking: [String: [EntryName]] = [:]
    for entry in entries where machine.shares(entry.register) {
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
    let entries = try database.rows(
      "SELECT * FROM entry WHERE at >= ? AND at < ?",
      [.integer(bounds.lowerBound), .integer(bounds.upperBound)], LogEntry.init)
    let unknown = try database.rows(
      "SELECT * FROM unknown_entry WHERE month = ?", [.text(month)], unknownEntry)
    var lines = unknown.map { (name: $0.name, text: Array($0.text.utf8)) }
    lines += entries.filter { machine.shares($0.register) }.map { (name: $0.name, text: $0.text) }
    return lines.filter { wanted?.contains($0.name) ?? true }.sorted { $0.name < $1.name }
      .map(\.text)
  }

  /// Says that entries are in the folder, in a file with nothing else.
  public func setCarried(_ names: [EntryName], in file: String) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try writeCarried(names, in: file, isRead: true)
      try writeLastCarriedRow()
    }
  }

  private func writeCarried(
    _ names: [EntryName], in file: String, isRead: Bool
  ) throws(StoreError) {
    for name in names {
      for table in ["entry", "unknown_entry"] {
        try database.run("UPDATE \(table) SET is_carried = 1 WHERE name = ?", Value(name))
      }
    }
    try database.write(
      into: "log_file", key: "name",
      ["name": .text(file), "is_read": Value(isRead), "stamp": .null])
  }

  /// Writes up to which row the folder lacks nothing, so that only later ones are looked at; inside a
  /// transaction.
  private func writeLastCarriedRow() throws(StoreError) {
    var machine = try thisMachine()
    let first = try database.integer(
      "SELECT min(id) FROM entry WHERE id > ? AND is_carried = 0 AND \(machine.sharedCondition)",
      .integer(machine.settled))
    let last = try database.integer("SELECT max(id) FROM entry") ?? 0
    let settled = first.map { $0 - 1 } ?? last
    guard settled != machine.settled else { return }
    machine.settled = settled
    try write(machine)
  }

  /// How many entries the folder lacks; 0 while nothing is exchanged.
  public func countOfWaitingEntries() throws(StoreError) -> Int {
    let machine = try thisMachine()
    guard machine.folder != nil else { return 0 }
    return Int(
      try database.integer(
        "SELECT count(*) FROM entry WHERE id > ? AND is_carried = 0 AND \(machine.sharedCondition)",
        .integer(machine.settled)) ?? 0)
  }

  /// How many entries are kept that this version does not understand.
  ///
  /// What it has come to understand by an update is counted no more; the next exchange takes that.
  public func countOfUnknownEntries() throws(StoreError) -> Int {
    try database.rows("SELECT * FROM unknown_entry", [], unknownEntry)
      .count { ParsedEntry(Array($0.text.utf8)).entry == nil }
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
  func logFile(
    _ row: Statement
  ) throws(StoreError) -> (name: String, isRead: Bool, stamp: String?) {
    guard let name = try row.text("name"), let isRead = try row.bool("is_read") else {
      throw .damagedRows
    }
    return (name, isRead, try row.text("stamp"))
  }
}
