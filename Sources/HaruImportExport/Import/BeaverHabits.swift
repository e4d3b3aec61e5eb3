internal import HaruCore

/// The JSON of Beaver Habits (docs/formats.md#beaver-habits).
enum BeaverHabits: ImportFormat {
  static let name = "beaver"

  static func recognizes(_ source: Source) -> Bool {
    guard let text = source.text, text.isObject(naming: "habits", "records") else { return false }
    // A copy of its file has the one, what it exports itself has the others.
    return text.isObject(naming: "order") || text.isObject(naming: "user_email", "exported_at")
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let habits = try text.json().each(of: "habits", Habit.init)
    let habit = try options.choose(from: habits, name: \.name)
    var builder = ImportBuilder(options)
    for (index, record) in habit.records.enumerated() {
      let place = Import.Place.row(Int64(index + 1))
      guard let day = Day(record.day) else {
        builder.skip(place, .notADate(record.day))
        continue
      }
      builder.add(
        record.done ? .studied : .nothing, of: day, note: record.text ?? "", at: place)
    }
    let id = habit.id ?? habit.name
    return builder.found("Beaver Habits", sourceID: "beaver:" + id, habit: habit.name)
  }

  private struct Habit {
    let name: String
    let id: String?
    let records: [CheckIn]

    init(_ json: JSON) throws(ImportError) {
      name = try json.required("name", \.string)
      id = try json.optional("id", \.string)
      records = try json.each(of: "records", CheckIn.init)
    }
  }

  private struct CheckIn {
    let day: String
    let done: Bool
    let text: String?

    init(_ json: JSON) throws(ImportError) {
      day = try json.required("day", \.string)
      done = try json.required("done", \.bool)
      text = try json.optional("text", \.string)
    }
  }
}
