public import HaruCore
internal import HaruLog

extension Store {
  /// Everything in the store, as of one moment.
  public func contents() throws(StoreError) -> Contents {
    try database.reading { () throws(StoreError) in
      let order = LogOrder(try entries())
      let journal = SharedJournal(of: order)
      var contents = Contents()
      contents.log = order.entries.map { String(decoding: $0.text, as: UTF8.self) }
      contents.log += try database.rows(
        "SELECT * FROM unknown_entry ORDER BY name", [], unknownEntry
      ).map(\.text)
      contents.marks = try marks()
      contents.journal = journal.lines
      contents.importedDays = try importedDays(numberedAsIn: journal)
      (contents.rest, contents.restRules) = (try restReasons(), try restRules())
      contents.freeFrom = try freeDays()
      contents.notes = try notes()
      return contents
    }
  }

  /// Writes everything from another store; inside a transaction of a store without days.
  ///
  /// - Throws: `StoreError.contradiction` for contents that are inconsistent.
  func insert(_ contents: Contents) throws(StoreError) {
    guard contents.isConsistent else { throw .contradiction }
    guard contents.log.isEmpty else { return try insertLog(of: contents) }
    try insert(JournalLog(of: contents).entries)
    guard try markedDays() == contents.marks.map(\.day).sorted(by: >),
      try restReasons() == contents.rest, try notes() == contents.notes
    else { throw .contradiction }
  }

  /// Writes the log of another store; inside a transaction of a store without days.
  ///
  /// - Throws: `StoreError.contradiction` if the log says something else than the contents.
  private func insertLog(of contents: Contents) throws(StoreError) {
    var entries: Set<LogEntry> = []
    for line in contents.log {
      switch ParsedEntry(Array(line.utf8)) {
      case .entry(let entry): if try !hasEntry(entry.name) { entries.insert(entry) }
      case .unknown(let name): try keep(unknown: name, line, of: LogMonth.of(line: line))
      case .damaged: throw .contradiction
      }
    }
    try insert(LogOrder(entries).entries)
    let told = try self.contents()
    guard told.journal == contents.journal, told.marks == contents.marks,
      told.rest == contents.rest, told.notes == contents.notes
    else { throw .contradiction }
  }

  /// Writes entries, of which the commands can be undone on this machine; inside a transaction.
  private func insert(_ entries: [LogEntry]) throws(StoreError) {
    let commands = Set(
      entries.filter { !$0.register.kind.isSilent }.map(\.batch))
    for batch in entries.byBatch {
      var first: Int64?
      for entry in batch {
        let row = try insert(entry, batch: first, isOwn: commands.contains(entry.batch))
        first = first ?? row
      }
    }
    for register in Set(entries.map(\.register)).sorted(by: { $0.key < $1.key }) {
      try recount(try value(of: register), in: register)
    }
  }

  /// Whether nothing about days was ever written.
  func isNew() throws(StoreError) -> Bool {
    try database.integer(
      """
      SELECT EXISTS (SELECT 1 FROM entry WHERE kind NOT IN ('weekdays', 'free', 'watch'))
      """) == 0
  }

  private func marks() throws(StoreError) -> [Contents.Mark] {
    try database.rows("SELECT * FROM mark ORDER BY day") { (row) throws(StoreError) in
      guard let day = try row.day("day"), let provenance = try row.provenance(at: "marked_at")
      else { throw .damagedRows }
      return Contents.Mark(day: day, provenance: provenance)
    }
  }

  /// The imported days, with the batches of a journal.
  private func importedDays(
    numberedAsIn journal: SharedJournal
  ) throws(StoreError) -> [Contents.ImportedDay] {
    var imported: [Contents.ImportedDay] = []
    for (register, value) in try values(of: .import) {
      var batches: [Day: Int64?] = [:]
      // Of several entries with the same day, the one that was learned first counts.
      for entry in value.standing.sorted(by: { $0.name < $1.name }) {
        for day in entry.value.flatMap(ImportedDays.days) ?? [] where batches[day] == nil {
          batches[day] = .some(journal.number(of: entry.batch))
        }
      }
      imported += batches.map {
        Contents.ImportedDay(source: register.key, day: $0.key, batch: $0.value)
      }
    }
    return imported.sorted { ($0.source, $0.day) < ($1.source, $1.day) }
  }
}
