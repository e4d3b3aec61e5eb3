public import HaruCore

/// Rest days that a command set or cleared.
public enum RestText {
  /// Days that became rest days, and the streak after that.
  public static func changed(_ days: [Day], _ history: History) -> String {
    days.isEmpty
      ? text("Nothing changed: already rest days.")
      : text("Rest: {days}", ["days": DateText.days(days, seenFrom: history.streak.today)])
        + " · " + StatusText.count(history)
  }

  /// The answer to clearing rest days, and the streak after that.
  ///
  /// - Parameters:
  ///   - asked: All days of the command.
  ///   - changed: Those that were set one by one.
  ///   - record: All days after the change.
  ///   - today: The day of the streak, of which dates lack the year.
  /// - Returns: A line for each kind of day.
  public static func cleared(
    _ asked: [Day], changed: [Day], _ record: Record, today: Day
  ) -> String {
    let cleared = changed.filter { !record.rest.isDeclared($0) }
    var lines: [String] = []
    if !cleared.isEmpty {
      let days = DateText.days(cleared, seenFrom: today)
      lines.append(
        text("Rest cleared: {days}", ["days": days]) + " · "
          + StatusText.count(History(of: record, today: today)))
    }
    lines += still(asked, record, today: today)
    let days = DateText.days(asked, seenFrom: today)
    return lines.isEmpty
      ? text("Nothing changed, no rest day: {days}", ["days": days]) : lines.joined(separator: "\n")
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
  private static func rule(_ rule: RestRule) -> String {
    text(
      "every {weekday} since {day}",
      ["weekday": DateText.named(rule.weekday), "day": rule.from.description])
  }

  /// Rest days by rule as they hold now: each rest weekday, and how many days of a week are in reserve.
  public static func rules(_ rest: RestDays) -> [String] {
    rest.rules.filter { $0.to == nil }.map(rule) + [reserve(rest)].compactMap(\.self)
  }

  /// How many days of a week are in reserve, and since when; `nil` for none.
  private static func reserve(_ rest: RestDays) -> String? {
    guard let (day, free) = rest.freeFrom.max(by: { $0.key < $1.key }), free.count > 0 else {
      return nil
    }
    return text(
      "{count} reserve day a week since {day}", "{count} reserve days a week since {day}",
      count: free.count, ["day": day.description])
  }

  /// Which of the days are rest days all the same, a line for each reason.
  public static func still(_ days: [Day], _ record: Record, today: Day) -> [String] {
    let single = days.filter(record.rest.single.contains)
    let byWeekday = days.filter { record.rest.isDeclared($0) && !single.contains($0) }
    var lines: [String] = []
    if !single.isEmpty {
      lines.append(
        text(
          "Still rest because of an earlier haru rest: {days}",
          ["days": DateText.days(single, seenFrom: today)]))
    }
    if !byWeekday.isEmpty {
      lines.append(
        text(
          "Still rest because of haru rest --weekdays: {days}",
          ["days": DateText.days(byWeekday, seenFrom: today)]))
    }
    return lines
  }
}
