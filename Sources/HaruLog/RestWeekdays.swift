public import HaruCore

/// The rest weekdays over time, as entries tell them: from each of these days on, exactly these weekdays
/// (docs/sync.md#rest-weekdays).
public struct RestWeekdays: Hashable, Sendable {
  /// The weekdays that are rest days from a day on.
  public var sets: [Day: Set<Weekday>] = [:]

  /// Makes the weekdays of no rules.
  public init() {}

  /// Makes the weekdays of some rules.
  public init(_ rules: [RestRule]) {
    let ends = rules.compactMap { $0.to?.advanced(by: 1) }
    var last: Set<Weekday> = []
    for day in Set(rules.map(\.from) + ends).sorted() {
      let holding = rules.filter { $0.from <= day && day <= $0.to ?? .latest }
      let weekdays = Set(holding.map(\.weekday))
      if weekdays != last { sets[day] = weekdays }
      last = weekdays
    }
  }

  /// The rules that say the same.
  public var rules: [RestRule] {
    sets.sorted { $0.key < $1.key }.reduce([]) { RestRule.changed($0, to: $1.value, from: $1.key) }
  }

  /// A set as a text, such as `6,7`.
  public static func text(_ weekdays: Set<Weekday>) -> String {
    weekdays.map(\.rawValue).sorted().map(String.init).joined(separator: ",")
  }

  /// Reads a set; `nil` for anything that `text` does not write.
  public static func weekdays(_ text: String) -> Set<Weekday>? {
    let weekdays = text.split(separator: ",").compactMap { Int($0).flatMap(Weekday.init) }
    let set = Set(weekdays)
    return self.text(set) == text ? set : nil
  }
}
