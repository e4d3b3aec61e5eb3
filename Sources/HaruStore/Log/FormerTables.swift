internal import HaruCore
internal import HaruLog

/// The tables of versions up to 0.3, which become the log once (docs/sync.md#version-03).
///
/// Rows that cannot be read are passed over: what the tables of marks, rest days and notes say now is told
/// in any case. As a part of the step to version 8 of the tables it knows those of that version, and none of
/// the columns that came later.
struct FormerTables {
  private let database: Database

  init(in database: Database) {
    self.database = database
  }

  /// Makes the log of what the tables say; inside a transaction.
  func convertToLog() throws(StoreError) {
    let former = try machine()
    try write(former ?? ThisMachine())
    let name = former?.name
    var log = FormerLog()
    let lines = try read("sync_line") { (row) throws(StoreError) in
      (try row.text("line")).map { ParsedFormerLine(Array($0.utf8)) }
    }
    log.add(lines.compactMap { if case .line(let line) = $0 { line } else { nil } })
    log.add(try journalWithoutLines(), on: name)
    log.add(try read("rest_rule", rule), on: name)
    log.add(try importedDays(), on: name)
    try addWatches(to: &log, on: name)
    try addWhatCounts(to: &log, on: name)
    let commands = log.commands
    try write(log) { $0.machine == name && commands.contains($0.batch) }
    for table in [
      "journal", "import", "import_watch", "sync", "sync_device", "sync_line", "sync_entry",
      "sync_file",
    ] {
      try database.execute("DROP TABLE \(table)")
    }
  }

  /// Reads the rows of a table that can be read.
  private func read<Value>(
    _ rows: String, _ body: (Statement) throws(StoreError) -> Value?
  ) throws(StoreError) -> [Value] {
    try database.rows("SELECT * FROM \(rows)") { (row) throws(StoreError) -> Value? in
      do throws(StoreError) {
        return try body(row)
      } catch {
        guard error == .damagedRows else { throw error }
        return nil
      }
    }.compactMap(\.self)
  }

  private func machine() throws(StoreError) -> ThisMachine? {
    try read("sync") { (row) throws(StoreError) -> ThisMachine? in
      guard let name = try row.text("device"), MachineName.isValid(name),
        let number = try row.text("machine")
      else { return nil }
      var machine = ThisMachine(name: name, number: number)
      machine.folder = try row.text("folder")
      machine.leavesOutNotes = try row.bool("leaves_out_notes") ?? false
      machine.weekdays = try row.text("weekdays").flatMap(RestWeekdays.weekdays)
      return machine
    }.first
  }

  /// The journal entries that no line says.
  private func journalWithoutLines() throws(StoreError) -> [JournalEntry] {
    try read("journal WHERE id NOT IN (SELECT id FROM sync_entry) ORDER BY id") {
      (row) throws(StoreError) -> JournalEntry? in
      guard let batch = try row.batch("batch"), let day = try row.day("day"),
        let kind = try row.text("kind").flatMap(DayChange.Kind.init),
        let provenance = try row.provenance(at: "at")
      else { return nil }
      let undoes = try row.batch("undoes")
      let change = DayChange(kind, day, from: try row.text("before"), to: try row.text("after"))
      guard change.isValid else { return nil }
      return JournalEntry(batch: batch, undoes: undoes, change: change, provenance: provenance)
    }
  }

  private func rule(_ row: Statement) throws(StoreError) -> RestRule? {
    guard let weekday = try row.count("weekday").flatMap(Weekday.init(rawValue:)),
      let from = try row.day("from_day")
    else { return nil }
    return RestRule(weekday, from: from, to: try row.day("to_day"))
  }

  private func importedDays() throws(StoreError) -> [Contents.ImportedDay] {
    try read("import ORDER BY source_id, day") {
      (row) throws(StoreError) -> Contents.ImportedDay? in
      guard let source = try row.text("source_id"), let day = try row.day("day") else {
        return nil
      }
      return Contents.ImportedDay(source: source, day: day, batch: try row.batch("batch"))
    }
  }

  private func addWatches(to log: inout FormerLog, on machine: String?) throws(StoreError) {
    let brought = try read("import_watch") { (row) throws(StoreError) in
      (id: try row.id("watch_id"), batch: try row.batch("batch"))
    }
    let watches = try read("watch ORDER BY id") { (row) throws(StoreError) in
      (
        id: try row.id("id"), owner: try row.text("owner") ?? "", name: try row.text("name") ?? "",
        isQuiet: try row.bool("is_quiet") ?? false, at: try row.instant("added_at")
      )
    }
    for watch in watches {
      guard let name = RepositoryName(owner: watch.owner, name: watch.name), let at = watch.at
      else { continue }
      let (register, text) = (
        Register(name), WatchedRepository(name, isQuiet: watch.isQuiet).text
      )
      guard log.value(of: register).winner?.value != text else { continue }
      let batch = brought.last { $0.id == watch.id }?.batch
      log.add(
        register, text, by: Provenance(at: at, utcOffset: 0, zone: "UTC", source: .command),
        on: machine, in: batch.map(FormerLog.Batch.journal))
    }
    // What the lines still say of others was changed, and not told yet.
    let present = Set(
      watches.compactMap { RepositoryName(owner: $0.owner, name: $0.name) }.map(Register.init))
    for register in log.registers where register.kind == .watch && !present.contains(register) {
      guard let winner = log.value(of: register).winner, winner.value != nil else { continue }
      log.add(register, nil, by: winner.provenance, on: machine)
    }
  }

  /// Adds what the tables of days say and the log does not: of what was said apart in the same second another
  /// word counted, and entries may be damaged.
  private func addWhatCounts(to log: inout FormerLog, on machine: String?) throws(StoreError) {
    var values: [Register: (value: String, provenance: Provenance?)] = [:]
    for (kind, table, value) in [
      (DayChange.Kind.study, "mark", "'studied'"), (.rest, "rest", "reason"),
      (.note, "note", "text"),
    ] {
      let source = kind == .study ? "*" : "day"
      let rows = try database.rows("SELECT \(source), \(value) AS value FROM \(table)") {
        (row) throws(StoreError) -> (Day, String, Provenance?)? in
        guard let day = try? row.day("day"), let value = try? row.text("value") else { return nil }
        return (day, value, kind == .study ? try? row.provenance(at: "marked_at") : nil)
      }
      for case let (day, value, provenance)? in rows {
        values[Register(kind, day)] = (value, provenance)
      }
    }
    for register in log.registers.union(values.keys).sorted(by: { $0.key < $1.key })
    where register.kind.change != nil {
      let winner = log.value(of: register).winner
      let value = values[register]
      guard winner?.value != value?.value else { continue }
      guard
        let provenance = value?.provenance ?? winner?.provenance
          ?? Provenance(onMidnightOf: register)
      else { continue }
      log.add(register, value?.value, by: provenance, on: winner?.machine ?? machine)
    }
  }
}

extension Provenance {
  /// Of a rest day or a note whose entries are damaged.
  fileprivate init?(onMidnightOf register: Register) {
    guard let day = Day(register.key) else { return nil }
    self.init(onMidnightOf: day)
  }
}

// MARK: Rows of version 8

extension FormerTables {
  private func write(_ machine: ThisMachine) throws(StoreError) {
    try database.insert(
      into: "this_machine",
      [
        "id": .integer(1), "name": .text(machine.name), "number": .text(machine.number),
        "folder": Value(machine.folder), "leaves_out_notes": Value(machine.leavesOutNotes),
        "weekdays": Value(machine.weekdays.map(RestWeekdays.text)),
      ])
  }

  private func write(_ log: FormerLog, as isOwn: (LogEntry) -> Bool) throws(StoreError) {
    var row: Int64 = 0
    for batch in log.entries.byBatch {
      let first = row + 1
      for entry in batch {
        row += 1
        try write(entry, as: row, batch: isOwn(entry) ? first : nil)
      }
    }
  }

  private func write(
    _ entry: LogEntry, as row: Int64, batch: Int64?
  ) throws(StoreError) {
    let provenance = entry.provenance
    try database.insert(
      into: "entry",
      [
        "id": .integer(row), "name": Value(entry.name),
        "kind": .text(entry.register.kind.rawValue), "key": .text(entry.register.key),
        "value": Value(entry.value), "at": Value(provenance.at),
        "utc_offset": Value(utcOffset: provenance.utcOffset), "zone": .text(provenance.zone),
        "source": .text(provenance.source.rawValue), "machine": Value(entry.machine),
        "first": Value(entry.first), "undoes": Value(entry.undoes), "after": Value(entry.after),
        "replaces": entry.replaces.isEmpty ? .null : .bytes(entry.replaces.flatMap(\.bytes)),
        "batch": batch.map(Value.integer) ?? .null,
      ])
  }
}
