internal import HaruCore
internal import HaruStore

/// The backup of Rewire, a database (docs/formats.md#rewire).
enum Rewire: ImportFormat {
  static let name = "rewire"
  private static let done: Int64 = 2

  static func recognizes(_ source: Source) -> Bool {
    source.hasTable("habits", "_id", "name")
      && source.hasTable("checkins", "habit_id", "date", "type")
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let database = source.database else { throw .otherFormat }
    try database.checkIntegrity()
    let habits = try database.names("SELECT _id, name FROM habits ORDER BY _id")
    let habit = try options.choose(from: habits, name: \.name)
    var builder = ImportBuilder(options)
    try database.rows(
      "SELECT rowid, date, type FROM checkins WHERE habit_id = \(habit.id) ORDER BY rowid"
    ) { row in
      let place = Import.Place.row(row.integer(0) ?? 0)
      guard let date = row.text(1) else { return builder.skip(place, .noDate) }
      guard let day = Day.compact(date) else { return builder.skip(place, .notADate(date)) }
      builder.add(row.integer(2) == done ? .studied : .nothing, of: day, at: place)
    }
    return builder.found("Rewire", sourceID: "rewire:" + habit.name, habit: habit.name)
  }
}

extension Day {
  /// The day of a date such as `20261120`; `nil` if it is none.
  static func compact(_ text: String) -> Day? {
    guard text.utf8.count == 8, text.utf8.allSatisfy(\.isDigit), let number = Int(text) else {
      return nil
    }
    return Day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }
}
