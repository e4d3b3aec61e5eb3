internal import HaruCore

/// The JSON of Beaver Habits (docs/formats.md#beaver-habits).
enum BeaverHabits: ImportFormat {
  static let name = "beaver"

  static func recognizes(_ source: Source) -> Bool {
    source.text?.isObject(naming: "habits", "records", "order") == true
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    guard let file: File = text.decoded() else { throw .damaged }
    let habit = try options.choose(from: file.habits, name: \.name)
    var gathering = Gathering(today: options.today)
    for (index, record) in habit.records.enumerated() {
      let place = Import.Place.row(Int64(index + 1))
      guard let day = Day(record.day) else {
        gathering.skip(place, .notADate(record.day))
        continue
      }
      gathering.add(
        record.done ? .studied : .nothing, of: day, note: record.text ?? "", at: place)
    }
    let id = habit.id ?? habit.name
    return gathering.found("Beaver Habits", sourceID: "beaver:" + id, habit: habit.name)
  }

  private struct File: Decodable {
    let habits: [Habit]
  }

  private struct Habit: Decodable {
    let name: String
    let id: String?
    let records: [Record]
  }

  private struct Record: Decodable {
    let day: String
    let done: Bool
    let text: String?
  }
}
