import HaruCore

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
