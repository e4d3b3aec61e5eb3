/// A civil date of no time zone, from 0001-01-01 to 9999-12-31 in the proleptic Gregorian calendar.
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 0001-01-01, which is 0.
  private let number: Int32

  private init(number: Int32) {
    assert((0...3_652_058).contains(number), "a day lies in the years 1 to 9999")
    self.number = number
  }

  /// The first day of the range, 0001-01-01.
  public static let earliest = Day(number: 0)
  /// The last day of the range, 9999-12-31.
  public static let latest = Day(number: 3_652_058)

  /// Makes a day from its parts; `nil` if the calendar has no such date.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Month.length(of: month, year: year)
    else { return nil }
    number = Day.count(beforeYear: year) + Day.count(before: month, year: year) + Int32(day - 1)
    assert(
      parts == (year, MonthName(rawValue: month) ?? .january, day), "a day has the parts given")
  }

  /// Whether one day is before another.
  public static func < (a: Day, b: Day) -> Bool { a.number < b.number }

  /// The day a number of days later (earlier, if negative); `nil` beyond the range of days.
  public func advanced(by days: Int) -> Day? {
    let (sum, overflow) = Int(number).addingReportingOverflow(days)
    guard !overflow, sum >= Day.earliest.number, sum <= Day.latest.number else { return nil }
    return Day(number: Int32(sum))
  }

  /// How many days later than `other` this day is.
  public func days(since other: Day) -> Int {
    Int(number) - Int(other.number)
  }

  /// The day of the week.
  public var weekday: Weekday {
    // 0001-01-01 was a Monday.
    Weekday.allCases[Int(number) % 7]
  }

  /// The year, 1 to 9999.
  public var year: Int { parts.year }
  /// The month this day lies in.
  public var month: Month { Month(year: parts.year, name: parts.month) }
  /// The day of the month, 1 to 31.
  public var dayOfMonth: Int { parts.day }

  /// Days between 1970-01-01 and this day, negative before.
  var daysSince1970: Int64 { Int64(number) - 719_162 }

  /// The day `days` after 1970-01-01, or the nearest day of the range.
  static func nearest(daysSince1970 days: Int64) -> Day {
    let clamped = min(max(days, -719_162), Int64(latest.number) - 719_162)
    let day = Day(number: Int32(clamped + 719_162))
    assert(clamped != days || day.daysSince1970 == days, "a day within the range is not moved")
    return day
  }

  private var parts: (year: Int, month: MonthName, day: Int) {
    // A guess by average years is wrong by at most one year.
    var year = Int(number) * 400 / 146_097 + 1
    if Day.count(beforeYear: year) > number {
      year -= 1
    } else if year < 9999, Day.count(beforeYear: year + 1) <= number {
      year += 1
    }
    var month = MonthName.january
    var rest = Int(number - Day.count(beforeYear: year))
    while let next = MonthName(rawValue: month.rawValue + 1) {
      let length = Month.length(of: month.rawValue, year: year)
      if rest < length { break }
      rest -= length
      month = next
    }
    assert(
      (0..<Month.length(of: month.rawValue, year: year)).contains(rest), "a day lies in its month")
    return (year, month, rest + 1)
  }

  private static func count(beforeYear year: Int) -> Int32 {
    let past = year - 1
    return Int32(past * 365 + past / 4 - past / 100 + past / 400)
  }

  private static func count(before month: Int, year: Int) -> Int32 {
    // As if February had thirty days, minus the days that it lacks.
    let lacking = month <= 2 ? 0 : Month.isLeap(year: year) ? 1 : 2
    return Int32((367 * month - 362) / 12 - lacking)
  }
}

extension Day: LosslessStringConvertible {
  /// Reads `YYYY-MM-DD`, exactly; `nil` for anything else.
  public init?(_ description: String) {
    var text = description
    let day = text.withUTF8 { Day(utf8: $0) }
    guard let day else { return nil }
    self = day
  }

  /// Reads the bytes of `YYYY-MM-DD`, exactly; `nil` for anything else.
  public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    let dash = UInt8(ascii: "-")
    guard bytes.count == 10, bytes[4] == dash, bytes[7] == dash,
      let year = Day.decimal(bytes, 0..<4), let month = Day.decimal(bytes, 5..<7),
      let day = Day.decimal(bytes, 8..<10)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day as `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = parts
    return padded(year, to: 4) + "-" + padded(month.rawValue, to: 2) + "-" + padded(day, to: 2)
  }

  private static func decimal(_ bytes: UnsafeBufferPointer<UInt8>, _ places: Range<Int>) -> Int? {
    // Four digits cannot overflow, so that the unchecked operators are safe, and quick in a long column.
    var value = 0
    for place in places {
      let digit = bytes[place] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }
}

/// A number with zeros before it, at least `width` digits long.
public func padded(_ number: some BinaryInteger, to width: Int, radix: Int = 10) -> String {
  let digits = String(number, radix: radix)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
