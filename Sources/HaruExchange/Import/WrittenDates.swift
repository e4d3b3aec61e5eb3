internal import HaruCore

/// The order of dates in a file: `2026-11-20`, `11/20/2026` or `20.11.2026`.
///
/// All dates of the file together decide which of the two numbers before a year is the month.
struct WrittenDates {
  private let isDayFirst: Bool
  private let isYearFirst: Bool

  init(_ texts: [String]) {
    let dates = texts.lazy.compactMap(Parts.init).filter { !$0.isYearFirst }
    var (dayFirst, monthFirst, dotted, any) = (false, false, false, false)
    for date in dates {
      any = true
      dayFirst = dayFirst || date.numbers[0] > 12
      monthFirst = monthFirst || date.numbers[1] > 12
      dotted = dotted || date.isDotted
    }
    isYearFirst = !any
    // If no date decides, dots mean the day first, and other separators the month, as in HabitBull.
    isDayFirst = dayFirst != monthFirst ? dayFirst : dotted
  }

  /// The day of a text; `nil` if it is not a date.
  func day(_ text: String) -> Day? {
    guard let date = Parts(text) else { return nil }
    let numbers = date.numbers
    if date.isYearFirst { return Day(year: numbers[0], month: numbers[1], day: numbers[2]) }
    let year = numbers[2] < 100 ? 2000 + numbers[2] : numbers[2]
    return isDayFirst
      ? Day(year: year, month: numbers[1], day: numbers[0])
      : Day(year: year, month: numbers[0], day: numbers[1])
  }

  /// Whether a text looks like a date.
  static func isDate(_ text: String) -> Bool {
    Parts(text) != nil
  }

  /// The order that was chosen, if there was a choice.
  var remarks: [Import.Remark] {
    isYearFirst ? [] : [isDayFirst ? .dayFirst : .monthFirst]
  }

  private struct Parts {
    let numbers: [Int]
    let isYearFirst: Bool
    let isDotted: Bool

    init?(_ text: String) {
      guard let separator = text.first(where: { "-/.".contains($0) }) else { return nil }
      let words = text.split(separator: separator).map(trimmed)
      let isNumeric = words.allSatisfy { word in
        (1...4).contains(word.utf8.count) && word.utf8.allSatisfy { (48...57).contains($0) }
      }
      guard words.count == 3, isNumeric else { return nil }
      numbers = words.compactMap { Int($0) }
      isYearFirst = words[0].utf8.count == 4
      isDotted = separator == "."
      let isWhole = isYearFirst ? words[1].utf8.count <= 2 : [2, 4].contains(words[2].utf8.count)
      guard isWhole else { return nil }
    }
  }
}

/// The names without duplicates, in their order.
func unique(_ names: [String]) -> [String] {
  var known: Set<String> = []
  return names.filter { known.insert($0).inserted }
}

extension Gathering {
  /// Adds the day of a row, or the reason for skipping it.
  mutating func add(
    _ row: CSV.Row, date: String, in dates: WrittenDates, state: DayState?, value: String,
    note: String
  ) {
    let place = Import.Place.line(row.line)
    guard let day = dates.day(date) else {
      return skip(place, date.isEmpty ? .noDate : .notADate(date))
    }
    guard let state else { return skip(place, value.isEmpty ? .noValue : .unknownValue(value)) }
    add(state, of: day, note: note, at: place)
  }
}
