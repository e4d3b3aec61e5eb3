internal import HaruCore

/// Marks, rest days, notes and lines of the journal as rows.
extension Store {
  /// Reads a row of `mark`.
  func mark(_ row: Statement) throws(StoreError) -> Contents.Mark {
    guard let day = row.day("day"), let provenance = provenance(row, at: "marked_at") else {
      throw .corrupt
    }
    return Contents.Mark(day: day, provenance: provenance)
  }

  /// Writes a mark, in place of the day's mark if there is one; inside a transaction.
  func insert(_ mark: Contents.Mark) throws(StoreError) {
    let provenance = mark.provenance
    try database.upsert(
      into: "mark", key: "day",
      [
        "day": Value(mark.day), "marked_at": Value(provenance.at),
        "utc_offset": Value(provenance.utcOffset), "zone": .text(provenance.zone),
        "source": .text(provenance.source.rawValue),
      ])
  }

  /// Writes a rest day, in place of its reason if there is one; inside a transaction.
  func insert(rest day: Day, reason: String) throws(StoreError) {
    try database.upsert(
      into: "rest", key: "day", ["day": Value(day), "reason": .text(reason)])
  }

  /// Writes a note, in place of the day's note if there is one; inside a transaction.
  func insert(note text: String, on day: Day) throws(StoreError) {
    try database.upsert(into: "note", key: "day", ["day": Value(day), "text": .text(text)])
  }

  /// Reads a row of `journal`.
  func entry(_ row: Statement) throws(StoreError) -> JournalEntry {
    guard let day = row.day("day"), let kind = row.text("kind").flatMap(Change.Kind.init),
      let batch = row.integer("batch"), let provenance = provenance(row, at: "at")
    else { throw .corrupt }
    let change = Change(kind, day, from: row.text("before"), to: row.text("after"))
    return JournalEntry(
      batch: batch, undoes: row.integer("undoes"), change: change, provenance: provenance)
  }

  /// Writes a line of the journal; inside a transaction.
  func write(_ entry: JournalEntry) throws(StoreError) {
    let (change, provenance) = (entry.change, entry.provenance)
    try database.insert(
      into: "journal",
      [
        "batch": .integer(entry.batch), "undoes": Value(entry.undoes),
        "kind": .text(change.kind.rawValue), "day": Value(change.day),
        "before": Value(change.before), "after": Value(change.after), "at": Value(provenance.at),
        "utc_offset": Value(provenance.utcOffset), "zone": .text(provenance.zone),
        "source": .text(provenance.source.rawValue),
      ])
  }

  private func provenance(_ row: Statement, at instant: String) -> Provenance? {
    guard let at = row.instant(instant), let utcOffset = row.count("utc_offset"),
      let zone = row.text("zone"), let source = row.text("source").flatMap(Provenance.Source.init)
    else { return nil }
    return Provenance(at: at, utcOffset: utcOffset, zone: zone, source: source)
  }
}
