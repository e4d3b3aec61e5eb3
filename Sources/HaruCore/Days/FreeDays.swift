/// How many unmarked days of a week are free: the reserve days (docs/behaviours.md#reserve-days).
///
/// As text it is such as `2,1`: two days of a week that begins on Monday.
public struct FreeDays: Hashable, Sendable, LosslessStringConvertible {
  /// The most days of a week that can be free.
  public static let most = 6
  /// The most that is offered: two keep people, more add nothing.
  public static let offered = 2
  /// The studied day on whose evening they are offered: in the first week.
  static let offeredOnDay = 3

  /// The number of days, 0 to 6.
  public let count: Int
  /// The weekday on which a week begins.
  public let weekBegins: Weekday

  /// Names a number of days, 0 to 6.
  public init(_ count: Int, weekBegins: Weekday) {
    (self.count, self.weekBegins) = (min(max(count, 0), FreeDays.most), weekBegins)
  }

  /// Reads what `description` writes; `nil` for anything else.
  public init?(_ description: String) {
    let numbers = description.split(separator: ",").compactMap { Int($0) }
    guard numbers.count == 2, let weekday = Weekday(rawValue: numbers[1]) else { return nil }
    self.init(numbers[0], weekBegins: weekday)
    guard self.description == description else { return nil }
  }

  /// The number, and the weekday as in ISO 8601.
  public var description: String { "\(count),\(weekBegins.rawValue)" }
}

extension RestDays {
  /// The free days that hold on a day.
  public func freeDays(on day: Day) -> FreeDays? {
    freeFrom.filter { $0.key <= day }.max { $0.key < $1.key }?.value
  }

  /// The rules about free days, oldest first: how many, and from which day up to which; those of none are left out.
  public var freeRules: [(days: ClosedRange<Day>, free: FreeDays)] {
    let changes = freeFrom.sorted { $0.key < $1.key }
    let ends = changes.dropFirst().map { $0.key.advanced(by: -1) ?? $0.key } + [Day.latest]
    return zip(changes, ends).map { ($0.key...$1, $0.value) }.filter { $0.free.count > 0 }
  }

  /// Makes so many days of a week free from a day on; days before are not changed.
  mutating func change(free: FreeDays, from day: Day) {
    freeFrom = freeFrom.filter { $0.key < day }
    if freeDays(on: day) != free { freeFrom[day] = free }
    assert(freeDays(on: day) == free, "so many are free from that day on")
  }

  /// How many days before a day were free in its week.
  func spent(before day: Day, _ week: FreeDays) -> Int {
    let past = day.weekday.position(inWeekBeginning: week.weekBegins)
    return (0..<past).count { day.advanced(by: -$0 - 1).map(free.contains) == true }
  }

  /// The number of a free day in its week, from 1 on, and how many there are in a week; `nil` for any other day.
  func number(ofFree day: Day) -> (number: Int, of: Int)? {
    guard free.contains(day), let week = freeDays(on: day) else { return nil }
    let number = spent(before: day, week) + 1
    assert((1...7).contains(number), "a week has seven days")
    return (number, week.count)
  }

  /// How many days of a day's week can still be free, this day among them; 0 without free days.
  func freeLeft(on day: Day) -> Int {
    freeDays(on: day).map { max(0, $0.count - spent(before: day, $0)) } ?? 0
  }

  /// The same rest days, with the free ones of all days before `today` that are neither marked nor rest days: in
  /// each week the first ones (docs/behaviours.md#reserve-days).
  func spendingFreeDays(of marks: [Day], from begin: Day, before today: Day) -> RestDays {
    var rest = self
    rest.free = []
    let changes = freeFrom.keys.sorted()
    guard let first = changes.first else { return rest }
    let marked = Set(marks.prefix { $0 >= first })
    for (from, until) in zip(changes, changes.dropFirst() + [today]) {
      guard let week = freeFrom[from], week.count > 0 else { continue }
      var next: Day? = max(from, begin)
      while let day = next, day < min(until, today) {
        next = day.advanced(by: 1)
        if !marked.contains(day), !rest.isDeclared(day), rest.spent(before: day, week) < week.count
        {
          rest.free.insert(day)
        }
      }
    }
    assert(rest.free.isDisjoint(with: marked), "a studied day is not free")
    assert(rest.free.allSatisfy { begin <= $0 && $0 < today }, "a free day is over, and counted")
    return rest
  }
}
