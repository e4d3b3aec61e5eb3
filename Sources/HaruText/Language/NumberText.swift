internal import Glibc
internal import HaruCore

/// Numbers with the separators of `LC_NUMERIC`.
public enum NumberText {
  /// A number with separated thousands.
  public static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let separator = thousandsSeparator
    guard !separator.isEmpty, digits.count > 3 else { return String(number) }
    var grouped = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { grouped += separator }
      grouped.append(digit)
    }
    return grouped
  }

  /// A short count: from ten thousand on rounded to thousands or millions, such as
  /// `12.3k`; or in the units of the language.
  public static func short(_ count: Int) -> String {
    guard count >= 10_000 else { return grouped(count) }
    let units = units
    // 999,950 rounds to a million: half of the unit before is missing at most.
    let smaller = [1] + units.map(\.size)
    let fitting = zip(units, smaller).filter { count >= $0.size - $1 / 2 }
    guard let unit = fitting.last?.0 else { return grouped(count) }
    return filled(unit.form, [("number", tenths(count, of: unit.size))])
  }

  /// The units of short counts, and how a number of each is written.
  private static var units: [(size: Int, form: String)] {
    // Translators: how large numbers are written as short as possible, such as 12.3k: units in their order, with the smallest at most 10000. Japanese has "10000={number}万 100000000={number}億". A blank inside a unit is a no-break space.
    text("1000={number}k 1000000={number}M").split(separator: " ").compactMap { unit in
      let parts = unit.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let size = Int(parts[0]), size >= 1000 else { return nil }
      return (size, String(parts[1]))
    }
  }

  /// A number of bytes in units of 1,024, rounded up.
  public static func kilobytes(_ bytes: Int) -> String { grouped((bytes + 1023) >> 10) }

  /// The number whose plural form fits a short count, which may be rounded to thousands or millions.
  public static func counted(_ count: Int) -> Int { count < 10_000 ? count : count / 1000 * 1000 }

  /// A number of units with one decimal, or none from a hundred on.
  private static func tenths(_ count: Int, of unit: Int) -> String {
    let tenths = rounded(count, unit / 10)
    guard tenths < 1000, tenths % 10 > 0 else { return grouped(rounded(count, unit)) }
    return decimal(tenths: tenths)
  }

  private static func rounded(_ count: Int, _ unit: Int) -> Int {
    count / unit + (count % unit >= unit / 2 ? 1 : 0)
  }

  /// A number of tenths with one decimal.
  static func decimal(tenths: Int) -> String {
    "\(tenths / 10)\(decimalPoint)\(tenths % 10)"
  }

  /// Whether a word is a number with one decimal, as the language writes it.
  public static func hasOneDecimal(_ word: String) -> Bool {
    let parts = word.parts(between: decimalPoint)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].count == 1
      && parts.allSatisfy { $0.allSatisfy(\.isWholeNumber) }
  }

  private static var decimalPoint: String {
    localeconv()?.pointee.decimal_point.flatMap { String(validatingCString: $0) } ?? "."
  }

  /// A change of a number, with its sign.
  public static func change(_ difference: Int) -> String {
    difference < 0 ? "−" + grouped(-difference) : "+" + grouped(difference)
  }

  /// The separator of thousands; empty if the locale does not group by three or is not UTF-8.
  private static var thousandsSeparator: String {
    guard let numbers = localeconv()?.pointee, let grouping = numbers.grouping,
      let separator = numbers.thousands_sep, grouping[0] == 3, grouping[1] == 3 || grouping[1] == 0
    else { return "" }
    return String(validatingCString: separator) ?? ""
  }
}
