internal import HaruCore

/// A table with a row for each habit and day, whose columns have names of their own.
protocol HabitTable: ImportFormat {
  /// The name of the program.
  static var origin: String { get }

  /// The names of its columns; only those of notes may be missing.
  static var columns: (habit: String, date: String, value: String, notes: [String]) { get }

  /// The habits that a cell names.
  static func habits(in cell: String) -> [String]

  /// The meaning of a value; `nil` for an unknown one.
  static func state(_ value: String) -> DayState?

  /// The text of a note, as a person wrote it.
  static func note(_ written: String) -> String
}

extension HabitTable {
  static func habits(in cell: String) -> [String] { [cell] }

  static func note(_ written: String) -> String { written }

  static func recognizes(_ source: Source) -> Bool {
    guard let header = source.table?.header else { return false }
    return Set(header.cells).isSuperset(of: [columns.habit, columns.date, columns.value])
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let csv = source.table else { throw .otherFormat }
    try csv.requireClosedQuotes()
    guard let header = csv.header?.cells else { throw .otherFormat }
    func column(_ name: String) -> Int? { header.firstIndex(of: name) }
    let named = column(columns.habit)
    let (dates, values) = (column(columns.date), column(columns.value))
    let notes = columns.notes.compactMap(column)
    let entries = csv.rows.dropFirst()
    let names = unique(entries.lazy.flatMap { habits(in: $0.cell(named)) })
    let habit = try options.choose(from: names, name: { $0 })
    let sourceID = name + ":" + habit
    let instants = try InstantDays(of: sourceID, options)
    let written = try WrittenDates(entries, dates, instants, options)
    let width = 1 + max(dates ?? 0, values ?? 0)
    var builder = ImportBuilder(options)
    for row in entries where habits(in: row.cell(named)).contains(habit) {
      // What is left of a longer name, where the file was cut, may be the name of another habit.
      builder.add(
        row, width: row.isOpen ? header.count : width, date: row.cell(dates), in: written,
        state: state(row.cell(values)), value: row.cell(values),
        note: notes.map { note(row.note($0)) }.filter { !$0.isEmpty }.joined(separator: "\n"))
    }
    return try instants.addingZones(
      to: builder.found(origin, sourceID: sourceID, habit: habit, remarks: written.remarks))
  }
}
