internal import HaruCore
internal import HaruStore

/// The backup of Loop Habit Tracker, a database of a version up to 25 (docs/formats.md#loop-database).
enum LoopDatabase: ImportFormat {
  static let name = "loop"
  private static let newestKnown: Int64 = 25

  static func recognizes(_ source: Source) -> Bool {
    source.hasTable("habits", "id", "name") && source.hasTable("repetitions", "habit", "timestamp")
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let database = source.database else { throw .otherFormat }
    try database.checkIntegrity()
    let version = try database.integer("PRAGMA user_version") ?? 0
    guard version <= newestKnown || options.force else { throw .newer(Int(version)) }
    let habit = try options.choose(from: try habits(of: database), name: \.name)
    var builder = ImportBuilder(options)
    try database.rows(query(for: habit, in: database)) { row in
      let place = Import.Place.row(row.integer(0) ?? 0)
      guard row.text(1) != nil else { return builder.skip(place, .noDate) }
      guard let day = row.real(1).flatMap(day) else {
        return builder.skip(place, .notADate(row.text(1) ?? ""))
      }
      guard let value = row.real(2).flatMap(Int64.init(exactly:)) else {
        return builder.skip(place, .noValue)
      }
      guard let state = habit.state(value) else {
        return builder.skip(place, .unknownValue(String(value)))
      }
      builder.add(state, of: day, note: row.text(3) ?? "", at: place)
    }
    return builder.found(
      LoopHabit.origin, sourceID: "loop:" + habit.id, habit: habit.name)
  }

  private static func habits(of database: DatabaseCopy) throws(ImportError) -> [LoopHabit] {
    let columns = database.columns(of: "Habits") ?? []
    let wanted = ["uuid", "type", "target_type", "target_value"].map {
      columns.contains($0) ? $0 : "NULL"
    }
    var habits: [LoopHabit] = []
    let query = "SELECT id, name, \(wanted.joined(separator: ", ")) FROM Habits ORDER BY id"
    try database.rows(query) { row in
      guard let key = row.integer(0), let name = row.text(1) else { return }
      let uuid = row.text(2) ?? ""
      let target = row.real(5) ?? 0
      let (isNumerical, isAtMost) = (row.integer(3) == 1, row.integer(4) == 1)
      habits.append(
        LoopHabit(
          name: name, key: String(key), id: uuid.isEmpty ? name : uuid,
          goal: isNumerical ? (isAtMost ? .atMost(target) : .atLeast(target)) : .done))
    }
    return habits
  }

  /// Rows of old files have no value, as all are done, and no notes.
  private static func query(for habit: LoopHabit, in database: DatabaseCopy) -> String {
    let columns = database.columns(of: "Repetitions") ?? []
    let row = columns.contains("id") ? "id" : "NULL"
    let value = columns.contains("value") ? "value" : "2"
    let notes = columns.contains("notes") ? "notes" : "NULL"
    return """
      SELECT \(row), timestamp, \(value), \(notes) FROM Repetitions
        WHERE habit = \(habit.key) ORDER BY timestamp, 1
      """
  }

  /// The day of an instant in milliseconds, which is the midnight of UTC.
  private static func day(ofMilliseconds milliseconds: Double) -> Day? {
    Instant(recorded: milliseconds / 1000).map(DayBoundary.utc.day)
  }
}
