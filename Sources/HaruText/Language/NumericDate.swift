import HaruCore

/// A date as a person types it: `21`, and in the order of `LC_TIME` `21.11.`, `11/21` or `11/21/2026`; with signs
/// `11月21日`, and with the name of its month `21 November 2026`.
public struct NumericDate: Hashable, Sendable {
  /// The year; `nil` for the nearest.
  public let year: Int?
  /// The month, 1 to 12; `nil` for the nearest.
  public let month: Int?
  /// The day of the month, 1 to 31.
  public let day: Int
  /// Whether signs or a name tell what the numbers are.
  public let isSpelled: Bool

  /// Reads a date; `nil` if the text is none.
  init?(_ word: String) {
    // Two dots make a range, also of two numbers that would be a day and a month.
    guard !word.includes("..") else { return nil }
    let found = NumericDate.signed(word) ?? NumericDate.named(word)
    guard let parts = found ?? NumericDate.ordered(word) else { return nil }
    (year, month, day) = (parts.year, parts.month, parts.day)
    isSpelled = found != nil
    // A leap year has every day that any year has.
    guard Day(year: year ?? 2000, month: month ?? 1, day: day) != nil else { return nil }
  }

  private typealias Parts = (year: Int?, month: Int?, day: Int)

  /// Numbers with the signs of year, month and day behind them.
  private static func signed(_ word: String) -> Parts? {
    var (rest, values) = (word[...], [Int?](repeating: nil, count: 3))
    for (place, signs) in ["年년", "月월", "日일"].enumerated() {
      guard let end = rest.firstIndex(where: signs.contains) else { continue }
      let digits = rest[..<end].filter { $0 != " " }
      guard let number = number(String(digits)) else { return nil }
      values[place] = number
      rest = rest[rest.index(after: end)...]
    }
    guard let day = values[2], rest.allSatisfy({ $0 == " " }) else { return nil }
    return (values[0], values[1], day)
  }

  /// A day and perhaps a year in four digits, with the name of the month before or behind the day.
  ///
  /// Another number behind them is the next day, or the text of a note.
  private static func named(_ word: String) -> Parts? {
    let words = word.split { " .,/".contains($0) }.map(String.init)
      .filter { !["de", "of"].contains($0) }
    let months = words.compactMap { number($0) == nil ? DayWords.month($0) : nil }
    let numbers = words.compactMap(number)
    guard months.count == 1, (1...2).contains(numbers.count), numbers.count + 1 == words.count,
      numbers[0] <= 31, numbers.count == 1 || numbers[1] >= 1000
    else { return nil }
    return (numbers.count == 2 ? numbers[1] : nil, months[0].rawValue, numbers[0])
  }

  /// Numbers in the order of `LC_TIME`; a year of four digits may stand before the others.
  private static func ordered(_ word: String) -> Parts? {
    let words = word.split { "./ ".contains($0) }.map(String.init)
    let numbers = words.compactMap(number)
    // Blanks alone separate several days: `5. 7` is two, and `5. 7.` one.
    let signs = Set(word.split(whereSeparator: \.isNumber).map { $0.filter { $0 != " " } })
    guard numbers.count == words.count, number(String(word.prefix(1))) != nil,
      signs.isEmpty || signs == ["."] || signs == ["/"],
      numbers.count != 2 || !word.contains(" ") || word.hasSuffix(".")
    else { return nil }
    switch (numbers.count, DateText.order) {
    case (1, _): return (nil, nil, numbers[0])
    case (2, .dayFirst): return (nil, numbers[1], numbers[0])
    case (2, _): return (nil, numbers[0], numbers[1])
    case (3, _) where words[0].count == 4: return (numbers[0], numbers[1], numbers[2])
    case (3, .dayFirst): return (whole(numbers[2]), numbers[1], numbers[0])
    case (3, .monthFirst): return (whole(numbers[2]), numbers[0], numbers[1])
    case (3, .yearFirst): return (whole(numbers[0]), numbers[1], numbers[2])
    default: return nil
    }
  }

  /// A year of two digits is one of this century.
  private static func whole(_ year: Int) -> Int { year < 100 ? 2000 + year : year }

  /// A number in digits alone, without a sign; `nil` if it is none, or one that no date and no age has.
  static func number(_ word: String) -> Int? {
    // Those of keyboards for Chinese, Japanese and Korean are wide.
    let digits = word.compactMap { $0.isNumber ? $0.wholeNumberValue.map(String.init) : nil }
    guard word.count <= 5, digits.count == word.count else { return nil }
    return Int(digits.joined())
  }
}
