internal import HaruCore

/// Marks, rest days and notes as rows of the views.
extension Store {
  /// Reads a row of `mark`.
  func mark(_ row: Statement) throws(StoreError) -> Contents.Mark {
    guard let day = try row.day("day"), let provenance = try row.provenance(at: "marked_at")
    else { throw .damagedRows }
    return Contents.Mark(day: day, provenance: provenance)
  }

  /// Reads the day and the `text` of a row: the reason of a rest day, or a note.
  func textOfDay(_ row: Statement) throws(StoreError) -> (Day, String) {
    guard let day = try row.day("day"), let text = try row.text("text") else {
      throw .damagedRows
    }
    return (day, text)
  }
}
