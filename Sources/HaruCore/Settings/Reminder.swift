/// A time at which the agent reminds of a day that is not studied, on some weekdays.
public struct Reminder: Hashable, Comparable, Sendable {
  /// The time.
  public let time: TimeOfDay
  /// The weekdays on which it comes, one at least.
  public let weekdays: Set<Weekday>

  /// Makes a reminder, of each day unless weekdays are given.
  public init(_ time: TimeOfDay, on weekdays: Set<Weekday> = Set(Weekday.allCases)) {
    (self.time, self.weekdays) = (time, weekdays)
  }

  /// Whether one comes earlier in a day than another.
  public static func < (a: Reminder, b: Reminder) -> Bool { a.time < b.time }
}

extension SettingFormat<[Reminder]> {
  /// Groups with `;` between them, each of times that may follow weekdays: `mon..fri 18:00;sat,sun 11:00`.
  static let reminders = SettingFormat(expected: .times) { reminders in
    var groups: [(weekdays: Set<Weekday>, times: [TimeOfDay])] = []
    for each in reminders {
      if let place = groups.firstIndex(where: { $0.weekdays == each.weekdays }) {
        groups[place].times.append(each.time)
      } else {
        groups.append((each.weekdays, [each.time]))
      }
    }
    return groups.map { group in
      let isDaily = group.weekdays.count == Weekday.allCases.count
      let times = group.times.map(\.description).joined(separator: isDaily ? ";" : ",")
      return isDaily ? times : WeekdayList.text(group.weekdays) + " " + times
    }.joined(separator: ";")
  } read: { text in
    var reminders: [Reminder] = []
    for group in text.split(separator: ";") {
      guard let group = read(group) else { return nil }
      reminders += group
    }
    return reminders.sorted()
  }

  /// Times, perhaps behind weekdays and a blank.
  private static func read(_ group: Substring) -> [Reminder]? {
    var (names, times): ([Substring], [TimeOfDay]) = ([], [])
    for part in group.split(separator: ",") {
      let words = part.split(separator: " ")
      guard let last = words.last else { return nil }
      let time = TimeOfDay(String(last))
      guard words.count == 1 || words.count == 2 && times.isEmpty && time != nil else {
        return nil
      }
      names += time == nil ? words : words.dropLast()
      if let time { times.append(time) } else if !times.isEmpty { return nil }
    }
    let weekdays =
      names.isEmpty
      ? Set(Weekday.allCases) : WeekdayList.weekdays(names, meaning: Weekday.typed)
    guard let weekdays, !times.isEmpty else { return nil }
    return times.map { Reminder($0, on: weekdays) }
  }
}

/// Weekdays as they are written: names, or ranges such as `mon..fri`.
public enum WeekdayList {
  static func text(_ weekdays: Set<Weekday>) -> String {
    weekdays.map(\.rawValue).inRuns { $1 == $0 + 1 }.map { range in
      let names = range.compactMap { Weekday(rawValue: $0)?.description.prefix(3) }
      return names.count < 3
        ? names.joined(separator: ",") : names[0] + ".." + names[names.count - 1]
    }.joined(separator: ",")
  }

  /// The weekdays of names and ranges, by what one name means; `nil` if one of them is none.
  public static func weekdays(
    _ names: [Substring], meaning: (String) -> Weekday?
  ) -> Set<Weekday>? {
    var found: Set<Weekday> = []
    for name in names {
      let ends = name.split(separator: ".", omittingEmptySubsequences: true)
        .map { meaning(String($0)) }
      guard ends.count == 1 || ends.count == 2 && name.includes(".."), let first = ends[0],
        let last = ends[ends.count - 1]
      else { return nil }
      let length = last.position(inWeekBeginning: first)
      found.formUnion(Weekday.week(beginning: first).prefix(length + 1))
    }
    return found
  }
}
