internal import HaruCore

/// The order of dates in a file: `2026-11-20`, `20261120`, `11/20/2026`, `20.11.2026`,
/// `November 20, 2026`, `20-Nov-26` or `2026年11月20日`, also with a time
/// (docs/formats.md#dates-in-tables).
///
/// All dates of the file together decide which of the two numbers before a year is the month.
struct WrittenDates {
  private let instants: InstantDays
  private let isDayFirst: Bool
  private let isYearFirst: Bool
  /// The length of the shortest date before the last row, in bytes.
  private let shortest: Int

  /// Looks at the dates of all rows.
  ///
  /// - Throws: `ImportError.dateOrder` for a source whose order would be a guess: the next row could decide otherwise.
  init(
    _ rows: some Sequence<CSV.Row>, _ column: Int?, _ instants: InstantDays,
    _ options: ImportOptions
  ) throws(ImportError) {
    var (dayFirst, monthFirst, dotted, any) = (false, false, false, false)
    var shortest = Int.max
    for row in rows {
      let text = row.cell(column)
      guard let date = WrittenDate(text) else { continue }
      if !row.isOpen { shortest = min(shortest, text.utf8.count) }
      if date.isYearFirst { continue }
      any = true
      dayFirst = dayFirst || date.numbers.0 > 12
      monthFirst = monthFirst || date.numbers.1 > 12
      dotted = dotted || date.isDotted
    }
    (self.instants, self.shortest) = (instants, shortest)
    isYearFirst = !any
    if options.isOfSource, any, dayFirst == monthFirst, !dotted { throw .dateOrder }
    // If no date decides, dots mean the day first, and other separators the month, as in HabitBull.
    isDayFirst = dayFirst != monthFirst ? dayFirst : dotted
  }

  /// The day of a text; `nil` if it is not a date.
  func day(_ text: String) -> Day? {
    guard let date = WrittenDate(text), let day = day(of: date) else { return nil }
    // With a time of UTC it is an instant; with another offset its date is the one at its place.
    guard let offset = date.utcOffset else { return day }
    let seconds = date.seconds - offset
    return offset == 0 ? instants.day(at: seconds, of: day) : instants.note(day, at: seconds)
  }

  /// A text as a time of UTC, by which rows are sorted; that of no date comes first.
  func time(_ text: String) -> Instant {
    guard let date = WrittenDate(text), let day = day(of: date) else { return Instant(.min) }
    return DayBoundary.utc.start(of: day) + Int64(date.seconds)
  }

  private func day(of date: WrittenDate) -> Day? {
    guard !date.isOfSeveralDays else { return nil }
    var (year, month, day) = date.numbers
    if !date.isYearFirst {
      (year, month, day) = (WrittenDate.year(day), year, month)
      if isDayFirst { (month, day) = (day, month) }
    }
    return Day(year: year, month: month, day: day)
  }

  /// Whether a date is the last of its file and shorter than all others, so that it may be cut.
  func isCut(_ text: String, in row: CSV.Row) -> Bool {
    row.isOpen && shortest < Int.max && text.utf8.count < shortest
  }

  /// Whether a text looks like a date.
  static func isDate(_ text: String) -> Bool {
    WrittenDate(text) != nil
  }

  /// Whether the month of a date has a name.
  static func isWithMonthName(_ text: String) -> Bool {
    WrittenDate(text)?.hasMonthName == true
  }

  /// Whether a date is written as `November 20, 2026`.
  static func isInWords(_ text: String) -> Bool {
    let parts = text.split(separator: " ")
    guard isWithMonthName(text), parts.count > 2 else { return false }
    return Digits.months.contains(String(parts[0])) && parts[1].last == ","
      && parts[2].utf8.count == 4
  }

  /// Why a text is not a day.
  static func reason(against text: String) -> Import.Reason {
    if text.isEmpty { return .noDate }
    return WrittenDate(text)?.isOfSeveralDays == true ? .severalDays(text) : .notADate(text)
  }

  /// The order that was chosen, if there was a choice.
  var remarks: [Import.Remark] {
    isYearFirst ? [] : [isDayFirst ? .dayFirst : .monthFirst]
  }
}

/// The numbers of a date, whose order the whole file decides.
private struct WrittenDate {
  private(set) var numbers: (Int, Int, Int)
  private(set) var isYearFirst = false
  private(set) var isDotted = false
  private(set) var hasMonthName = false
  /// Whether it is a range of whole days.
  private(set) var isOfSeveralDays = false
  /// Its time in seconds since midnight, and its offset from UTC if it has one.
  private var time: (seconds: Int, utcOffset: Int?)?

  /// The time in seconds since midnight; 0 without one.
  var seconds: Int { time?.seconds ?? 0 }
  /// The offset of the time from UTC in seconds; `nil` without one.
  var utcOffset: Int? { time?.utcOffset }

  init?(_ text: String) {
    if let date = WrittenDate(single: text) {
      self = date
      return
    }
    // A range, such as `November 20, 2026 → November 22, 2026`; behind the arrow may be a time alone.
    let ends = text.parts(between: " → ").map(String.init)
    guard ends.count == 2, let first = WrittenDate(single: ends[0]) else { return nil }
    self = first
    if let last = WrittenDate(single: ends[1]) {
      // With times it is of the day on which it begins.
      isOfSeveralDays = time == nil && last.numbers != numbers
    } else {
      var reader = Digits(" " + ends[1])
      guard time != nil, reader.time() != nil else { return nil }
    }
  }

  private init?(single text: String) {
    var reader = Digits(text)
    // Most dates are numbers.
    if let date = reader.dateOfNumbers() {
      (numbers, isYearFirst, isDotted) = date
    } else if let date = reader.dateWithMonthName() {
      (numbers, isYearFirst, hasMonthName) = (date, true, true)
    } else if let date = reader.dateWithSigns() {
      (numbers, isYearFirst) = (date, true)
    } else {
      return nil
    }
    if reader.isAtEnd { return }
    time = reader.time()
    if time == nil { return nil }
  }

  /// The year of a number of two digits or more.
  static func year(_ number: Int) -> Int { number < 100 ? 2000 + number : number }
}

/// Reads the parts of a date and a time.
private struct Digits {
  private var bytes: ArraySlice<UInt8>

  init(_ text: String) {
    bytes = Array(text.utf8)[...]
  }

  var isAtEnd: Bool { bytes.isEmpty }
  /// Whether a time may follow.
  var isTime: Bool { bytes.first.map { "Tt ".utf8.contains($0) } ?? false }

  mutating func number() -> (value: Int, digits: Int)? {
    var (value, digits) = (0, 0)
    for byte in bytes.prefix(9) {
      guard byte.isDigit else { break }
      (value, digits) = (value * 10 + Int(byte - UInt8(ascii: "0")), digits + 1)
    }
    guard (1...8).contains(digits) else { return nil }
    bytes = bytes.dropFirst(digits)
    return (value, digits)
  }

  /// A date such as `2026-11-20`, `20261120` or `11/20/2026`; `nil`, with nothing read, if it is none.
  mutating func dateOfNumbers() -> (numbers: (Int, Int, Int), isYearFirst: Bool, isDotted: Bool)? {
    var rest = self
    guard let first = rest.number() else { return nil }
    if first.digits == 8 {
      self = rest
      return ((first.value / 10_000, first.value / 100 % 100, first.value % 100), true, false)
    }
    guard let separator = rest.separator(), let second = rest.number(),
      rest.separator() == separator, let third = rest.number(),
      max(first.digits, second.digits, third.digits) <= 4
    else { return nil }
    let isYearFirst = first.digits == 4
    guard isYearFirst ? second.digits <= 2 : [2, 4].contains(third.digits) else { return nil }
    if !rest.isTime { _ = rest.skip(separator) }
    self = rest
    let isDotted = separator == UInt8(ascii: ".")
    return ((first.value, second.value, third.value), isYearFirst, isDotted)
  }

  /// A date whose month has a name, such as `November 20, 2026`, `Nov 20, 2026` or `20-Nov-26`, with
  /// the year first; `nil`, with nothing read, if it is none.
  mutating func dateWithMonthName() -> (Int, Int, Int)? {
    var rest = self
    let before = rest.number()
    guard before == nil || rest.skipGap(), let month = rest.month(), rest.skipGap(),
      let behind = rest.number()
    else { return nil }
    var (year, day) = (behind, behind)
    if let before {
      (year, day) = before.digits == 4 ? (before, behind) : (behind, before)
    } else {
      guard rest.skipGap(), let last = rest.number() else { return nil }
      year = last
    }
    // What is left of `20 November 2026` in a file that was cut may be longer than `1 May 2026`.
    let mayBeShort = before != nil && month.isShort
    guard day.digits <= 2, year.digits == 4 || mayBeShort && year.digits == 2 else { return nil }
    self = rest
    return (WrittenDate.year(year.value), month.number, day.value)
  }

  /// A date such as `2026年11月20日` or `2026년 11월 20일`; `nil`, with nothing read, if it is none.
  mutating func dateWithSigns() -> (Int, Int, Int)? {
    var rest = self
    var numbers: [Int] = []
    for signs in [["年", "년"], ["月", "월"], ["日", "일"]] {
      guard let number = rest.number(), numbers.isEmpty == (number.digits == 4),
        let sign = signs.first(where: { rest.bytes.starts(with: $0.utf8) })
      else { return nil }
      rest.bytes = rest.bytes.dropFirst(sign.utf8.count)
      if numbers.count < 2 { rest.bytes = rest.bytes.drop { $0 == UInt8(ascii: " ") } }
      numbers.append(number.value)
    }
    self = rest
    return (numbers[0], numbers[1], numbers[2])
  }

  /// The name of a month, whole or its first three letters, in any case.
  private mutating func month() -> (number: Int, isShort: Bool)? {
    let name = bytes.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    guard name.count >= 3 else { return nil }
    bytes = bytes[name.endIndex...]
    let word = String(decoding: name, as: UTF8.self).lowercased()
    let index = Digits.months.firstIndex { month in
      let whole = month.lowercased()
      return word == whole || word == whole.prefix(3) || word == "sept" && whole.hasPrefix(word)
    }
    return index.map { ($0 + 1, name.count == 3) }
  }

  /// Skips what is between the parts of a date with the name of a month.
  private mutating func skipGap() -> Bool {
    let gap = bytes.prefix { " -/.,".utf8.contains($0) }
    bytes = bytes[gap.endIndex...]
    return (1...2).contains(gap.count)
  }

  fileprivate static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// A separator of dates, and blanks behind it.
  mutating func separator() -> UInt8? {
    guard let byte = bytes.first, "-/.".utf8.contains(byte) else { return nil }
    bytes = bytes.dropFirst().drop { $0 == UInt8(ascii: " ") }
    return byte
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard bytes.first == byte else { return false }
    bytes = bytes.dropFirst()
    return true
  }

  /// A time behind a blank or the letter *T*: `21:30`, `21:30:00.5Z`, `9:30 PM`, `9:30 PM (GMT+9)` or
  /// `21:30+09:00`.
  mutating func time() -> (seconds: Int, utcOffset: Int?)? {
    guard isTime else { return nil }
    bytes = bytes.dropFirst()
    guard let hour = number(), skip(UInt8(ascii: ":")), let minute = number(),
      hour.value < 24, minute.value < 60
    else { return nil }
    var seconds = hour.value * 3600 + minute.value * 60
    if skip(UInt8(ascii: ":")) {
      guard let second = number(), second.value <= 60 else { return nil }
      // A leap second is the last of its minute.
      seconds += min(second.value, 59)
      if skip(UInt8(ascii: ".")), number() == nil { return nil }
    }
    var rest = String(decoding: bytes, as: UTF8.self).lowercased().filter { $0 != " " }
    if let half = ["am", "pm"].first(where: rest.hasPrefix) {
      // Twelve is the first hour of its half.
      seconds += (hour.value % 12 + (half == "pm" ? 12 : 0) - hour.value) * 3600
      rest.removeFirst(2)
    }
    if rest.hasPrefix("("), rest.hasSuffix(")") {
      rest = String(rest.dropFirst().dropLast())
      let offset = rest.hasPrefix("gmt") ? String(rest.dropFirst(3)) : rest
      return (seconds, offset.isEmpty ? 0 : Digits.utcOffset(offset))
    }
    if let offset = Digits.utcOffset(rest) { return (seconds, offset) }
    return ["", "a.m.", "p.m."].contains(rest) ? (seconds, nil) : nil
  }

  /// The seconds of an offset such as `z`, `utc`, `+09:00`, `+09:00:00`, `+0900` or `-3`; `nil` if it is none.
  private static func utcOffset(_ text: String) -> Int? {
    if ["z", "utc"].contains(text) { return 0 }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard let sign = text.first, "+-".contains(sign), (1...6).contains(digits.utf8.count),
      let number = Int(digits), number >= 0
    else { return nil }
    // As HHMMSS.
    let clock = digits.utf8.count > 4 ? number : number * (digits.utf8.count > 2 ? 100 : 10_000)
    let seconds = clock / 10_000 * 3600 + clock / 100 % 100 * 60 + clock % 100
    return sign == "-" ? -seconds : seconds
  }
}

/// The names without duplicates, in their order.
func unique(_ names: some Sequence<String>) -> [String] {
  var known: Set<String> = []
  return names.filter { known.insert($0).inserted }
}

extension ImportBuilder {
  /// Adds the day of a row, or the reason for skipping it.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - width: The number of cells that it should have at least.
  ///   - date: Its date.
  ///   - dates: The order of dates in the file.
  ///   - state: The meaning of its value; `nil` for an unknown one.
  ///   - value: Its value.
  ///   - note: Its note.
  mutating func add(
    _ row: CSV.Row, width: Int, date: String, in dates: WrittenDates, state: DayState?,
    value: String, note: String
  ) {
    let place = Import.Place.line(row.line)
    guard row.count >= width else { return skip(place, .cells(row.count, of: width)) }
    guard let day = dates.day(date) else { return skip(place, WrittenDates.reason(against: date)) }
    guard !dates.isCut(date, in: row) else { return skip(place, .cut(date)) }
    guard let state else { return skip(place, value.isEmpty ? .noValue : .unknownValue(value)) }
    add(state, of: day, note: note, at: place)
  }
}
