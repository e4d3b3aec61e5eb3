/// The rest weekdays over time, as entries tell them: from each of some days on, exactly these weekdays
/// (docs/sync.md#rest-weekdays).
extension [RestRule] {
  /// Makes the rules that say the same.
  public init(weekdaysFrom sets: [Day: Set<Weekday>]) {
    var (rules, holding): ([RestRule], [Weekday: Day]) = ([], [:])
    for (day, weekdays) in sets.sorted(by: { $0.key < $1.key }) {
      for (weekday, from) in holding where !weekdays.contains(weekday) {
        rules.append(RestRule(weekday, from: from, to: day.advanced(by: -1)))
        holding[weekday] = nil
      }
      for weekday in weekdays where holding[weekday] == nil { holding[weekday] = day }
    }
    rules += holding.map { RestRule($0.key, from: $0.value) }
    self = rules.sorted { ($0.from, $0.weekday.rawValue) < ($1.from, $1.weekday.rawValue) }
  }

  /// The weekdays that are rest days from each of these days on.
  public var weekdaysFrom: [Day: Set<Weekday>] {
    var changes: [Day: [(weekday: Weekday, rules: Int)]] = [:]
    for rule in self {
      changes[rule.from, default: []].append((rule.weekday, 1))
      if let end = rule.to?.advanced(by: 1) { changes[end, default: []].append((rule.weekday, -1)) }
    }
    var sets: [Day: Set<Weekday>] = [:]
    var holding: [Weekday: Int] = [:]
    var last: Set<Weekday> = []
    for (day, changes) in changes.sorted(by: { $0.key < $1.key }) {
      for change in changes { holding[change.weekday, default: 0] += change.rules }
      let weekdays = Set(holding.filter { $0.value > 0 }.keys)
      if weekdays != last { sets[day] = weekdays }
      last = weekdays
    }
    return sets
  }
}

extension Set<Weekday> {
  /// The text of an entry, such as `6,7`.
  public var numbers: String {
    map(\.rawValue).sorted().map(String.init).joined(separator: ",")
  }

  /// Reads such a text; `nil` for anything that `numbers` does not write.
  public init?(numbers text: String) {
    let weekdays = text.split(separator: ",").compactMap { Int($0).flatMap(Weekday.init) }
    self.init(weekdays)
    guard numbers == text else { return nil }
  }
}
