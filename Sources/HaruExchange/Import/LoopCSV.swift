internal import HaruCore

/// The export of Loop Habit Tracker: a zip archive or a folder with a list of habits and a folder for
/// each (docs/formats.md#loop-csv).
enum LoopCSV: ImportFormat {
  static let name = "loop-csv"
  private static let listName = "Habits.csv"

  static func recognizes(_ source: Source) -> Bool {
    guard let folder = source.folder, folder.names.contains(listName) else { return false }
    // A damaged list is reported by `read`.
    guard let list = (try? folder.text(listName)) ?? nil else { return true }
    return CSV.firstRows(1, of: list).first?.cells.starts(with: ["Position", "Name"]) == true
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let folder = source.folder, let list = try folder.text(listName) else {
      throw .otherFormat
    }
    let habit = try options.choose(from: habits(in: try CSV(list)), name: \.name)
    // The name of a habit's folder is its number and the letters of its name, if any.
    let subfolder = folder.names.first { $0.prefix { $0 != " " } == habit.key[...] }
    guard let subfolder, let text = try folder.text(subfolder + "/Checkmarks.csv") else {
      throw .damaged
    }
    var gathering = Gathering(today: options.today)
    for row in try CSV(text).rows where row.cell(0) != "Date" {
      add(row, of: habit, to: &gathering)
    }
    return gathering.found(
      LoopHabit.origin, sourceID: "loop:" + habit.id, habit: habit.name)
  }

  private static func habits(in list: CSV) -> [LoopHabit] {
    guard let header = list.rows.first else { return [] }
    return list.rows.dropFirst().map { row in
      func column(_ name: String) -> String { row.cell(header.cells.firstIndex(of: name)) }
      let target = Double(column("Target Value")) ?? 0
      let isNumerical = column("Type") == "NUMERICAL"
      let isAtMost = column("Target Type") == "AT_MOST"
      return LoopHabit(
        name: column("Name"), key: column("Position"), id: column("Name"),
        goal: isNumerical ? (isAtMost ? .atMost(target) : .atLeast(target)) : .done)
    }
  }

  private static func add(
    _ row: CSV.Row, of habit: LoopHabit, to gathering: inout Gathering
  ) {
    let place = Import.Place.line(row.line)
    guard let day = Day(row.cell(0)) else {
      return gathering.skip(place, row.cell(0).isEmpty ? .noDate : .notADate(row.cell(0)))
    }
    let word = row.cell(1)
    guard !word.isEmpty else { return gathering.skip(place, .noValue) }
    guard let state = (LoopHabit.words[word] ?? Int64(word)).flatMap(habit.state) else {
      return gathering.skip(place, .unknownValue(word))
    }
    gathering.add(state, of: day, note: row.cell(2), at: place)
  }
}
