internal import HaruCore

/// What a row can say of its day.
enum Said: Int {
  case nothing
  case rest
  case studied
}

/// Gathers what the rows of a source say, day by day.
struct Gathering {
  /// What happens to what an earlier row said of the same day.
  enum Merging {
    /// The most is kept: a day is studied if any row says so.
    case mostWins
    /// It gives way.
    case lastWins
  }

  let today: Day
  let merging: Merging
  private var said: [Day: Said] = [:]
  private var notes: [Day: String] = [:]
  private var duplicates = 0
  private var skipped: [Import.Skipped] = []

  init(today: Day, merging: Merging = .mostWins) {
    self.today = today
    self.merging = merging
  }

  mutating func add(_ word: Said, of day: Day, note: String = "", at place: Import.Place) {
    guard word != .studied || day <= today else {
      skip(place, .afterToday(day))
      return
    }
    if let earlier = said[day] {
      duplicates += 1
      said[day] = merging == .mostWins && earlier.rawValue > word.rawValue ? earlier : word
    } else {
      said[day] = word
    }
    addNote(note, of: day)
  }

  mutating func skip(_ place: Import.Place, _ reason: Import.Reason) {
    skipped.append(Import.Skipped(place, reason))
  }

  /// A note of an earlier row is not lost, unless that row is.
  private mutating func addNote(_ note: String, of day: Day) {
    // C's strings, and so SQLite's, end at a zero.
    let note = trimmed(String(note.prefix { $0 != "\0" }))
    if merging == .lastWins || notes[day] == nil {
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
      studied: Set(said.filter { $0.value == .studied }.keys),
      rest: said.filter { $0.value == .rest }.mapValues { _ in "" }, notes: notes,
      duplicates: duplicates,
      skipped: skipped.sorted { $0.place < $1.place }, remarks: remarks)
  }
}

/// A text without white space at its ends.
func trimmed(_ text: some StringProtocol) -> String {
  let start = text.drop(while: \.isWhitespace)
  guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
  return String(start[...last])
}
