internal import HaruCore

/// The state of a day in a row, by rank.
enum DayState: Int {
  case nothing
  /// Free by a number of days of its week: a table of Haru's own.
  case reserve
  case rest
  case studied
}

/// Collects the states and notes of days from the rows of a source.
struct ImportBuilder {
  let today: Day
  private let lastDate: Day
  /// Whether the last row about a day wins; otherwise a day is studied if any row says so.
  let lastWins: Bool
  private var states: [Day: DayState] = [:]
  private var ahead: Set<Day> = []
  private var notes: [Day: String] = [:]
  private var duplicates = 0
  private var skipped: [Import.Skipped] = []
  private var skippedMore = 0
  /// How many skipped rows are kept: a long file may have millions.
  private static let mostSkipped = 1000

  init(_ options: ImportOptions, lastWins: Bool = false) {
    (today, lastDate, self.lastWins) = (options.today, options.lastDate, lastWins)
  }

  mutating func add(_ state: DayState, of day: Day, note: String = "", at place: Import.Place) {
    if state == .studied, day > lastDate { ahead.insert(day) }
    guard state != .studied || day <= today else {
      skip(place, .afterToday(day))
      return
    }
    if let earlier = states[day] {
      duplicates += 1
      states[day] = !lastWins && earlier.rawValue > state.rawValue ? earlier : state
    } else {
      states[day] = state
    }
    // A note that is too long takes nothing away from its day.
    if note.utf8.count > StoredBounds.noteBytes {
      skip(place, .longNote(bytes: note.utf8.count))
    } else {
      addNote(note, of: day)
    }
  }

  mutating func skip(_ place: Import.Place, _ reason: Import.Reason) {
    guard skipped.count < ImportBuilder.mostSkipped else { return skippedMore += 1 }
    skipped.append(Import.Skipped(place, reason))
  }

  /// Notes of several rows are joined, unless the last row wins.
  private mutating func addNote(_ note: String, of day: Day) {
    // A text in SQLite ends at a zero, as in C, with which this note would lose its rest.
    var note =
      note.utf8.contains(0)
      ? String(String.UnicodeScalarView(note.unicodeScalars.filter { $0 != "\0" })) : note
    if note.allSatisfy(\.isWhitespace) { note = "" }
    if note.isEmpty, !lastWins { return }
    if lastWins || notes[day] == nil {
      notes[day] = note.isEmpty ? nil : note
    } else if let earlier = notes[day], !note.isEmpty, earlier != note {
      notes[day] = earlier + "\n" + note
    }
  }

  func found(
    _ origin: String, sourceID: String, habit: String? = nil, remarks: [Import.Remark] = []
  ) -> Import.Found {
    Import.Found(
      origin: origin, sourceID: sourceID, habit: habit,
      studied: Set(states.filter { $0.value == .studied }.keys),
      rest: states.filter { [.rest, .reserve].contains($0.value) }.mapValues { _ in "" },
      reserve: Set(states.filter { $0.value == .reserve }.keys), notes: notes,
      duplicates: duplicates,
      skipped: skipped.sorted { $0.place < $1.place }, skippedMore: skippedMore,
      remarks: remarks, today: today, ahead: ahead)
  }
}

/// The text without white space at its ends.
func trimmed(_ text: some StringProtocol) -> String {
  let start = text.drop(while: \.isWhitespace)
  guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
  return String(start[...last])
}
