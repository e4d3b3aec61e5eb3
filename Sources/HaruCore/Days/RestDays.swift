/// A weekday whose days are rest days, from a day on (docs/store.md#rest-days-by-rule).
///
/// Days of a rule that has ended stay rest days.
public struct RestRule: Hashable, Sendable {
  /// The weekday.
  public let weekday: Weekday
  /// The first day on which it holds.
  public let from: Day
  /// The last day on which it held; `nil` while it holds.
  public let to: Day?

  /// Makes a rule.
  public init(_ weekday: Weekday, from: Day, to: Day? = nil) {
    (self.weekday, self.from, self.to) = (weekday, from, to)
  }

  /// Whether a day is a rest day by this rule.
  public func covers(_ day: Day) -> Bool { day.weekday == weekday && holds(on: day) }

  /// Whether it holds on a day, of whichever weekday.
  public func holds(on day: Day) -> Bool { day >= from && day <= to ?? .latest }

  /// Its rest days up to a day, oldest first.
  func days(upTo last: Day) -> [Day] {
    let last = min(to ?? last, last)
    guard from <= last else { return [] }
    let wait = weekday.position(inWeekBeginning: from.weekday)
    assert((0...6).contains(wait), "a weekday comes within a week")
    return stride(from: wait, through: last.days(since: from), by: 7).compactMap {
      from.advanced(by: $0)
    }
  }
}

/// Rest days by rule, as they are from a day on (docs/store.md#rest-days-by-rule).
public enum RestRuleChange: Hashable, Sendable {
  /// Exactly these weekdays are rest days.
  case weekdays(Set<Weekday>)
  /// So many days of a week are in reserve.
  case reserve(FreeDays)
}

/// Rest days, which neither count in a streak nor break it.
public struct RestDays: Hashable, Sendable {
  /// Single days.
  public var single: Set<Day>
  /// Rules of weekdays.
  public var rules: [RestRule]
  /// How many days of a week are free, from each of these days on until the next.
  public var freeFrom: [Day: FreeDays]
  /// The days that were free because they ended unmarked; a record works them out.
  public internal(set) var free: Set<Day> = []

  /// Makes rest days.
  public init(
    single: Set<Day> = [], rules: [RestRule] = [], freeFrom: [Day: FreeDays] = [:]
  ) {
    (self.single, self.rules, self.freeFrom) = (single, rules, freeFrom)
  }

  /// No rest days.
  public static let none = RestDays()

  /// The weekdays that are rest days when a day is here.
  public func weekdays(on day: Day) -> Set<Weekday> {
    Set(rules.filter { $0.holds(on: day) }.map(\.weekday))
  }

  /// Those of them of which no end is known.
  public func lastingWeekdays(on day: Day) -> Set<Weekday> {
    Set(rules.filter { $0.holds(on: day) && $0.to == nil }.map(\.weekday))
  }

  /// Changes a rule from a day on; days before are not changed.
  public mutating func change(_ rule: RestRuleChange, from day: Day) {
    switch rule {
    case .weekdays(let weekdays):
      var sets = rules.weekdaysFrom.filter { $0.key < day }
      let before = sets.max { $0.key < $1.key }?.value ?? []
      if before != weekdays { sets[day] = weekdays }
      rules = [RestRule](weekdaysFrom: sets)
    case .reserve(let free): change(free: free, from: day)
    }
  }

  /// Whether there are none.
  public var isEmpty: Bool { single.isEmpty && rules.isEmpty && free.isEmpty }

  /// Whether a day is a rest day, or was free.
  public func contains(_ day: Day) -> Bool { isDeclared(day) || free.contains(day) }

  /// Whether the user has made a day a rest day, or its weekday.
  public func isDeclared(_ day: Day) -> Bool {
    single.contains(day) || rules.contains { $0.covers(day) }
  }

  /// The days that the user has made rest days: single ones, and those of weekdays up to a day.
  public func declared(upTo last: Day) -> Set<Day> {
    rules.reduce(into: single) { $0.formUnion($1.days(upTo: last)) }
  }

  /// The first day between two days that is not a rest day; `nil` if there is none.
  func firstMissed(after earlier: Day, before later: Day) -> Day? {
    var day = earlier
    while let next = day.advanced(by: 1), next < later {
      guard !isEmpty, contains(next) else { return next }
      day = next
    }
    return nil
  }

  /// A missed day and the missed days after it, up to another day; none if they are more than `most`.
  func missed(from first: Day, before later: Day, most: Int) -> [Day] {
    var days = [first]
    while days.count <= most, let next = firstMissed(after: days[days.count - 1], before: later) {
      days.append(next)
    }
    assert(zip(days, days.dropFirst()).allSatisfy(<), "missed days follow each other")
    return days.count <= most ? days : []
  }

  /// The last day before another that is no rest day; `nil` if there is none.
  func lastMissed(before later: Day) -> Day? {
    var day = later.advanced(by: -1)
    while let rest = day, contains(rest) { day = rest.advanced(by: -1) }
    return day
  }
}

/// Everything that a streak is computed from.
public struct Record: Hashable, Sendable {
  /// The marked days, newest first.
  public var days: [Day]
  /// The rest days.
  public var rest: RestDays
  /// The first day that counts, also where later marks alone are known; `nil` without marks.
  ///
  /// Earlier marks are kept and drawn, and do not count.
  public let begin: Day?

  /// Makes a record, which begins with its first mark unless another day is given.
  public init(days: [Day], rest: RestDays = .none, begin: Day? = nil) {
    (self.days, self.rest, self.begin) = (days, rest, begin ?? days.last)
  }

  /// The record of an empty store, with the rest days that the settings of version 0.4 say.
  public static func empty(by settings: Settings, today: Day) -> Record {
    var record = Record(days: [])
    for rule in settings.formerRules { record.rest.change(rule, from: today) }
    return record
  }

  /// The day from which rules hold that the settings of version 0.4 say and the log does not: the last studied day
  /// before today, or today without one.
  ///
  /// Nobody knows since when the lines are there, and what was answered about a day since then stays true.
  public func beginOfFormerRules(today: Day) -> Day { days.first { $0 < today } ?? today }

  /// The same, beginning with a day instead of the first mark; one that has not come yet changes nothing.
  public func beginning(with since: Day?, today: Day) -> Record {
    guard let since, since <= today, !days.isEmpty else { return self }
    return Record(days: days, rest: rest, begin: since)
  }

  /// The same, with the days that were free before a day (docs/behaviours.md#reserve-days).
  public func spendingFreeDays(before today: Day) -> Record {
    guard let begin, !rest.freeFrom.isEmpty else { return self }
    let rest = rest.spendingFreeDays(of: days, from: begin, before: today)
    return Record(days: days, rest: rest, begin: begin)
  }
}
