import HaruCore

/// A month for programs.
///
/// The names are the interface; they do not change.
struct MonthReport: Encodable {
  struct Day: Encodable {
    let date: String
    let studied: Bool
    let rest: Bool
    let today: Bool
    let future: Bool
    let note: String?
  }

  let month: String
  let firstWeekday: String
  let days: [Day]
  let studied: Int
  let elapsed: Int
  let length: Int
  let streak: StatusReport.Streak
  let theme: StatusReport.Theme

  init(
    _ page: CalendarPage, firstWeekday: Weekday, streak: Streak, notes: [HaruCore.Day: String]
  ) {
    month = page.month.description
    self.firstWeekday = firstWeekday.description
    days = page.cells.map { cell in
      Day(
        date: cell.day.description, studied: cell.isStudied, rest: cell.isRest,
        today: cell.isToday, future: cell.isAhead, note: notes[cell.day])
    }
    studied = page.progress.studied
    elapsed = page.progress.elapsed
    length = page.progress.days
    self.streak = StatusReport.Streak(streak)
    theme = StatusReport.Theme(of: page.month)
  }
}

/// A year for programs, as its twelve months and what they add up to.
struct YearReport: Encodable {
  let year: Int
  let months: [MonthReport]
  let studied: Int
  let elapsed: Int
  let length: Int
}

extension StudyCalendar {
  func report(_ month: Month, notes: [Day: String]) -> MonthReport {
    report(page(month), history.streak, notes)
  }

  func report(_ year: CalendarYear, notes: [Day: String]) -> YearReport {
    let streak = history.streak
    let months = year.pages(in: record, today: today).map { report($0, streak, notes) }
    return YearReport(
      year: year.number, months: months, studied: months.reduce(0) { $0 + $1.studied },
      elapsed: year.elapsed(on: today), length: year.length)
  }

  private func report(
    _ page: CalendarPage, _ streak: Streak, _ notes: [Day: String]
  ) -> MonthReport {
    MonthReport(page, firstWeekday: firstWeekday, streak: streak, notes: notes)
  }
}
