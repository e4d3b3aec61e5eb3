import HaruCore
import HaruTerminal
import HaruText

/// The months and years of a record, for a terminal and as JSON.
struct StudyCalendar {
  let record: Record
  let today: Day
  let firstWeekday: Weekday

  var history: History { History(of: record, today: today) }

  func page(_ month: Month) -> CalendarPage { CalendarPage(of: month, in: record, today: today) }

  // MARK: On a terminal

  func drawing(_ month: Month, notes: [Day: String], columns: Int) -> [StyledLine] {
    let page = page(month)
    let drawing = CalendarDrawing(firstWeekday: firstWeekday, noted: Set(notes.keys))
    return drawing.month(page)
      + footer(page.progress, isPresent: month == today.month)
      + CalendarDrawing.legend(drawing.signs(page), columns: columns)
  }

  func drawing(_ year: CalendarYear, columns: Int) -> [StyledLine] {
    let pages = year.pages(in: record, today: today)
    let drawing = YearDrawing(firstWeekday: firstWeekday)
    return [StyledLine(" " + CalendarText.title(year), Style(isBold: true))]
      + drawing.lines(pages, columns: columns)
      + footer(StudyProgress(of: pages), isPresent: year.number == today.year)
      + CalendarDrawing.legend(drawing.signs(pages), columns: columns)
  }

  /// The progress, and for the present month or year the streak, which belongs to today; none if no day counts.
  private func footer(_ progress: StudyProgress, isPresent: Bool) -> [StyledLine] {
    let line =
      isPresent ? CalendarText.progress(progress, history) : CalendarText.progress(progress)
    return line.map { [StyledLine(" " + $0)] } ?? []
  }
}

extension StudyCalendar {
  /// A month as JSON; programs depend on the names, so that they do not change.
  func report(_ month: Month, notes: [Day: String]) -> JSON {
    report(page(month), history.streak, notes)
  }

  /// A year as JSON: its twelve months, and their sums.
  func report(_ year: CalendarYear, notes: [Day: String]) -> JSON {
    let (streak, pages) = (history.streak, year.pages(in: record, today: today))
    let progress = StudyProgress(of: pages)
    return .object([
      "year": .integer(year.number),
      "months": .array(pages.map { report($0, streak, notes) }),
      "studied": .integer(progress.studied),
      "elapsed": .integer(progress.counted),
      "length": .integer(progress.days),
    ])
  }

  private func report(_ page: CalendarPage, _ streak: Streak, _ notes: [Day: String]) -> JSON {
    let days = page.cells.map { cell in
      var day: [String: JSON] = [
        "date": .string(cell.day.description), "studied": .bool(cell.isStudied),
        "rest": .bool(cell.isRest), "today": .bool(cell.isToday), "future": .bool(cell.isAhead),
      ]
      day["note"] = notes[cell.day].map(JSON.string)
      return JSON.object(day)
    }
    return .object([
      "month": .string(page.month.description),
      "first_weekday": .string(firstWeekday.description),
      "days": .array(days),
      "studied": .integer(page.progress.studied),
      "elapsed": .integer(page.progress.counted),
      "length": .integer(page.progress.days),
      "streak": .lengths(of: streak),
      "theme": .theme(of: page.month),
    ])
  }
}
