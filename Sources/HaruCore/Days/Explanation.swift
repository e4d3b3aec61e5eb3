/// Why the streak is what it is on a day.
public struct Explanation: Sendable {
  /// What a day does to a streak.
  public enum Role: Hashable, Sendable {
    /// It was studied, and counts.
    case counts
    /// It was free, and is skipped.
    case rests
    /// It is today, and not over yet.
    case isOpen
    /// It was missed, and breaks.
    case breaks
  }

  /// The day it is told for.
  public let day: Day
  /// Whether that day is over, and so cannot be open.
  public let isOver: Bool
  /// What the day itself does.
  public let role: Role
  /// The newest run up to that day, alive or broken; `nil` if nothing was studied up to then.
  public let run: Run?
  /// The day that broke the run; `nil` while it was alive.
  public let missed: Day?
  /// The run before that one; `nil` if nothing was studied before.
  public let previous: Run?
  /// The day whose absence parts the two.
  public let parting: Day?
  /// Every day of the run, newest first, with what it does; while the run was alive, those after it
  /// too.
  public let days: [(day: Day, role: Role)]

  /// Days in the streak on that day, 0 if there was none.
  public var current: Int { missed == nil ? run?.length ?? 0 : 0 }

  /// Explains what was said of the days, as on one of them.
  public init(of record: Record, on day: Day, today: Day) {
    let known = Record(days: Array(record.days.drop { $0 > day }), rest: record.rest)
    let marked = Set(known.days)
    func role(_ each: Day) -> Role {
      if marked.contains(each) { return .counts }
      if known.rest.contains(each) { return .rests }
      return each < today ? .breaks : .isOpen
    }
    self.day = day
    isOver = day < today
    self.role = role(day)

    // A day that is over is looked at from the day after: then it can have been missed.
    let streak = History(of: known, today: isOver ? day.advanced(by: 1) ?? day : day).streak
    run = streak.newest
    missed = streak.missed
    guard let run = streak.newest else {
      (previous, parting, days) = (nil, nil, [])
      return
    }
    let earlier = Record(days: Array(known.days.drop { $0 >= run.first }), rest: known.rest)
    let previous = History(of: earlier, today: run.first).streak.newest
    self.previous = previous
    parting = previous.flatMap { known.rest.firstMissed(after: $0.last, before: run.first) }
    let last = streak.missed == nil ? day : run.last
    days = (0...last.days(since: run.first)).compactMap { last.advanced(by: -$0) }
      .map { ($0, role($0)) }
  }
}
