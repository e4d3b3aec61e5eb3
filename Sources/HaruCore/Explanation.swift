/// Why the streak is what it is on a day.
public struct Explanation: Sendable {
  /// The streak as it stood, or stands, on that day.
  public let streak: Streak
  /// The run the streak is of: the one that is alive, or the last that was.
  public let run: Run?
  /// The run before that one; `nil` if nothing was studied before.
  public let previous: Run?
  /// The day whose absence parts the two.
  public let parting: Day?
  /// Every day from the run's first to that day, newest first, with what it does to the streak.
  public let days: [(day: Day, role: Role)]

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

  /// Explains what was said of the days, as on one of them.
  public init(of record: Record, on day: Day) {
    let streak = History(of: record, today: day).streak
    self.streak = streak
    run = streak.newest
    guard let run = streak.newest else {
      (previous, parting, days) = (nil, nil, [])
      return
    }
    let earlier = Record(days: record.days.filter { $0 < run.first }, rest: record.rest)
    let previous = History(of: earlier, today: run.first).streak.newest
    self.previous = previous
    parting = previous.flatMap { record.rest.firstMissed(after: $0.last, before: run.first) }

    let marked = Set(record.days)
    days = (0...day.days(since: run.first)).compactMap { day.advanced(by: -$0) }.map { each in
      if marked.contains(each) { return (each, .counts) }
      if record.rest.contains(each) { return (each, .rests) }
      return (each, each == day ? .isOpen : .breaks)
    }
  }
}
