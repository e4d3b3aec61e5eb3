public import HaruCore

/// The words for days that the user may type: in English, and in their language.
public enum DayWords {
  /// What words mean, as seen from today.
  public enum Meaning: Hashable, Sendable {
    /// The day this many days before today.
    case daysAgo(Int)
    /// The nearest such weekday, which may be today: the last one, or the coming one.
    case nearest(Weekday)
    /// The last such weekday before today.
    case last(Weekday)
    /// The first such weekday after today.
    case next(Weekday)
    /// The week this many weeks after that of today.
    case week(Int)
    /// The month this many months after that of today.
    case month(Int)
    /// The nearest such month, which may be that of today.
    case nearestMonth(MonthName)
    /// A date in numbers.
    case date(NumericDate)
  }

  /// The day of a whole date, `2026-11-20` or `20261120`; `nil` for anything else.
  public static func day(_ word: String) -> Day? {
    let typed = asTyped(word)
    if let day = Day(typed) { return day }
    let digits = Array(typed)
    guard digits.count == 8 else { return nil }
    return Day(String(digits[..<4]) + "-" + String(digits[4..<6]) + "-" + String(digits[6...]))
  }

  /// The meaning of words in any case; `nil` if they name no day.
  public static func meaning(of words: String) -> Meaning? {
    let typed = asTyped(words)
    return all.first { asTyped($0.word) == typed }?.meaning
      ?? daysAgo(typed) ?? NumericDate(typed).map(Meaning.date)
      ?? month(typed).map(Meaning.nearestMonth)
  }

  /// The month of a name, whole or in a few letters, in English or in the user's language; or of its number and
  /// the sign for months.
  static func month(_ word: String) -> MonthName? {
    let typed = asTyped(word)
    if let last = typed.last, "月월".contains(last) {
      return NumericDate.number(String(typed.dropLast())).flatMap(MonthName.init)
    }
    return MonthName.allCases.first { name in
      guard let day = Day(year: 2026, month: name.rawValue, day: 1) else { return false }
      let words =
        ["%B", "%b"].map { DateText.inEnglish(day, $0) }
        + ["%B", "%OB", "%b"].map { DateText.formatted(day, $0) }
      return words.map(asTyped).contains(typed)
    }
  }

  /// The words for a day behind those for *until*, each way to read it; none if the words do not say *until*.
  public static func ends(in words: String) -> [String] {
    // Translators: from today to a day, as a person types it at a command; several ways are separated by |.
    let own = text("until {day}", as: "typed", ["day": "#"])
    return values(in: asTyped(words), of: ["until #", "to #", "- #", "– #"] + ways(own))
  }

  private static func daysAgo(_ typed: String) -> Meaning? {
    // Translators: as a person types it at a command; several ways, such as those of the plural, are separated by |.
    let days = text("{count} days ago", as: "typed", ["count": "#"])
    // Translators: as a person types it at a command; several ways, such as those of the plural, are separated by |.
    let weeks = text("{count} weeks ago", as: "typed", ["count": "#"])
    func number(_ patterns: [String]) -> Int? {
      values(in: typed, of: patterns).lazy.compactMap(NumericDate.number).first
    }
    return number(["# days ago", "# day ago"] + ways(days)).map(Meaning.daysAgo)
      ?? number(["# weeks ago", "# week ago"] + ways(weeks)).map { .daysAgo(7 * $0) }
  }

  /// What stands in the place of `#` in each pattern that the words have.
  private static func values(in typed: String, of patterns: [String]) -> [String] {
    patterns.map(asTyped).compactMap { pattern in
      let parts = pattern.split(separator: "#", omittingEmptySubsequences: false)
      guard parts.count == 2, typed.count >= pattern.count,
        typed.hasPrefix(parts[0]), typed.hasSuffix(parts[1])
      else { return nil }
      return String(typed.dropFirst(parts[0].count).dropLast(parts[1].count))
    }
  }

  /// Every word, in lower case.
  public static var all: [(word: String, meaning: Meaning)] {
    let short = Weekday.allCases.flatMap { weekday in
      let own = CalendarText.short(weekday)
      // French has `lun.`, which many type without its dot.
      let withoutDot = own.hasSuffix(".") ? [String(own.dropLast())] : []
      return ([String(weekday.description.prefix(3)), own] + withoutDot + ways(weekday))
        .map { ($0, weekday) }
    }
    let named = weekdays + short
    let nearest = named.map { ($0.0, Meaning.nearest($0.1)) }
    let apart = named.flatMap { name, weekday -> [(String, Meaning)] in
      // Translators: the weekday before today, as a person types it; several ways are separated by |.
      let last = text("last {weekday}", ["weekday": name])
      // Translators: the weekday after today, as a person types it; several ways are separated by |.
      let next = text("next {weekday}", ["weekday": name])
      return (["last " + name] + ways(last)).map { ($0, .last(weekday)) }
        + (["next " + name] + ways(next)).map { ($0, .next(weekday)) }
    }
    return (meanings(of: days) + nearest + apart + meanings(of: others))
      .map { ($0.0.lowercased(), $0.1) }
  }

  /// The words for single days, for a search: without those in a few letters, which begin many other words.
  static var ofDays: [(word: String, meaning: Meaning)] {
    let named =
      weekdays + Weekday.allCases.flatMap { weekday in ways(weekday).map { ($0, weekday) } }
    return (meanings(of: days + others) + named.map { ($0.0, .nearest($0.1)) })
      .map { (asTyped($0.0), $0.1) }
  }

  /// The words that a shell offers, each once: one for each day, in English and in the user's language.
  public static var offered: [String] {
    var known: Set<String> = []
    let days = days
    let words = days.compactMap(\.words.first) + days.compactMap { $0.words.dropFirst().first }
    return (words + weekdays.map(\.0)).map { $0.lowercased() }
      .filter { known.insert($0).inserted }
  }

  private static func meanings(
    of list: [(words: [String], meaning: Meaning)]
  ) -> [(String, Meaning)] {
    list.flatMap { each in each.words.map { ($0, each.meaning) } }
  }

  private static var weekdays: [(String, Weekday)] {
    Weekday.allCases.flatMap { [($0.description, $0), (CalendarText.long($0), $0)] }
  }

  /// The word of a day in English, then its words in the user's language.
  private static var days: [(words: [String], meaning: Meaning)] {
    [
      // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
      (words("today", text("today", as: "typed")), .daysAgo(0)),
      // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
      (words("yesterday", text("yesterday", as: "typed")), .daysAgo(1)),
      // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
      (words("tomorrow", text("tomorrow", as: "typed")), .daysAgo(-1)),
    ]
  }

  /// More days, weeks and months, each in English, then in the user's language; no shell offers them.
  private static var others: [(words: [String], meaning: Meaning)] {
    [
      (
        // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
        words("the day before yesterday", text("the day before yesterday", as: "typed")),
        .daysAgo(2)
      ),
      // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
      (words("the day after tomorrow", text("the day after tomorrow", as: "typed")), .daysAgo(-2)),
      // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
      (words("last week", text("last week", as: "typed")), .week(-1)),
      // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
      (words("this week", text("this week", as: "typed")), .week(0)),
      // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
      (words("next week", text("next week", as: "typed")), .week(1)),
      // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
      (words("last month", text("last month", as: "typed")), .month(-1)),
      // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
      (words("this month", text("this month", as: "typed")), .month(0)),
      // Translators: as a person types it at a command; several ways are separated by |, the usual one first.
      (words("next month", text("next month", as: "typed")), .month(1)),
    ]
  }

  /// A weekday as it is written in a sentence, then the other ways in which people type it.
  static func ways(_ weekday: Weekday) -> [String] {
    let words =
      switch weekday {
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .monday: text("Monday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .tuesday: text("Tuesday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .wednesday: text("Wednesday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .thursday: text("Thursday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .friday: text("Friday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .saturday: text("Saturday", as: "typed")
      // Translators: as it is written in a sentence. After it, separated by |, other ways in which a person types it at a command: without accents, in another case.
      case .sunday: text("Sunday", as: "typed")
      }
    return ways(words)
  }

  /// Words in lower case, with the apostrophe, the hyphen, the blank and the digits of keyboards: catalogues and web
  /// pages have those of print, and keyboards for Chinese, Japanese, Korean and Arabic their own.
  public static func asTyped(_ words: String) -> String {
    let words = words.lowercased()
    guard words.utf8.contains(where: { $0 >= 0x80 }) else { return words }
    var typed = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\u{2019}", "\u{2BC}": typed += "'"
      case "\u{2010}"..."\u{2013}", "\u{2212}", "\u{FE63}", "\u{FF0D}": typed += "-"
      case "\u{A0}", "\u{2007}", "\u{202F}", "\u{3000}": typed += " "
      case "\u{FF0E}": typed += "."
      case "\u{FF0F}": typed += "/"
      // Marks of the writing direction, which come along with a copied date.
      case "\u{200E}", "\u{200F}", "\u{2066}"..."\u{2069}": break
      default: typed += digit(scalar) ?? String(scalar)
      }
    }
    return typed
  }

  /// The digit of a script, as a keyboard for English has it; `nil` for any other letter.
  private static func digit(_ scalar: Unicode.Scalar) -> String? {
    guard scalar.properties.generalCategory == .decimalNumber else { return nil }
    return scalar.properties.numericValue.map { String(Int($0)) }
  }

  /// A word in English, then its ways in the user's language.
  static func words(_ english: String, _ own: String) -> [String] { [english] + ways(own) }

  /// The words of a catalogue that are separated by `|`.
  static func ways(_ words: String) -> [String] {
    words.split(separator: "|").map { $0.filter { !Direction.isIsolate($0) } }
  }
}
