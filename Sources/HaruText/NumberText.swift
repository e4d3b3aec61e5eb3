internal import Glibc

/// Numbers as a person reads them.
enum NumberText {
  /// A number with its thousands apart, as `LC_NUMERIC` has them.
  static func grouped(_ number: Int) -> String {
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

  /// A change of a number, with its sign.
  static func change(_ difference: Int) -> String {
    difference < 0 ? "−" + grouped(-difference) : "+" + grouped(difference)
  }

  /// What stands between thousands; empty where numbers are not grouped by three, or where it is of
  /// another character set than UTF-8.
  private static var thousandsSeparator: String {
    guard let numbers = localeconv()?.pointee, let grouping = numbers.grouping,
      let separator = numbers.thousands_sep, grouping[0] == 3, grouping[1] == 3 || grouping[1] == 0
    else { return "" }
    return String(validatingCString: separator) ?? ""
  }
}
