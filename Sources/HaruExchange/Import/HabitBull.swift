internal import HaruCore

/// The CSV of HabitBull, with a row for each habit and day (docs/formats.md#habitbull).
enum HabitBull: ImportFormat {
  static let name = "habitbull"

  static func recognizes(_ source: Source) -> Bool {
    guard let text = source.text, let header = CSV.firstRows(1, of: text).first else {
      return false
    }
    return Set(header.cells).isSuperset(of: ["HabitName", "CalendarDate", "Value"])
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let csv = CSV(text)
    try csv.requireClosedQuotes()
    guard let header = csv.header?.cells else { throw .otherFormat }
    let (habits, dates) = (
      header.firstIndex(of: "HabitName"), header.firstIndex(of: "CalendarDate")
    )
    let (values, notes) = (header.firstIndex(of: "Value"), header.firstIndex(of: "CommentText"))
    let entries = csv.rows.dropFirst()
    let names = unique(entries.lazy.map { $0.cell(habits) })
    let habit = try options.choose(from: names, name: { $0 })
    let written = WrittenDates(entries, dates, zone: options.zone)
    var gathering = Gathering(today: options.today)
    for row in entries where row.cell(habits) == habit {
      gathering.add(
        row, width: 1 + max(dates ?? 0, values ?? 0), date: row.cell(dates), in: written,
        state: state(row.cell(values)),
        value: row.cell(values), note: row.cell(notes))
    }
    return gathering.found(
      "HabitBull", sourceID: "habitbull:" + habit, habit: habit, remarks: written.remarks)
  }

  /// The meaning of a quantity: 1 and more is done; a day without one has a negative number.
  private static func state(_ value: String) -> DayState? {
    Double(value).map { $0 > 0 ? .studied : .nothing }
  }
}
