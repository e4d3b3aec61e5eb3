internal import HaruCore

/// The CSV of Streaks for iOS, with a row for each task and day (docs/formats.md#streaks).
enum Streaks: ImportFormat {
  static let name = "streaks"

  static func recognizes(_ source: Source) -> Bool {
    guard let text = source.text, let header = CSV.firstRows(1, of: text).first else {
      return false
    }
    return Set(header.cells).isSuperset(of: ["title", "entry_type", "entry_date"])
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let csv = CSV(text)
    try csv.requireClosedQuotes()
    guard let header = csv.header?.cells else { throw .otherFormat }
    func column(_ name: String) -> Int? { header.firstIndex(of: name) }
    let (titles, types, dates, notes) = (
      column("title"), column("entry_type"), column("entry_date"), column("notes")
    )
    let entries = csv.rows.dropFirst()
    let names = unique(entries.lazy.map { $0.cell(titles) }.filter { !$0.isEmpty })
    let task = try options.choose(from: names, name: { $0 })
    let written = WrittenDates(entries, dates, zone: options.zone)
    var gathering = Gathering(today: options.today)
    for row in entries where row.cell(titles) == task {
      gathering.add(
        row, width: 1 + max(types ?? 0, dates ?? 0), date: row.cell(dates), in: written,
        state: state(row.cell(types)), value: row.cell(types), note: row.cell(notes))
    }
    return gathering.found("Streaks", sourceID: "streaks:" + task, habit: task)
  }

  /// The meaning of a type such as `completed_manually` or `missed_auto`.
  private static func state(_ type: String) -> DayState? {
    let meanings: [(String, DayState)] = [
      ("completed", .studied), ("skipped", .rest), ("missed", .nothing), ("partial", .nothing),
    ]
    return meanings.first { type.hasPrefix($0.0) }?.1
  }
}
