internal import HaruCore

/// Days as CSV (RFC 4180): `date,value,note`, oldest first, a line for each day of which something
/// was said; the value is `1` for a studied day, `rest` for a free one, and empty for a note alone.
struct DayTable {
  private let contents: Contents

  init(_ contents: Contents) {
    self.contents = contents
  }

  /// The file.
  var text: String {
    let studied = Set(contents.marks.map(\.day))
    let days = studied.union(contents.rest.keys).union(contents.notes.keys).sorted()
    let lines = days.map { day in
      let value = studied.contains(day) ? "1" : contents.rest[day] == nil ? "" : "rest"
      return "\(day),\(value),\(DayTable.quoted(contents.notes[day] ?? ""))"
    }
    return (["date,value,note"] + lines).map { $0 + "\r\n" }.joined()
  }

  /// A field, in quotes where it needs them.
  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.unicodeScalars.contains { ["\"", ",", "\r", "\n"].contains($0) }
    guard needsQuotes else { return field }
    return "\""
      + field.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
