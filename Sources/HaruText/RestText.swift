public import HaruCore

/// What was declared free, or no longer is.
public enum RestText {
  /// Days that became free.
  public static func declared(_ days: [Day], _ history: History) -> String {
    guard let what = StatusText.named(days) else {
      return text("Nothing changed: rest days already.")
    }
    return text(
      "Rest: {what} · {streak}", ["what": what, "streak": StatusText.count(history)])
  }

  /// Days that were asked to be free no longer, and those that stay free by their weekdays.
  ///
  /// - Parameters:
  ///   - asked: All of them.
  ///   - changed: Those that had been declared free one by one.
  ///   - record: What is said of the days now.
  ///   - today: The day of the streak.
  /// - Returns: A line for each.
  public static func cleared(
    _ asked: [Day], changed: [Day], _ record: Record, today: Day
  ) -> String {
    let sentences = [
      noLongerRest(changed.filter { !record.rest.contains($0) }, record, today),
      stillFree(asked.filter { record.rest.contains($0) }),
    ].compactMap(\.self)
    return sentences.isEmpty
      ? text("Nothing changed: no rest days.") : sentences.joined(separator: "\n")
  }

  private static func noLongerRest(_ days: [Day], _ record: Record, _ today: Day) -> String? {
    guard let what = StatusText.named(days) else { return nil }
    let streak = StatusText.count(History(of: record, today: today))
    return text("No longer rest: {what} · {streak}", ["what": what, "streak": streak])
  }

  private static func stillFree(_ days: [Day]) -> String? {
    StatusText.named(days).map {
      text("Still free by the weekday, see Day.rest-weekdays: {what}", ["what": $0])
    }
  }
}
