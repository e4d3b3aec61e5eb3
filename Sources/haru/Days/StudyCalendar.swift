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
    let grid = MonthGrid(firstWeekday: firstWeekday, columns: columns)
    let drawing = CalendarDrawing(grid, noted: Set(notes.keys))
    return drawing.month(page)
      + footer(page.progress, isPresent: month == today.month)
      + CalendarDrawing.legend(drawing.signs(page), columns: columns)
  }

  func drawing(_ year: CalendarYear, columns: Int) -> [StyledLine] {
    let pages = year.pages(in: record, today: today)
    return drawing(
      pages.flatMap(\.cells), title: CalendarText.title(year), StudyProgress(of: pages),
      isPresent: year.number == today.year, columns: columns)
  }

  /// The weeks that end with this one.
  func recentWeeks(columns: Int) -> [StyledLine] {
    let weeks = recentWeeks
    return drawing(
      weeks.cells, title: CalendarText.recentWeeks, weeks.progress, isPresent: true,
      columns: columns)
  }

  private var recentWeeks: RecentWeeks {
    RecentWeeks(of: record, today: today, firstWeekday: firstWeekday)
  }

  private func drawing(
    _ cells: [CalendarPage.Cell], title: String, _ progress: StudyProgress, isPresent: Bool,
    columns: Int
  ) -> [StyledLine] {
    let drawing = YearDrawing(firstWeekday: firstWeekday)
    return [StyledLine(" " + title, Style(isBold: true))]
      + drawing.lines(cells, columns: columns)
      + footer(progress, isPresent: isPresent)
      + CalendarDrawing.legend(drawing.signs(cells), columns: columns)
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
    let pages = year.pages(in: record, today: today)
    return report(pages, of: year.days, in: year.number, StudyProgress(of: pages), notes: notes)
  }

  /// The weeks that end with this one as JSON: the months that they touch, and the sums of the weeks.
  func recentWeeksReport(notes: [Day: String]) -> JSON {
    let weeks = recentWeeks
    return report(
      weeks.months.map(page), of: weeks.days, in: today.year, weeks.progress, notes: notes)
  }

  private func report(
    _ pages: [CalendarPage], of days: ClosedRange<Day>, in year: Int, _ progress: StudyProgress,
    notes: [Day: String]
  ) -> JSON {
    let streak = history.streak
    return .object([
      "year": .integer(year),
      "first": .string(days.lowerBound.description),
      "last": .string(days.upperBound.description),
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
        "rest": .bool(cell.isRest), "free": .bool(cell.isFree), "today": .bool(cell.isToday),
        "future": .bool(cell.isAhead),
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
