internal import HaruCore
internal import HaruLog

/// A row whose values are outside their bounds.
struct DamagedRow: Hashable {
  /// The name of its table.
  let table: String
  /// Its `rowid`; in a table without them, its place in the order of the key, counted from 1.
  let row: Int64
}

/// The log, as far as it can be read.
struct ReadableLog {
  /// What stands in each register.
  private(set) var values: [Register: RegisterValue] = [:]
  /// The rows that cannot be read.
  fileprivate(set) var damaged: [DamagedRow] = []
  /// The rows of the entries that are noted to count, or not.
  private var rows: [EntryName: (row: Int64, counts: Bool)] = [:]

  fileprivate mutating func add(_ entry: LogEntry, row: Int64, counts: Bool) {
    values[entry.register, default: RegisterValue()].add(entry)
    rows[entry.name] = (row, counts)
  }

  /// The rows of which the note is wrong whether they count.
  var miscounted: [DamagedRow] {
    let winners = Set(values.values.compactMap { $0.said?.name })
    return rows.filter { winners.contains($0.key) != $0.value.counts }.map(\.value.row).sorted()
      .map { DamagedRow(table: "entry", row: $0) }
  }
}

extension Store {
  /// The log, as far as it can be read.
  func readableLog() throws(StoreError) -> ReadableLog {
    var log = ReadableLog()
    _ = try database.rows("SELECT * FROM entry ORDER BY id") { (row) throws(StoreError) in
      let number = row.integer(0) ?? 0
      if let (entry, counts) = try readable(row, wholeEntry) {
        log.add(entry, row: number, counts: counts)
      } else {
        log.damaged.append(DamagedRow(table: "entry", row: number))
      }
    }
    return log
  }

  /// Reads a row of `entry` with what only this machine knows of it.
  private func wholeEntry(
    _ row: Statement
  ) throws(StoreError) -> (entry: LogEntry, counts: Bool) {
    let entry = try LogEntry(row)
    guard try row.bool("is_carried") != nil, let counts = try row.bool("counts") else {
      throw .damagedRows
    }
    _ = try row.id("batch")
    return (entry, counts)
  }

  /// The value of a row; `nil` if it is damaged.
  func readable<Value>(
    _ row: Statement, _ read: (Statement) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    do throws(StoreError) {
      return try read(row)
    } catch {
      guard error == .damagedRows else { throw error }
      return nil
    }
  }

  /// The damaged rows of all tables, of which the log is read already; with the one of this machine if it is gone
  /// (docs/store.md#damaged-rows).
  func damagedRows(besides log: ReadableLog) throws(StoreError) -> [DamagedRow] {
    var damaged = log.damaged
    for table in readers {
      let rows = try database.rows("SELECT \(table.row) AS row_number, * FROM \(table.name)") {
        (row) throws(StoreError) in
        try readable(row, table.read) == nil ? row.integer(0) : nil
      }
      damaged += rows.compactMap(\.self).map { DamagedRow(table: table.name, row: $0) }
    }
    if try database.integer("SELECT 1 FROM this_machine") == nil {
      damaged.append(DamagedRow(table: "this_machine", row: 1))
    }
    return damaged
  }

  /// Removes a row; inside a transaction.
  ///
  /// Of several rows the last one is removed first: in a table without `rowid` the numbers change.
  func remove(_ row: DamagedRow) throws(StoreError) {
    guard let key = Reader.keys[row.table] else {
      return try database.run("DELETE FROM \(row.table) WHERE rowid = ?", .integer(row.row))
    }
    try database.run(
      """
      DELETE FROM \(row.table) WHERE (\(key)) IN
        (SELECT \(key) FROM \(row.table) ORDER BY \(key) LIMIT 1 OFFSET ? - 1)
      """, .integer(row.row))
  }

  /// A table besides the log, and what turns its rows into values.
  private struct Reader {
    let name: String
    let read: (Statement) throws(StoreError) -> Void

    /// The keys of the tables without `rowid`.
    static let keys = ["log_file": "name"]

    /// The number of a row.
    var row: String {
      Reader.keys[name].map { "row_number() OVER (ORDER BY \($0))" } ?? "\(name).rowid"
    }

    init<Value>(
      _ name: String, _ read: @escaping (Statement) throws(StoreError) -> Value
    ) {
      self.name = name
      self.read = { (row) throws(StoreError) in _ = try read(row) }
    }
  }

  private var readers: [Reader] {
    [
      Reader("unknown_entry", unknownEntry), Reader("log_file", logFile),
      Reader("this_machine", thisMachine),
      Reader("task_list", taskList), Reader("task", task),
    ]
  }
}
