public import HaruCore

/// Rest days that a command set or cleared.
public enum RestText {
  /// Days that became rest days, and the streak after that.
  public static func changed(_ days: [Day], _ history: History) -> String {
    days.isEmpty
      ? text("Nothing changed: already rest days.")
      : set(days) + " · " + StatusText.count(history)
  }

  /// Days that became rest days.
  public static func set(_ days: [Day]) -> String {
    days.count == 1
      ? text("Rest: {day}", ["day": DateText.full(days[0])])
      : text("Rest: {count} day", "Rest: {count} days", count: days.count)
  }

  /// The answer to clearing rest days, and the streak after that.
  ///
  /// - Parameters:
  ///   - asked: All days of the command.
  ///   - changed: Those that were set one by one.
  ///   - record: All days after the change.
  ///   - today: The day of the streak.
  /// - Returns: A line for each kind of day.
  public static func cleared(
    _ asked: [Day], changed: [Day], _ record: Record, today: Day
  ) -> String {
    var lines = cleared(asked, changed: changed, record)
    guard !lines.isEmpty else { return text("Nothing changed: not rest days.") }
    if changed.contains(where: { !record.rest.contains($0) }) {
      lines[0] += " · " + StatusText.count(History(of: record, today: today))
    }
    return lines.joined(separator: "\n")
  }

  /// Days that are no longer rest days, and days that still are.
  public static func cleared(_ asked: [Day], changed: [Day], _ record: Record) -> [String] {
    let cleared = changed.filter { !record.rest.contains($0) }
    var lines: [String] = []
    if cleared.count == 1 {
      lines.append(text("Rest cleared: {day}", ["day": DateText.full(cleared[0])]))
    } else if !cleared.isEmpty {
      lines.append(
        text("Rest cleared: {count} day", "Rest cleared: {count} days", count: cleared.count))
    }
    return lines + still(asked, record)
  }

  /// Rest days with their reasons, newest first; days in a row with the same reason are one line.
  public static func list(_ reasons: [Day: String]) -> [String] {
    var runs: [(days: ClosedRange<Day>, reason: String)] = []
    for (day, reason) in reasons.sorted(by: { $0.key > $1.key }) {
      if let last = runs.last, last.reason == reason,
        day.advanced(by: 1) == last.days.lowerBound
      {
        runs[runs.count - 1].days = day...last.days.upperBound
      } else {
        runs.append((day...day, reason))
      }
    }
    return runs.map { run in
      let (first, last) = (run.days.lowerBound, run.days.upperBound)
      let days =
        first == last
        ? first.description
        : text(
          "{first} to {last} ({count} day)", "{first} to {last} ({count} days)",
          count: last.days(since: first) + 1,
          ["first": first.description, "last": last.description])
      return run.reason.isEmpty ? days : days + " · " + run.reason
    }
  }

  /// A weekday that is free from a day on.
  public static func rule(_ rule: RestRule) -> String {
    text(
      "every {weekday} since {day}",
      ["weekday": DateText.named(rule.weekday), "day": rule.from.description])
  }

  /// Which of the days are rest days all the same, a line for each reason.
  public static func still(_ days: [Day], _ record: Record) -> [String] {
    let single = days.filter(record.rest.single.contains)
    let byWeekday = days.filter { record.rest.contains($0) && !single.contains($0) }
    var lines: [String] = []
    if !single.isEmpty {
      lines.append(
        text(
          "Still rest because of an earlier haru rest: {days}",
          ["days": StatusText.named(single)]))
    }
    if !byWeekday.isEmpty {
      lines.append(
        text(
          "Still rest because of Day.rest-weekdays: {days}",
          ["days": StatusText.named(byWeekday)]))
    }
    return lines
  }
}
