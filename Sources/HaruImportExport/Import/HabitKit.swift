internal import HaruCore

/// The JSON of HabitKit (docs/formats.md#habitkit).
enum HabitKit: ImportFormat {
  static let name = "habitkit"

  static func recognizes(_ source: Source) -> Bool {
    source.text?.isObject(naming: "habits", "completions", "intervals") == true
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let json = try text.json()
    let habit = try options.choose(from: json.each(of: "habits", Habit.init), name: \.name)
    let goals = try json.each(of: "intervals", Goal.init).filter { $0.habit == habit.id }
      .sorted { $0.start < $1.start }
    let sourceID = "habitkit:" + habit.id
    // Each has the offset of its place, and is read in no other zone.
    let instants = try InstantDays(of: sourceID, options)
    var builder = ImportBuilder(options)
    for (index, done) in try json.each(of: "completions", Completion.init).enumerated()
    where done.habit == habit.id {
      let place = Import.Place.row(Int64(index + 1))
      guard let instant = Instant(utc: done.date) else {
        builder.skip(place, .notADate(done.date))
        continue
      }
      let goal = goals.last { $0.start <= instant } ?? goals.first
      let isDone = !habit.isInverse && done.amount >= max(1, goal?.perDay ?? 1)
      let day = done.day(at: instant)
      instants.note(day, at: instant)
      builder.add(isDone ? .studied : .nothing, of: day, note: done.note, at: place)
    }
    return try instants.addingZones(
      to: builder.found("HabitKit", sourceID: sourceID, habit: habit.name))
  }

  private struct Habit {
    let id: String
    let name: String
    /// Whether it is a habit to give up, whose rows are its failures.
    let isInverse: Bool

    init(_ json: JSON) throws(ImportError) {
      id = try json.required("id", \.string)
      name = try json.required("name", \.string)
      isInverse = try json.optional("isInverse", \.bool) ?? false
    }
  }

  /// How often a habit has to be done on a day, from an instant on.
  private struct Goal {
    let habit: String
    let start: Instant
    let perDay: Int64?

    init(_ json: JSON) throws(ImportError) {
      habit = try json.required("habitId", \.string)
      start = try json.required("startDate") { $0.string.flatMap(Instant.init(utc:)) }
      perDay = try json.optional("requiredNumberOfCompletionsPerDay", \.integer)
    }
  }

  /// A day on which a habit was done, at an instant of it.
  private struct Completion {
    let habit: String
    let date: String
    let minutesEast: Int
    let amount: Int64
    let note: String

    init(_ json: JSON) throws(ImportError) {
      habit = try json.required("habitId", \.string)
      date = try json.required("date", \.string)
      let minutes = try json.optional("timezoneOffsetInMinutes", \.integer) ?? 0
      // No place is farther from UTC.
      guard (-1440...1440).contains(minutes) else { throw .damaged }
      minutesEast = Int(minutes)
      amount = try json.optional("amountOfCompletions", \.integer) ?? 1
      note = try json.optional("note", \.string) ?? ""
    }

    /// The day where the phone was.
    func day(at instant: Instant) -> Day {
      let zone = Zone(name: "") { [minutesEast] _ in minutesEast * 60 }
      return DayBoundary(startsAt: .midnight, zone: zone).day(at: instant)
    }
  }
}

extension Instant {
  /// The instant of a time such as `2026-11-20T15:00:00.000Z`, whose fractions do not count.
  fileprivate init?(utc text: String) {
    guard text.hasSuffix("Z"), text.utf8.count >= 20 else { return nil }
    self.init(rfc3339: String(text.prefix(19)) + "Z")
  }
}
