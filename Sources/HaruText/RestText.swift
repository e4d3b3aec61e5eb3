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
    text("Rest: {days}", ["days": StatusText.named(days)])
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

  /// Days that are no longer rest days, and days that still are because of their weekday.
  public static func cleared(_ asked: [Day], changed: [Day], _ record: Record) -> [String] {
    let cleared = changed.filter { !record.rest.contains($0) }
    let still = asked.filter { record.rest.contains($0) }
    var lines: [String] = []
    if !cleared.isEmpty {
      lines.append(text("Rest cleared: {days}", ["days": StatusText.named(cleared)]))
    }
    if !still.isEmpty {
      lines.append(
        text("Still rest because of Day.rest-weekdays: {days}", ["days": StatusText.named(still)]))
    }
    return lines
  }
}
