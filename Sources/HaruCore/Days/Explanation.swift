/// The reasons for the streak of a day.
public struct Explanation: Sendable {
  /// The effect of a day on the streak.
  public enum Role: Hashable, Sendable {
    /// Studied, and counted.
    case counts
    /// A rest day, and skipped.
    case rests
    /// Not studied, and free: which one of how many in its week.
    case isFree(Int, of: Int)
    /// Today, while it is not studied.
    case isOpen
    /// Missed, and the end of a streak.
    case breaks
    /// Not studied, and before the first day that counts.
    case precedes
  }

  /// The day for which it is computed.
  public let day: Day
  /// Whether that day is over.
  public let isOver: Bool
  /// The role of the day itself.
  public let role: Role
  /// The newest run up to that day, alive or broken; `nil` without studied days.
  public let run: Run?
  /// The day that broke the run; `nil` while it was alive.
  public let missed: Day?
  /// The run before that one; `nil` if there is none.
  public let previous: Run?
  /// The missed day that ended the run before.
  public let parting: Day?
  /// The missed day before the run; `nil` if nothing counts before it.
  public let missedBefore: Day?
  /// The first day that counts, if days up to the explained one were marked before it.
  public let begin: Day?
  /// Every day of the run, newest first, with its role; of a run that is alive, the days after it too.
  public let days: [(day: Day, role: Role)]

  /// The streak on that day, 0 if there was none.
  public var current: Int { missed == nil ? run?.length ?? 0 : 0 }

  /// Explains the streak as of a day.
  public init(of record: Record, on day: Day, today: Day) {
    let known = Record(
      days: Array(record.days.drop { $0 > day }), rest: record.rest, begin: record.begin)
    let marked = Set(known.days)
    func role(_ each: Day) -> Role {
      if marked.contains(each) { return .counts }
      if known.rest.isDeclared(each) { return .rests }
      if let free = known.rest.number(ofFree: each) { return .isFree(free.number, of: free.of) }
      guard each < today else { return .isOpen }
      return each < record.begin ?? today ? .precedes : .breaks
    }
    self.day = day
    isOver = day < today
    func counts(_ each: Day) -> Bool { each >= record.begin ?? .earliest }
    begin = known.days.last.map(counts) == false ? record.begin : nil
    self.role = role(day)

    // As of the next day, because only a day that is over can be missed.
    let streak = History(of: known, today: isOver ? day.advanced(by: 1) ?? day : day).streak
    run = streak.newest
    missed = streak.missed
    guard let run = streak.newest else {
      (previous, parting, missedBefore, days) = (nil, nil, nil, [])
      return
    }
    let earlier = Record(
      days: Array(known.days.drop { $0 >= run.first }), rest: known.rest, begin: known.begin)
    let previous = History(of: earlier, today: run.first).streak.newest
    self.previous = previous
    parting = previous.flatMap { known.rest.firstMissed(after: $0.last, before: run.first) }
    let missedBefore = known.rest.lastMissed(before: run.first)
    self.missedBefore = missedBefore.map(counts) == true ? missedBefore : nil
    let last = streak.missed == nil ? day : run.last
    days = (run.first...last).inOrder.reversed().map { ($0, role($0)) }
    assert(days.count { $0.role == .counts } == run.length, "the days explain the length")
    assert(!days.contains { $0.role == .breaks }, "no day of a run breaks it")
    assert(previous.map { $0.last < run.first } != false, "the run before came before")
  }
}
