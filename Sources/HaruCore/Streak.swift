/// Marked days that follow each other without a gap.
public struct Run: Hashable, Sendable {
  /// The day it began.
  public let first: Day
  /// Its newest day.
  public let last: Day

  /// Makes the run of all days from `first` to `last`, which must not be earlier.
  public init(first: Day, last: Day) {
    self.first = first
    self.last = last
  }

  /// How many days it counts.
  public var length: Int { last.days(since: first) + 1 }
}

/// The streak as it stands on a day (behaviours §4.3).
///
/// An absent day was not studied. Today, while open, neither counts nor breaks.
public struct Streak: Hashable, Sendable {
  /// The day it is told for.
  public let today: Day
  /// The newest run of marked days up to today, living or broken; `nil` if nothing was marked.
  public let newest: Run?
  /// The longest run up to today, the newest of several; `nil` if nothing was marked.
  public let longest: Run?

  /// Whether today is marked.
  public var isTodayStudied: Bool { newest?.last == today }

  /// The run that is alive: it ends today or, while today is open, yesterday.
  public var alive: Run? {
    guard let newest, today.days(since: newest.last) <= 1 else { return nil }
    return newest
  }

  /// Days in the streak, 0 if there is none.
  public var current: Int { alive?.length ?? 0 }

  /// Whether the streak is lost unless today is studied.
  public var endsToday: Bool { current > 0 && !isTodayStudied }

  /// The streak that yesterday ended by being missed, if it was one of two days or more.
  public var endedYesterday: Run? {
    guard let newest, today.days(since: newest.last) == 2, newest.length >= 2 else { return nil }
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

  /// Reads the marked days, newest first; a day that comes twice counts once.
  public init(newestFirst days: [Day], today: Day) {
    var newest: Run?
    var longest: Run?
    var run: Run?
    var (total, ahead, studiedThisMonth) = (0, 0, 0)
    let month = today.month
    let monthBegins = month.days.lowerBound

    func finish() {
      guard let run else { return }
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
      if let current = run, current.first.days(since: day) == 1 {
        run = Run(first: day, last: current.last)
      } else {
        finish()
        run = Run(first: day, last: day)
      }
    }
    finish()
    self.streak = Streak(today: today, newest: newest, longest: longest)
    self.month = MonthProgress(
      studied: studiedThisMonth, elapsed: today.dayOfMonth, days: month.length)
    self.total = total
    self.ahead = ahead
  }
}
