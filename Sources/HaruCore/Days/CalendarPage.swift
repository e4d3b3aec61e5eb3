/// A year of the calendar.
public struct CalendarYear: Hashable, Sendable {
  /// Its number, 1 to 9999.
  public let number: Int

  /// The year of a day.
  public init(of day: Day) {
    number = day.year
  }

  /// Its months, in order.
  public var months: [Month] { MonthName.allCases.map { Month(year: number, name: $0) } }

  /// Its days, first to last.
  public var days: ClosedRange<Day> {
    Month(year: number, name: .january).days
      .lowerBound...Month(year: number, name: .december).days
      .upperBound
  }

  /// The pages of its months, as of a day.
  public func pages(in record: Record, today: Day) -> [CalendarPage] {
    let own = Record(days: record.marked(in: days), rest: record.rest, begin: record.begin)
    return months.map { CalendarPage(of: $0, in: own, today: today) }
  }
}

/// The 53 weeks that end with the week of a day: a year whenever one looks, also in January.
public struct RecentWeeks: Hashable, Sendable {
  /// Their days, first to last.
  public let days: ClosedRange<Day>
  /// Their days with everything that drawing them needs.
  public let cells: [CalendarPage.Cell]
  /// Their progress as of that day.
  public let progress: StudyProgress
  /// The first day that counts, perhaps before them; `nil` without marks.
  let begin: Day?

  /// How many weeks there are.
  public static let count = 53

  /// Makes the weeks that end with the week of a day, as of that day.
  public init(of record: Record, today: Day, firstWeekday: Weekday) {
    let past = today.weekday.position(inWeekBeginning: firstWeekday)
    let first = today.advanced(by: -past - 7 * (RecentWeeks.count - 1)) ?? .earliest
    days = first...(today.advanced(by: 6 - past) ?? .latest)
    assert(days.contains(today), "the last week is that of the day")
    cells = record.cells(of: days, today: today)
    progress = StudyProgress(of: cells)
    begin = record.begin
  }

  /// The months that they touch, in order.
  public var months: [Month] {
    cells.map(\.day.month).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}

/// A page of the calendar: a month, as of a day, with everything that drawing it needs.
public struct CalendarPage: Hashable, Sendable {
  /// A day of the page.
  public struct Cell: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// Whether it is marked.
    public let isStudied: Bool
    /// Whether it is a rest day, or was free.
    public let isRest: Bool
    /// Whether it was free (docs/behaviours.md#reserve-days).
    public let isFree: Bool
    /// Whether it is today.
    public let isToday: Bool
    /// Whether it is after today.
    public let isAhead: Bool
    /// Whether it counts (docs/behaviours.md#days-that-count).
    public let counts: Bool

    /// Whether it counts as not studied.
    public var isMissed: Bool { counts && !isStudied }
  }

  /// The month.
  public let month: Month
  /// Its days in order.
  public let cells: [Cell]
  /// Its progress as of that day.
  public let progress: StudyProgress

  /// Makes the page of a month.
  public init(of month: Month, in record: Record, today: Day) {
    cells = record.cells(of: month.days, today: today)
    assert(cells.count == month.length, "a page has a cell for each day")
    self.month = month
    progress = StudyProgress(of: cells)
  }

  /// Its weeks, each of seven cells; a cell is `nil` for a day of another month.
  public func weeks(beginning firstWeekday: Weekday) -> [[Cell?]] {
    month.weeks(beginning: firstWeekday).map { week in
      week.map { $0.map { cells[$0.dayOfMonth - 1] } }
    }
  }
}

extension StudyProgress {
  /// The progress of days that follow each other.
  init(of cells: [CalendarPage.Cell]) {
    let counting = cells.filter(\.counts)
    self.init(
      studied: counting.count(where: \.isStudied), counted: counting.count, days: cells.count,
      isAhead: cells.first?.isAhead == true)
  }
}

extension Record {
  /// Days with everything that drawing them needs, as of a day.
  fileprivate func cells(of range: ClosedRange<Day>, today: Day) -> [CalendarPage.Cell] {
    let marked = Set(marked(in: range))
    let begin = begin ?? .latest
    assert(marked.isDisjoint(with: rest.free), "a studied day is not free")
    return range.inOrder.map { day in
      let (isStudied, isRest) = (marked.contains(day), rest.contains(day))
      return CalendarPage.Cell(
        day: day, isStudied: isStudied, isRest: isRest, isFree: rest.free.contains(day),
        isToday: day == today, isAhead: day > today,
        counts: day >= begin && day <= today && (isStudied || !isRest && day < today))
    }
  }

  /// The rest days within some days, without those that were studied.
  func rested(in range: ClosedRange<Day>, besides studied: Set<Day>) -> [Day] {
    guard !rest.isEmpty else { return [] }
    return range.inOrder.filter { rest.contains($0) && !studied.contains($0) }
  }

  /// The marked days within some days, newest first.
  func marked(in days: ClosedRange<Day>) -> [Day] {
    let marked = Array(self.days.drop { $0 > days.upperBound }.prefix { $0 >= days.lowerBound })
    assert(marked.allSatisfy(days.contains), "a mark within some days is one of them")
    return marked
  }
}
