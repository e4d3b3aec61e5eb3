import HaruCore

/// A date in numbers, as a person types it in the order of `LC_TIME`: `21`, `21.11.`, `11/21` or `11/21/2026`.
public struct NumericDate: Hashable, Sendable {
  /// The year; `nil` for the nearest.
  public let year: Int?
  /// The month, 1 to 12; `nil` for the nearest.
  public let month: Int?
  /// The day of the month, 1 to 31.
  public let day: Int

  /// Reads a date; `nil` if the text is none.
  init?(_ word: String) {
    let parts = word.split(whereSeparator: NumericDate.separators.contains)
    let numbers = parts.compactMap { NumericDate.number(String($0)) }
    // Blanks alone separate several days.
    guard numbers.count == parts.count, word.first?.isNumber == true,
      numbers.count == 1 || word.contains(where: { $0 != " " && !$0.isNumber })
    else { return nil }
    switch (numbers.count, DateText.order) {
    case (1, _): (year, month, day) = (nil, nil, numbers[0])
    case (2, .dayFirst): (year, month, day) = (nil, numbers[1], numbers[0])
    case (2, _): (year, month, day) = (nil, numbers[0], numbers[1])
    case (3, _) where parts[0].count == 4: (year, month, day) = (numbers[0], numbers[1], numbers[2])
    case (3, .dayFirst):
      (year, month, day) = (NumericDate.whole(numbers[2]), numbers[1], numbers[0])
    case (3, .monthFirst):
      (year, month, day) = (NumericDate.whole(numbers[2]), numbers[0], numbers[1])
    case (3, .yearFirst):
      (year, month, day) = (NumericDate.whole(numbers[0]), numbers[1], numbers[2])
    default: return nil
    }
    // A leap year has every day that any year has.
    guard Day(year: year ?? 2000, month: month ?? 1, day: day) != nil else { return nil }
  }

  /// A year of two digits is one of this century.
  private static func whole(_ year: Int) -> Int { year < 100 ? 2000 + year : year }

  private static let separators = "./ 年月日년월일"

  /// A number in digits alone, without a sign; `nil` if it is none, or one that no date and no age has.
  static func number(_ word: String) -> Int? {
    word.count <= 5 && word.allSatisfy { ("0"..."9").contains($0) } ? Int(word) : nil
  }
}
