internal import HaruCore

/// Days as CSV (RFC 4180), oldest first: `date,value,note` (docs/formats.md#written-csv).
///
/// The value is `1` for a studied day, `rest` for a rest day, `reserve` for one in reserve, and empty for a note
/// alone. A table has no rules, so each rest day of a weekday, and each day in reserve, up to today, has a line.
struct DayTable {
  private let studied: Set<Day>
  private let rest: Set<Day>
  private let reserve: Set<Day>
  private let notes: [Day: String]

  init(_ contents: Contents, _ record: Record, today: Day) {
    studied = Set(contents.marks.map(\.day))
    rest = record.rest.declared(upTo: today)
    reserve = record.rest.free
    notes = contents.notes
  }

  /// The text of the file.
  var text: String {
    let days = studied.union(rest).union(reserve).union(notes.keys).sorted()
    let lines = days.map { "\($0),\(value(of: $0)),\(DayTable.quoted(notes[$0] ?? ""))" }
    return (["date,value,note"] + lines).map { $0 + "\r\n" }.joined()
  }

  private func value(of day: Day) -> String {
    if studied.contains(day) { return "1" }
    if rest.contains(day) { return "rest" }
    return reserve.contains(day) ? "reserve" : ""
  }

  /// A field, quoted if needed.
  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.unicodeScalars.contains { ["\"", ",", "\r", "\n"].contains($0) }
    let hasBlanks = [field.first, field.last].contains { $0?.isWhitespace == true }
    guard needsQuotes || hasBlanks else { return field }
    // By scalars, because a quotation mark with an accent after it is another character.
    var quoted = ""
    for scalar in field.unicodeScalars {
      quoted += scalar == "\"" ? "\"\"" : String(scalar)
    }
    return "\"\(quoted)\""
  }
}
