internal import HaruCore

/// The JSON of Table Habit (docs/formats.md#table-habit).
enum TableHabit: ImportFormat {
  static let name = "table-habit"

  static func recognizes(_ source: Source) -> Bool {
    source.text?.isObject(naming: "habits", "records", "record_date") == true
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let habits = try text.json().each(of: "habits", Habit.init)
    let habit = try options.choose(from: habits, name: \.name)
    var builder = ImportBuilder(options)
    for (index, row) in habit.rows.enumerated() {
      let place = Import.Place.row(Int64(index + 1))
      guard let day = epoch.flatMap({ $0.advanced(by: row.recordDate) }) else {
        builder.skip(place, .notADate(String(row.recordDate)))
        continue
      }
      guard let state = habit.state(of: row) else {
        builder.skip(place, .unknownValue(String(row.recordType)))
        continue
      }
      builder.add(state, of: day, note: row.reason ?? "", at: place)
    }
    return builder.found("Table Habit", sourceID: "table-habit:" + habit.name, habit: habit.name)
  }

  /// Days are counted from it.
  private static let epoch = Day(year: 1970, month: 1, day: 1)

  private struct Habit {
    let name: String
    let type: Int64?
    let dailyGoal: Double?
    let rows: [Row]

    init(_ json: JSON) throws(ImportError) {
      name = try json.required("name", \.string)
      type = try json.optional("type", \.integer)
      dailyGoal = try json.optional("daily_goal", \.number)
      let hasRows = try json.optional("records", \.array) != nil
      rows = hasRows ? try json.each(of: "records", Row.init) : []
    }

    /// The meaning of a row: 0 is not known, 1 has a quantity, 2 is skipped.
    func state(of row: Row) -> DayState? {
      switch row.recordType {
      case 0: return .nothing
      case 1:
        guard let quantity = row.recordValue, let dailyGoal else { return .studied }
        // A habit that one gives up is done below its goal.
        let isNegative = type == 2
        return (isNegative ? quantity <= dailyGoal : quantity >= dailyGoal) ? .studied : .nothing
      case 2: return .rest
      default: return nil
      }
    }
  }

  private struct Row {
    let recordDate: Int
    let recordType: Int64
    let recordValue: Double?
    let reason: String?

    init(_ json: JSON) throws(ImportError) {
      recordDate = try json.required("record_date") { $0.integer.flatMap { Int(exactly: $0) } }
      recordType = try json.required("record_type", \.integer)
      recordValue = try json.optional("record_value", \.number)
      reason = try json.optional("reason", \.string)
    }
  }
}
