internal import HaruCore

/// The task history of Habitica, `history.csv` (docs/formats.md#habitica).
enum Habitica: ImportFormat {
  static let name = "habitica"

  static func recognizes(_ source: Source) -> Bool {
    guard let header = source.table?.header else { return false }
    return header.cells == ["Task Name", "Task ID", "Task Type", "Date", "Value"]
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let csv = source.table else { throw .otherFormat }
    try csv.requireClosedQuotes()
    let entries = csv.rows.dropFirst()
    var tasks: [(id: String, name: String)] = []
    for row in entries where !tasks.contains(where: { $0.id == row.cell(1) }) {
      tasks.append((row.cell(1), row.cell(0)))
    }
    let task = try options.choose(from: tasks, name: \.name)
    let sourceID = "habitica:" + task.id
    let instants = try InstantDays(of: sourceID, options)
    let written = try WrittenDates(entries, 3, instants, options)
    // A daily task falls when it is missed. How a habit stands also fades without a row, so that a plus may
    // leave it lower than the row before, and of a habit with a minus alone every row is a failure.
    let isHabit = entries.contains { $0.cell(1) == task.id && $0.cell(2) == "habit" }
    guard isHabit == (options.rows != nil) else {
      throw isHabit ? .plusOrMinus(task.name) : .noRows
    }
    let isEveryRow = isHabit && options.rows == .all
    var builder = ImportBuilder(options)
    var before = 0.0
    // A spreadsheet may have sorted them otherwise.
    let ofTask = entries.filter { $0.cell(1) == task.id }.map { ($0, written.time($0.cell(3))) }
    for (row, _) in ofTask.sorted(by: { ($0.1, $0.0.line) < ($1.1, $1.0.line) }) {
      // The rest of a number that was cut could be higher.
      let value = row.isOpen ? nil : Double(row.cell(4))
      // The time is one of UTC.
      builder.add(
        row, width: 5, date: row.cell(3) + "Z", in: written,
        state: value.map { isEveryRow || $0 > before ? .studied : .nothing }, value: row.cell(4),
        note: "")
      before = value ?? before
    }
    return try instants.addingZones(
      to: builder.found(
        "Habitica", sourceID: sourceID, habit: task.name, remarks: written.remarks))
  }
}
