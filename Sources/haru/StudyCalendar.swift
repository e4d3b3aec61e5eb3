import HaruCore
import HaruText

/// A record as a calendar.
struct StudyCalendar {
  let record: Record
  let today: Day
  let firstWeekday: Weekday

  var history: History { History(of: record, today: today) }

  func page(_ month: Month) -> CalendarPage { CalendarPage(of: month, in: record, today: today) }

  // MARK: On a terminal

  func drawing(_ month: Month) -> [StyledLine] {
    let page = page(month)
    let title = Theme(of: month.name).pictureEmoji + " " + CalendarText.title(month)
    return CalendarDrawing(firstWeekday: firstWeekday).month(page, title: title) + [
      footer(page.progress, isPresent: month == today.month)
    ]
  }

  /// A year; its titles have no emoji, whose width differs between terminals and would shift the
  /// months beside it.
  func drawing(_ year: CalendarYear, columns: Int) -> [StyledLine] {
    let pages = year.pages(in: record, today: today)
    let progress = StudyProgress(
      studied: pages.reduce(0) { $0 + $1.progress.studied }, elapsed: year.elapsed(on: today),
      days: year.length)
    let months = CalendarDrawing(firstWeekday: firstWeekday).months(
      pages.map { ($0, title: CalendarText.name($0.month)) }, columns: columns)
    return [StyledLine(" " + CalendarText.title(year), Style(isBold: true)), StyledLine()] + months
      + [StyledLine(), footer(progress, isPresent: year.number == today.year)]
  }

  /// The progress, and for the present month or year the streak, which belongs to today.
  private func footer(_ progress: StudyProgress, isPresent: Bool) -> StyledLine {
    let line =
      isPresent ? CalendarText.progress(progress, history) : CalendarText.progress(progress)
    return StyledLine(" " + line)
  }
}
