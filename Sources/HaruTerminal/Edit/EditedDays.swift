public import HaruCore
internal import HaruText

/// The days that the editor shows, as of one moment.
public struct EditedDays: Sendable {
  /// The marked days and the rest days.
  public let record: Record
  /// The notes.
  public let notes: [Day: String]
  /// The single rest days with their reasons, which may be empty.
  public let reasons: [Day: String]
  /// Today.
  public let today: Day
  /// The first day of a week.
  public let firstWeekday: Weekday

  /// Makes the days of a record as of today.
  public init(
    record: Record, notes: [Day: String] = [:], reasons: [Day: String] = [:], today: Day,
    firstWeekday: Weekday
  ) {
    (self.record, self.notes, self.reasons) = (record, notes, reasons)
    (self.today, self.firstWeekday) = (today, firstWeekday)
  }

  /// The page of a month.
  func page(_ month: Month) -> CalendarPage { CalendarPage(of: month, in: record, today: today) }

  /// The progress of a month, and the streak.
  func progress(_ page: CalendarPage) -> String {
    CalendarText.progress(page.progress, History(of: record, today: today))
  }

  /// The state of a day in a few words, with at most as many letters of its note.
  func state(_ day: Day, most letters: Int) -> String {
    let cell = page(day.month).cells[day.dayOfMonth - 1]
    let note = notes[day].map { SafeText.short($0, to: max(1, letters)) }
    return EditText.state(cell, note: note, reason: reasons[day])
  }

  /// Why a day is as it is, a sentence each.
  public func explanation(_ day: Day) -> [String] {
    guard day <= today else {
      return record.rest.contains(day)
        ? []
        : [text("This day is still to come: it can be a rest day, and be studied when it is here.")]
    }
    return ExplainText.sentences(
      Explanation(of: record, on: day, today: today), seenFrom: today)
  }

  /// The days of a month, a line each, and below them its progress and the streak.
  public func lines(_ month: Month) -> [String] {
    let page = page(month)
    return [CalendarText.title(month)]
      + page.cells.map { EditText.line($0, note: notes[$0.day], reason: reasons[$0.day]) }
      + [progress(page)]
  }
}
