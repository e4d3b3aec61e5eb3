/// Consecutive marked days, with only rest days between them.
public struct Run: Hashable, Sendable {
  /// Its first day.
  public let first: Day
  /// Its last day.
  public let last: Day
  /// Its number of marked days.
  public let length: Int
}

/// The streak as of a day (docs/behaviours.md#the-streak-rule).
///
/// A day that is absent was not studied. Today, while it is open, neither counts nor breaks.
public struct Streak: Hashable, Sendable {
  /// After so many missed days it is too late to ask for each of them.
  static let mostMissed = 3

  /// The day for which it is computed.
  public let today: Day
  /// Whether today is a rest day, which may be studied too.
  public let isTodayRest: Bool
  /// The newest run up to today, alive or broken; `nil` without marked days.
  public let newest: Run?
  /// The longest run up to today, the newest of several; `nil` without marked days.
  public let longest: Run?
  /// The day before today on which the newest run broke; `nil` while it is alive.
  public let missed: Day?
  /// All missed days from that one to today, oldest first, if they are three at most: with their marks the run would
  /// be alive.
  ///
  /// Also while today is studied and begins a new run: those that keep it from going on with the run before.
  public let missedDays: [Day]
  /// How many days of this week can still be free, today among them (docs/behaviours.md#reserve-days).
  public let freeLeft: Int
  /// Whether yesterday was not studied, and free.
  public let wasYesterdayFree: Bool

  /// Whether today is marked.
  public var isTodayStudied: Bool { newest?.last == today }

  /// Whether today is neither studied nor a rest day.
  public var isTodayOpen: Bool { !isTodayStudied && !isTodayRest }

  /// The run that is alive: only rest days and today come after it.
  public var alive: Run? { missed == nil ? newest : nil }

  /// The number of days in the streak, 0 if there is none.
  public var current: Int { alive?.length ?? 0 }

  /// Whether the streak is lost unless today is studied.
  public var endsToday: Bool { current > 0 && isTodayOpen && freeLeft == 0 }

  /// Whether today can be left out, and the streak stays.
  public var canBeFree: Bool { current > 0 && isTodayOpen && freeLeft > 0 }

  /// The run that ended because of these days, if it had two days or more.
  public var ended: Run? { missedDays.isEmpty || newest?.length == 1 ? nil : newest }

  /// That run, if yesterday alone was missed.
  public var endedYesterday: Run? { missed?.advanced(by: 1) == today ? ended : nil }
}

/// The progress of a month or a year (docs/behaviours.md#days-that-count).
public struct StudyProgress: Hashable, Sendable {
  /// Its marked days up to today.
  public let studied: Int
  /// Its days that count up to today: the marked ones and the missed ones.
  public let counted: Int
  /// The number of its days.
  public let days: Int
  /// Whether it begins after today.
  public let isAhead: Bool

  /// Counts days.
  public init(studied: Int, counted: Int, days: Int, isAhead: Bool = false) {
    assert(0 <= studied && studied <= counted && counted <= days, "what is studied counts")
    assert(!isAhead || counted == 0, "no day counts before it comes")
    (self.studied, self.counted, self.days, self.isAhead) = (studied, counted, days, isAhead)
  }

  /// The progress of months that follow each other.
  public init(of pages: [CalendarPage]) {
    let months = pages.map(\.progress)
    self.init(
      studied: months.reduce(0) { $0 + $1.studied }, counted: months.reduce(0) { $0 + $1.counted },
      days: months.reduce(0) { $0 + $1.days }, isAhead: months.first?.isAhead == true)
  }
}

/// The streak and the counts of a day, computed in one pass and never stored.
public struct History: Hashable, Sendable {
  /// The streak.
  public let streak: Streak
  /// The month of that day.
  public let month: StudyProgress
  /// The last thirty days that count.
  public let steady: Steady
  /// Marked days up to that day, from the beginning of the record on.
  public let total: Int
  /// Marked days after it, which a journey west or a wrong clock leaves; they never count.
  public let ahead: Int

  /// Computes the history of a record, as of a day; a duplicate day counts once.
  public init(of record: Record, today: Day) {
    let rest = record.rest
    var newest: Run?
    var beforeNewest: Run?
    var longest: Run?
    // The ends of the run in progress; a `Run` is made at its end only, because this loop reads every
    // day.
    var (first, last, length): (Day?, Day, Int) = (nil, today, 0)
    var (total, ahead) = (0, 0)

    func finish() {
      guard let first else { return }
      let run = Run(first: first, last: last, length: length)
      assert(length >= 1 && length <= last.days(since: first) + 1, "a run counts a day once")
      if newest != nil { beforeNewest = beforeNewest ?? run }
      newest = newest ?? run
      if run.length > longest?.length ?? 0 { longest = run }
    }
    var previous: Day?
    for day in record.days where day != previous {
      assert(previous.map { day < $0 } != false, "the days of a record are newest first")
      previous = day
      guard day <= today else {
        ahead += 1
        continue
      }
      if let begin = record.begin, day < begin { break }
      total += 1
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
    let missed = newest.flatMap { rest.firstMissed(after: $0.last, before: today) }
    let broken = newest?.first == today ? beforeNewest : newest
    let firstOfGap = broken.flatMap { rest.firstMissed(after: $0.last, before: today) }
    self.streak = Streak(
      today: today, isTodayRest: rest.contains(today), newest: newest, longest: longest,
      missed: missed,
      missedDays: firstOfGap.map { rest.missed(from: $0, before: today, most: Streak.mostMissed) }
        ?? [],
      freeLeft: rest.freeLeft(on: today),
      wasYesterdayFree: today.advanced(by: -1).map(rest.free.contains) == true)
    self.steady = Steady(of: record, today: today)
    self.month = CalendarPage(of: today.month, in: record, today: today).progress
    self.total = total
    self.ahead = ahead
    assert(total + ahead <= record.days.count, "a mark counts once")
    assert((longest?.length ?? 0) >= (newest?.length ?? 0), "no run is longer than the longest")
    assert((longest?.length ?? 0) <= total, "a run consists of marks")
    assert((newest == nil) == (total == 0), "each counted mark is in a run")
    assert(streak.isHonest(about: rest), "a streak ends at a missed day, and only there")
  }
}

extension Streak {
  /// Whether the day that it says was missed was missed, and none is missed while it is alive; for assertions.
  fileprivate func isHonest(about rest: RestDays) -> Bool {
    guard let newest else { return missed == nil && missedDays.isEmpty }
    guard newest.last <= today, missedDays.count <= Streak.mostMissed else { return false }
    guard let missed else {
      return missedDays.isEmpty || newest.first == today && missedDays.allSatisfy { $0 < today }
    }
    return newest.last < missed && missed < today && !rest.contains(missed) && !isTodayStudied
      && (missedDays.isEmpty || missedDays[0] == missed)
  }
}
