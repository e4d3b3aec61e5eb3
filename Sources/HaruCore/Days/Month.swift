/// One of the twelve months, without a year.
public enum MonthName: Int, CaseIterable, Comparable, Sendable {
  case january = 1
  case february, march, april, may, june
  case july, august, september, october, november, december

  /// Whether one month comes before another in the year.
  public static func < (a: MonthName, b: MonthName) -> Bool { a.rawValue < b.rawValue }
}

/// A month of a year, such as November 2026.
public struct Month: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The year, 1 to 9999.
  public let year: Int
  /// The name.
  public let name: MonthName

  init(year: Int, name: MonthName) {
    assert((1...9999).contains(year), "a month lies in the years 1 to 9999")
    self.year = year
    self.name = name
  }

  /// Makes a month from its parts; `nil` outside the range of days.
  public init?(year: Int, month: Int) {
    guard (1...9999).contains(year), let name = MonthName(rawValue: month) else { return nil }
    self.init(year: year, name: name)
  }

  /// Whether one month is before another.
  public static func < (a: Month, b: Month) -> Bool {
    (a.year, a.name) < (b.year, b.name)
  }

  /// The month a number of months later (earlier, if negative); `nil` beyond the range of days.
  public func advanced(by months: Int) -> Month? {
    let (sum, overflow) = (12 * year + name.rawValue - 1).addingReportingOverflow(months)
    guard !overflow, sum >= 12 else { return nil }
    return Month(year: sum / 12, month: sum % 12 + 1)
  }

  /// Its number of days, 28 to 31.
  public var length: Int { Month.length(of: name.rawValue, year: year) }

  /// Its days, first to last.
  public var days: ClosedRange<Day> {
    // The parts are in range by construction, so that the fallbacks are never used.
    let first = Day(year: year, month: name.rawValue, day: 1) ?? .earliest
    let last = first.advanced(by: length - 1) ?? .latest
    assert(first.month == self && last.month == self, "the days of a month lie in it")
    assert(last == .latest || last.advanced(by: 1)?.dayOfMonth == 1, "another month follows")
    return first...last
  }

  /// Its weeks, each of seven cells; a cell is `nil` for a day of another month.
  ///
  /// A day is placed by its weekday, not by counting stored rows (docs/behaviours.md#the-month).
  public func weeks(beginning firstWeekday: Weekday) -> [[Day?]] {
    let first = days.lowerBound
    let blanks = first.weekday.position(inWeekBeginning: firstWeekday)
    let rows = (blanks + length + 6) / 7
    assert((4...6).contains(rows), "a month touches four to six weeks")
    return (0..<rows).map { row in
      (0..<7).map { column in
        let offset = row * 7 + column - blanks
        return (0..<length).contains(offset) ? first.advanced(by: offset) : nil
      }
    }
  }

  /// The month as `YYYY-MM`.
  public var description: String { padded(year, to: 4) + "-" + padded(name.rawValue, to: 2) }

  static func length(of month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: isLeap(year: year) ? 29 : 28
    default: 31
    }
  }

  static func isLeap(year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }
}
