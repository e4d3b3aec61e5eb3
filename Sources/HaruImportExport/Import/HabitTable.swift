internal import HaruCore

/// A table with a row for each habit and day, whose columns have names of their own.
protocol HabitTable: ImportFormat {
  /// The name of the program.
  static var origin: String { get }

  /// The names of its columns; only that of notes may be missing.
  static var columns: (habit: String, date: String, value: String, note: String) { get }

  /// Whether a cell names a habit.
  static func isHabit(_ name: String) -> Bool

  /// The meaning of a value; `nil` for an unknown one.
  static func state(_ value: String) -> DayState?
}

extension HabitTable {
  static func isHabit(_ name: String) -> Bool { true }

  static func recognizes(_ source: Source) -> Bool {
    guard let text = source.text, let header = CSV.firstRows(1, of: text).first else {
      return false
    }
    return Set(header.cells).isSuperset(of: [columns.habit, columns.date, columns.value])
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let csv = CSV(text)
    try csv.requireClosedQuotes()
    guard let header = csv.header?.cells else { throw .otherFormat }
    func column(_ name: String) -> Int? { header.firstIndex(of: name) }
    let (habits, dates) = (column(columns.habit), column(columns.date))
    let (values, notes) = (column(columns.value), column(columns.note))
    let entries = csv.rows.dropFirst()
    let names = unique(entries.lazy.map { $0.cell(habits) }.filter(isHabit))
    let habit = try options.choose(from: names, name: { $0 })
    let written = WrittenDates(entries, dates, zone: options.zone)
    var builder = ImportBuilder(today: options.today)
    for row in entries where row.cell(habits) == habit {
      builder.add(
        row, width: 1 + max(dates ?? 0, values ?? 0), date: row.cell(dates), in: written,
        state: state(row.cell(values)), value: row.cell(values), note: row.note(notes))
    }
    return builder.found(
      origin, sourceID: name + ":" + habit, habit: habit, remarks: written.remarks)
  }
}
