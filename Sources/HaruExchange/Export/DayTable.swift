internal import HaruCore

/// Days as CSV (RFC 4180): `date,value,note`, oldest first, a line for each day of which something
/// was said; the value is `1` for a studied day, `rest` for a free one, and empty for a note alone.
///
/// A table has no rules, so each day up to today that was free by one has a line of its own.
struct DayTable {
  private let studied: Set<Day>
  private let rest: Set<Day>
  private let notes: [Day: String]

  init(_ contents: Contents, today: Day) {
    studied = Set(contents.marks.map(\.day))
    rest = Set(contents.restDays(upTo: today).keys)
    notes = contents.notes
  }

  /// The file.
  var text: String {
    let days = studied.union(rest).union(notes.keys).sorted()
    let lines = days.map { day in
      let value = studied.contains(day) ? "1" : rest.contains(day) ? "rest" : ""
      return "\(day),\(value),\(DayTable.quoted(notes[day] ?? ""))"
    }
    return (["date,value,note"] + lines).map { $0 + "\r\n" }.joined()
  }

  /// A field, in quotes where it needs them.
  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.unicodeScalars.contains { ["\"", ",", "\r", "\n"].contains($0) }
    guard needsQuotes else { return field }
    // By scalars: with an accent after it, a quotation mark is another character.
    var quoted = ""
    for scalar in field.unicodeScalars {
      quoted += scalar == "\"" ? "\"\"" : String(scalar)
    }
    return "\"\(quoted)\""
  }
}
