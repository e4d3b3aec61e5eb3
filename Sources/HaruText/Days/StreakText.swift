public import HaruCore

/// The streak and the totals, for a terminal.
public enum StreakText {
  /// The streak, the longest one, this month, this year and the totals; a line each.
  public static func lines(_ entry: Entry, _ totals: Totals, firstWeekday: Weekday) -> [String] {
    let reserve = ContentText.reserve(entry.history.streak)
    var lines = [headline(entry), today(entry)] + [reserve].compactMap(\.self)
    if let yesterday = ContentText.mendLine(entry) { lines.append(yesterday) }
    if let longest = entry.history.streak.longest { lines.append(self.longest(longest)) }
    if entry.history.steady.counted > 0 {
      lines.append(
        text("Steady: {progress}", ["progress": ContentText.steady(entry.history.steady)]))
    }
    if let progress = CalendarText.progress(entry.history.month) {
      lines.append(text("This month: {progress}", ["progress": progress]))
    }
    if let progress = CalendarText.progress(totals.year) {
      lines.append(text("This year: {progress}", ["progress": progress]))
    }
    guard let first = totals.firstDay else { return lines }
    return lines + [
      text(
        "Total: {count} day since {day}", "Total: {count} days since {day}",
        count: totals.total, ["day": DateText.date(first)]),
      text(
        "Average: {number} days a week",
        ["number": NumberText.decimal(tenths: Int((totals.perWeek * 10).rounded()))]),
      text(
        "By weekday: {shares}",
        [
          "shares": Weekday.week(beginning: firstWeekday).map { share($0, totals) }
            .joined(separator: " · ")
        ]),
    ]
  }

  /// The streak in a sentence that does not blame the user (docs/behaviours.md#faults-of-the-originals).
  private static func headline(_ entry: Entry) -> String {
    let streak = entry.history.streak
    if entry.history.total == 0 {
      return text("No streak yet. The first day you mark starts one.")
    }
    if streak.current == 0 {
      return text("No current streak. The next day you study starts one.")
    }
    return streak.isTodayOpen
      ? ContentText.openStreak(streak) : ContentText.streakAlone(entry.history)
  }

  private static func today(_ entry: Entry) -> String {
    let streak = entry.history.streak
    if streak.isTodayStudied { return text("Today: studied") }
    if streak.isTodayRest { return text("Today: rest day") }
    return text("Today: not studied yet, ends at {time}", ["time": ContentText.end(of: entry)])
  }

  private static func longest(_ run: Run) -> String {
    guard run.first < run.last else {
      return text(
        "Longest: {count} day, {day}", "Longest: {count} days, {day}", count: run.length,
        ["day": DateText.date(run.first)])
    }
    return text(
      "Longest: {count} day, {first} to {last}", "Longest: {count} days, {first} to {last}",
      count: run.length, ["first": DateText.date(run.first), "last": DateText.date(run.last)])
  }

  private static func share(_ weekday: Weekday, _ totals: Totals) -> String {
    guard let share = totals.share(of: weekday) else {
      return text("{weekday} –", ["weekday": DateText.short(weekday)])
    }
    return text(
      "{weekday} {percent}%",
      [
        "weekday": DateText.short(weekday), "percent": String(Int((share * 100).rounded())),
      ])
  }
}
