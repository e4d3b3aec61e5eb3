/// The rest weekdays over time, as entries tell them: from each of these days on, exactly these weekdays
/// (docs/sync.md#rest-weekdays).
public struct RestWeekdays: Hashable, Sendable {
  /// The weekdays that are rest days from a day on.
  public var sets: [Day: Set<Weekday>] = [:]

  /// Makes the weekdays of no rules.
  public init() {}

  /// Makes the weekdays of some rules.
  public init(_ rules: [RestRule]) {
    var changes: [Day: [(weekday: Weekday, rules: Int)]] = [:]
    for rule in rules {
      changes[rule.from, default: []].append((rule.weekday, 1))
      if let end = rule.to?.advanced(by: 1) { changes[end, default: []].append((rule.weekday, -1)) }
    }
    var holding: [Weekday: Int] = [:]
    var last: Set<Weekday> = []
    for (day, changes) in changes.sorted(by: { $0.key < $1.key }) {
      for change in changes { holding[change.weekday, default: 0] += change.rules }
      let weekdays = Set(holding.filter { $0.value > 0 }.keys)
      if weekdays != last { sets[day] = weekdays }
      last = weekdays
    }
  }

  /// Makes exactly these weekdays rest days from a day on; days before are not changed.
  mutating func change(to weekdays: Set<Weekday>, from day: Day) {
    sets = sets.filter { $0.key < day }
    let before = sets.max { $0.key < $1.key }?.value ?? []
    if before != weekdays { sets[day] = weekdays }
  }

  /// The rules that say the same.
  public var rules: [RestRule] {
    var (rules, holding): ([RestRule], [Weekday: Day]) = ([], [:])
    for (day, weekdays) in sets.sorted(by: { $0.key < $1.key }) {
      for (weekday, from) in holding where !weekdays.contains(weekday) {
        rules.append(RestRule(weekday, from: from, to: day.advanced(by: -1)))
        holding[weekday] = nil
      }
      for weekday in weekdays where holding[weekday] == nil { holding[weekday] = day }
    }
    rules += holding.map { RestRule($0.key, from: $0.value) }
    return rules.sorted { ($0.from, $0.weekday.rawValue) < ($1.from, $1.weekday.rawValue) }
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
