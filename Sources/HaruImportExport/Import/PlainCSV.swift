internal import HaruCore

/// A table of `date[,value[,note]]`, with or without a header, or of a date and a column for each
/// habit (docs/formats.md#csv).
enum PlainCSV: ImportFormat {
  static let name = "csv"

  static func recognizes(_ source: Source) -> Bool {
    guard let text = source.text else { return false }
    let first = CSV.firstRows(2, of: text)
    return first.first.flatMap(Columns.init(header:)) != nil
      || first.contains { WrittenDates.isDate($0.cell(0)) }
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let csv = CSV(text)
    try csv.requireClosedQuotes()
    guard let first = csv.header else { return try found(csv, .usual, hasHeader: false, options) }
    let hasHeader = !WrittenDates.isDate(first.cell(0))
    let columns = hasHeader ? Columns(header: first) : nil
    return try found(csv, columns ?? .usual, hasHeader: hasHeader, options)
  }

  /// The meaning of the columns.
  private struct Columns {
    var date: Int
    var value: Int?
    var note: Int?
    var habit: Int?
    /// Columns of one habit each.
    var habits: [(name: String, column: Int)] = []
    /// How many cells a row has.
    let width: Int

    /// The columns without a header.
    static let usual = Columns(date: 0, value: 1, note: 2)

    private init(date: Int, value: Int?, note: Int?) {
      (self.date, self.value, self.note, width) = (date, value, note, 1)
    }

    /// Reads the names of the columns; `nil` without a column of dates.
    init?(header: CSV.Row) {
      let names = header.cells.map { $0.lowercased() }
      func column(_ known: String...) -> Int? { names.firstIndex { known.contains($0) } }
      guard let date = column("date", "day", "calendardate") else { return nil }
      self.date = date
      width = 1 + (names.lastIndex { !$0.isEmpty } ?? 0)
      value = column("value", "done", "studied", "status", "result")
      note = column("note", "notes", "comment", "commenttext")
      habit = column("habit", "habitname", "name")
      guard value == nil, habit == nil else { return }
      habits = header.cells.enumerated().compactMap { index, name in
        [date, note].contains(index) || name.isEmpty ? nil : (name, index)
      }
    }
  }

  private static func found(
    _ csv: CSV, _ columns: Columns, hasHeader: Bool, _ options: ImportOptions
  ) throws(ImportError) -> Import.Found {
    let rows = csv.rows.dropFirst(hasHeader ? 1 : 0)
    var (value, habit): (Int?, String?) = (columns.value, nil)
    if !columns.habits.isEmpty {
      let chosen = try options.choose(from: columns.habits, name: \.name)
      // The only column of a habit may have any name.
      (value, habit) = (chosen.column, columns.habits.count > 1 ? chosen.name : nil)
    } else if columns.habit != nil {
      let names = unique(rows.lazy.map { $0.cell(columns.habit) })
      habit = try options.choose(from: names, name: { $0 })
    } else {
      try options.refuseHabit()
    }
    let dates = WrittenDates(rows, columns.date, zone: options.zone)
    var builder = ImportBuilder(today: options.today)
    var widest = columns.width
    for row in rows where columns.habit == nil || row.cell(columns.habit) == habit {
      // A row with a date alone is a studied day.
      let cell = value.flatMap { $0 < row.count ? row.cell($0) : nil }
      let note = row.cell(columns.note)
      builder.add(
        row, width: row.isOpen ? widest : columns.width, date: row.cell(columns.date), in: dates,
        state: cell.map { state($0, note: note) } ?? .studied, value: cell ?? "", note: note)
      // Without a header only the last row is too short: the file may end in its middle.
      if !hasHeader { widest = max(widest, row.count) }
    }
    // Not the name of the file, which may be saved again under another name.
    return builder.found(
      "CSV", sourceID: habit.map { "csv:" + $0 } ?? "csv", habit: habit, remarks: dates.remarks)
  }

  /// The meaning of a cell with the note beside it; `nil` for an unknown one.
  private static func state(_ value: String, note: String) -> DayState? {
    // Haru exports a note alone as such a row.
    if value.isEmpty, !note.isEmpty { return .nothing }
    // By far the most frequent.
    if value == "1" { return .studied }
    let word = value.lowercased()
    if let number = Double(word) { return number > 0 ? .studied : .nothing }
    return words[word]
  }

  private static let words: [String: DayState] = {
    let meanings: [(DayState, String)] = [
      (.studied, "y yes true x ✓ ✔ ✅ done studied"),
      (.nothing, "n no false - ✗ ✘ missed unknown"),
      (.rest, "s skip skipped rest"),
    ]
    let pairs = meanings.flatMap { state, words in
      words.split(separator: " ").map { (String($0), state) }
    }
    return Dictionary(pairs) { first, _ in first }
  }()
}
