internal import HaruCore

/// The export of Loop Habit Tracker: a zip archive or a folder with a list of habits and a folder for
/// each (docs/formats.md#loop-csv).
enum LoopCSV: ImportFormat {
  static let name = "loop-csv"

  static func recognizes(_ source: Source) -> Bool {
    guard let folder = source.folder, folder.names.contains(LoopList.name) else { return false }
    // A damaged list is reported by `read`.
    guard let list = (try? folder.text(LoopList.name)) ?? nil else { return true }
    return LoopList.recognizes(list)
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let folder = source.folder, let list = try LoopList(in: folder) else {
      throw .otherFormat
    }
    let habit = try options.choose(from: list.habits, name: \.name)
    // The name of a habit's folder is its number and the letters of its name, if any.
    let subfolder = folder.names.first { $0.prefix { $0 != " " } == habit.key[...] }
    guard let subfolder, let text = try folder.text(subfolder + "/Checkmarks.csv") else {
      throw .missingDays(of: habit.name)
    }
    return try LoopCheckmarks.found(CSV(text), of: habit, options)
  }
}

/// The list of habits in an export of Loop.
struct LoopList {
  static let name = "Habits.csv"

  let habits: [LoopHabit]

  /// Reads the list; `nil` if the folder has none.
  init?(in folder: Folder) throws(ImportError) {
    guard let text = try folder.text(LoopList.name), LoopList.recognizes(text) else { return nil }
    let list = CSV(text)
    try list.requireClosedQuotes()
    let header = list.header?.cells ?? []
    habits = list.rows.dropFirst().map { row in
      func column(_ name: String) -> String { row.cell(header.firstIndex(of: name)) }
      let target = Double(column("Target Value")) ?? 0
      let isNumerical = column("Type") == "NUMERICAL"
      let isAtMost = column("Target Type") == "AT_MOST"
      return LoopHabit(
        name: column("Name"), key: column("Position"), id: column("Name"),
        goal: isNumerical ? (isAtMost ? .atMost(target) : .atLeast(target)) : .done)
    }
  }

  static func recognizes(_ list: Text) -> Bool {
    CSV(list).header?.cells.starts(with: ["Position", "Name"]) == true
  }
}
