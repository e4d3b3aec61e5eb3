/// Marked days that follow each other, with nothing between them but rest days.
public struct Run: Hashable, Sendable {
  /// The day it began.
  public let first: Day
  /// Its newest day.
  public let last: Day
  /// How many days it counts: the marked ones.
  public let length: Int

  /// Makes the run of all days from `first` to `last`, which must not be earlier.
  public init(first: Day, last: Day) {
    self.init(first: first, last: last, length: last.days(since: first) + 1)
  }

  init(first: Day, last: Day, length: Int) {
    (self.first, self.last, self.length) = (first, last, length)
  }
}

/// The streak as it stands on a day (behaviours §4.3).
///
/// An absent day was not studied, unless it is a rest day. Today, while open, neither counts nor
/// breaks.
public struct Streak: Hashable, Sendable {
  /// The day it is told for.
  public let today: Day
  /// Whether today was declared free; it may be studied all the same.
  public let isTodayRest: Bool
  /// The newest run of marked days up to today, living or broken; `nil` if nothing was marked.
  public let newest: Run?
  /// The longest run up to today, the newest of several; `nil` if nothing was marked.
  public let longest: Run?
  /// The day before today on which the newest run broke; `nil` while it is alive.
  public let missed: Day?

  /// Whether today is marked.
  public var isTodayStudied: Bool { newest?.last == today }

  /// Whether today asks for something: it is neither studied nor free.
  public var isTodayOpen: Bool { !isTodayStudied && !isTodayRest }

  /// The run that is alive: after its newest day nothing but rest days, and today, have come.
  public var alive: Run? { missed == nil ? newest : nil }

  /// Days in the streak, 0 if there is none.
  public var current: Int { alive?.length ?? 0 }

  /// Whether the streak is lost unless today is studied.
  public var endsToday: Bool { current > 0 && isTodayOpen }

  /// The streak that yesterday ended by being missed, if it was one of two days or more.
  public var endedYesterday: Run? {
    guard let newest, let missed, today.days(since: missed) == 1, newest.length >= 2
    else { return nil }
    return newest
  }
}

/// How far a month has come.
public struct MonthProgress: Hashable, Sendable {
  /// Marked days of the month up to today.
  public let studied: Int
  /// Days that have begun, today among them.
  public let elapsed: Int
  /// All its days.
  public let days: Int
}

/// What the marks say, told for one day; worked out in one pass and never stored.
public struct History: Hashable, Sendable {
  /// The streak.
  public let streak: Streak
  /// The month of that day.
  public let month: MonthProgress
  /// Marked days up to that day.
  public let total: Int
  /// Marked days after it, as a journey west or a wrong clock leaves them; they never count.
  public let ahead: Int

  /// Reads what was said of the days, for one of them.
  public init(of record: Record, today: Day) {
    self.init(newestFirst: record.days, rest: record.rest, today: today)
  }

  /// Reads the marked days, newest first; a day that comes twice counts once.
  public init(newestFirst days: [Day], rest: RestDays = .none, today: Day) {
    var newest: Run?
    var longest: Run?
    // Of the run that is being read; a `Run` is made of it when it ends, because this is the one
    // loop over all the days there are.
    var (first, last, length): (Day?, Day, Int) = (nil, today, 0)
    var (total, ahead, studiedThisMonth) = (0, 0, 0)
    let month = today.month
    let monthBegins = month.days.lowerBound

    func finish() {
      guard let first else { return }
      let run = Run(first: first, last: last, length: length)
      newest = newest ?? run
      if run.length > longest?.length ?? 0 { longest = run }
    }
    var previous: Day?
    for day in days where day != previous {
      previous = day
      guard day <= today else {
        ahead += 1
        continue
      }
      total += 1
      if day >= monthBegins { studiedThisMonth += 1 }
      if let first,
        first.days(since: day) == 1 || rest.firstMissed(after: day, before: first) == nil
      {
        length += 1
      } else {
        finish()
        (last, length) = (day, 1)
      }
      first = day
    }
    finish()
    self.streak = Streak(
      today: today, isTodayRest: rest.contains(today), newest: newest, longest: longest,
      missed: newest.flatMap { rest.firstMissed(after: $0.last, before: today) })
    self.month = MonthProgress(
      studied: studiedThisMonth, elapsed: today.dayOfMonth, days: month.length)
    self.total = total
    self.ahead = ahead
  }
}
