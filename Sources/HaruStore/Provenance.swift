internal import HaruCore

/// The four columns of a row that say when, where and how.
extension Provenance {
  /// Reads it from four columns of a row; `nil` if they hold something else.
  init?(_ row: Statement, from column: Int32) {
    guard let at = row.integer(column), let utcOffset = row.integer(column + 1),
      let zone = row.text(column + 2), let source = row.text(column + 3).flatMap(Source.init)
    else { return nil }
    self.init(at: Instant(at), utcOffset: Int(utcOffset), zone: zone, source: source)
  }

  var values: (Value, Value, Value, Value) {
    (.integer(at.seconds), .integer(Int64(utcOffset)), .text(zone), .text(source.rawValue))
  }
}
