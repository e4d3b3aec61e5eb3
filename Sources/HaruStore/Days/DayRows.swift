internal import HaruCore

/// Marks, rest days and notes as rows.
extension Store {
  /// The value of a day in the tables; `nil` for none.
  func present(
    _ kind: DayChange.Kind, _ day: Day
  ) throws(StoreError) -> (value: String, provenance: Provenance?)? {
    switch kind {
    case .study:
      return try database.rows("SELECT * FROM mark WHERE day = ?", [Value(day)], mark).first
        .map { (DayChange.studied, $0.provenance) }
    case .rest:
      return try database.rows(
        "SELECT day, reason AS text FROM rest WHERE day = ?", [Value(day)], textOfDay
      ).first.map { ($0.1, nil) }
    case .note:
      return try database.rows("SELECT day, text FROM note WHERE day = ?", [Value(day)], textOfDay)
        .first.map { ($0.1, nil) }
    }
  }

  /// Reads a row of `mark`.
  func mark(_ row: Statement) throws(StoreError) -> Contents.Mark {
    guard let day = try row.day("day"), let provenance = try row.provenance(at: "marked_at")
    else { throw .damagedRows }
    return Contents.Mark(day: day, provenance: provenance)
  }

  /// Writes a mark, in place of the day's mark if there is one; inside a transaction.
  func insert(_ mark: Contents.Mark) throws(StoreError) {
    let provenance = mark.provenance
    try database.upsert(
      into: "mark", key: "day",
      [
        "day": Value(mark.day), "marked_at": Value(provenance.at),
        "utc_offset": Value(utcOffset: provenance.utcOffset), "zone": .text(provenance.zone),
        "source": .text(provenance.source.rawValue),
      ])
  }

  /// Reads the day and the `text` of a row: the reason of a rest day, or a note.
  func textOfDay(_ row: Statement) throws(StoreError) -> (Day, String) {
    guard let day = try row.day("day"), let text = try row.text("text") else {
      throw .damagedRows
    }
    return (day, text)
  }

  /// Reads a row of `rest_rule`.
  func rule(_ row: Statement) throws(StoreError) -> RestRule {
    guard let from = try row.day("from_day"),
      let weekday = try row.count("weekday").flatMap(Weekday.init(rawValue:))
    else { throw .damagedRows }
    let to = try row.day("to_day")
    guard from <= to ?? .latest else { throw .damagedRows }
    return RestRule(weekday, from: from, to: to)
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
}
