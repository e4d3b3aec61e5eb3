public import HaruCore

/// Rest days that a command set or cleared.
public enum RestText {
  /// Days that became rest days, and the streak after that.
  public static func changed(
    _ days: [Day], clearingMarks: Bool, _ history: History
  ) -> String {
    guard !days.isEmpty else { return text("Nothing changed: already rest days.") }
    let days = text("Rest: {days}", ["days": DateText.days(days, seenFrom: history.streak.today)])
    return days + (clearingMarks ? " · " + text("mark cleared") : "") + " · "
      + StatusText.count(history)
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
      let days = first == last ? first.description : range(run.days)
      return run.reason.isEmpty ? days : days + " · " + run.reason
    }
  }

  /// Rest days by rule that hold on a day or later, each with its weekday or number, and since when and until when.
  public static func rules(_ rest: RestDays, since today: Day) -> [String] {
    rest.rules.filter { $0.to ?? .latest >= today }.map(rule)
      + rest.freeRules.filter { $0.days.upperBound >= today }.map(reserve)
  }

  /// The rules by which some days are rest days, or were free.
  public static func rules(_ rest: RestDays, of days: Set<Day>) -> [String] {
    let free = rest.free.intersection(days)
    return rest.rules.filter { days.contains(where: $0.covers) }.map(rule)
      + rest.freeRules.filter { free.contains(where: $0.days.contains) }.map(reserve)
  }

  private static func range(_ days: ClosedRange<Day>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    return DateText.range(
      first.description, last.description, count: last.days(since: first) + 1)
  }

  private static func rule(_ rule: RestRule) -> String {
    guard rule.to == nil else {
      return DateText.named(rule.weekday) + " · " + ExplainText.rule(rule)
    }
    return text(
      "every {weekday} since {day}",
      ["weekday": DateText.named(rule.weekday), "day": rule.from.description])
  }

  private static func reserve(_ rule: (days: ClosedRange<Day>, free: FreeDays)) -> String {
    let (count, days) = (rule.free.count, rule.days)
    guard days.upperBound == .latest else {
      return JournalText.reserve(count) + " · " + range(days)
    }
    return text(
      "{count} reserve day a week since {day}", "{count} reserve days a week since {day}",
      count: count, ["day": days.lowerBound.description])
  }

  /// Which of the days are rest days all the same, a line for each reason.
  public static func still(_ days: [Day], _ record: Record, today: Day) -> [String] {
    let single = days.filter(record.rest.single.contains)
    let byWeekday = days.filter { record.rest.isDeclared($0) && !single.contains($0) }
    let inReserve = days.filter(record.rest.free.contains)
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
    if !inReserve.isEmpty {
      lines.append(
        text(
          "Still rest because of haru rest --reserve: {days}",
          ["days": DateText.days(inReserve, seenFrom: today)]))
    }
    return lines
  }
}
