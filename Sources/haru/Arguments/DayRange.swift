import ArgumentParser
import HaruCommand
import HaruCore
import HaruText

/// Days as the user types or pastes them: `today`, `friday`, `last friday`, `next week`, `3 days ago`, `YYYY-MM-DD`,
/// `YYYYMMDD`, `21.11.`, `YYYY-MM` for all days of a month, `-N`, `A..B` of these, or `until B`.
struct DayRange: Sendable {
  /// Which of several days a word means: `friday` is the last one for a mark, and the coming one for a rest.
  enum Tense { case past, future }

  /// The most days of a range, a hundred years: a longer range is a typing error, and would lock the store
  /// for long.
  private static let longest = 36_600

  private enum Point {
    case dates(ClosedRange<Day>)
    case word(DayWords.Meaning)
  }

  fileprivate let word: String
  private let first: Point
  private let last: Point
  /// Whether the words say *until*, of which the end lies ahead.
  fileprivate let isUntil: Bool

  init?(_ word: String) {
    self.word = word
    let typed = DayWords.asTyped(word)
    if let point = DayRange.end(typed) {
      (first, last, isUntil) = (.word(.daysAgo(0)), point, true)
    } else if let point = DayRange.point(typed) {
      (first, last, isUntil) = (point, point, false)
    } else if let ends = DayRange.ends(of: typed) {
      (first, last, isUntil) = (ends.first, ends.last, false)
    } else {
      return nil
    }
  }

  /// The ends of `A..B`, where A may end with a dot, or of `A until B`.
  private static func ends(of word: String) -> (first: Point, last: Point)? {
    for place in word.indices {
      let rest = String(word[place...])
      let last =
        rest.hasPrefix("..")
        ? point(String(rest.dropFirst(2)))
        : rest.hasPrefix(" ") ? end(String(rest.dropFirst())) : nil
      if let last, let first = point(String(word[..<place])) { return (first, last) }
    }
    return nil
  }

  /// The end in `until B`.
  private static func end(_ words: String) -> Point? {
    DayWords.ends(in: words).lazy.compactMap(point).first
  }

  private static func point(_ word: String) -> Point? {
    if let day = DayWords.day(word) { return .dates(day...day) }
    if let first = Day(word + "-01") { return .dates(first.month.days) }
    guard word.hasPrefix("-") else { return DayWords.meaning(of: word).map(Point.word) }
    let digits = word.dropFirst()
    guard digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return Int(digits).map { .word(.daysAgo($0)) }
  }

  /// Whether it is a number alone, with which any text may begin.
  var isNumber: Bool { word.count <= 2 && word.allSatisfy(\.isWholeNumber) }

  /// Whether it begins with the name of a month, which is no day, and with which any text may begin.
  fileprivate var isOfMonth: Bool {
    if case .word(.nearestMonth) = first { true } else { false }
  }

  @MainActor
  fileprivate func days(
    _ context: CommandContext, _ tense: Tense, mayLieAhead: Bool
  ) throws(Failure) -> [Day] {
    let today = context.today
    func days(_ point: Point, near anchor: Day, _ tense: Tense) throws(Failure) -> ClosedRange<Day>
    {
      switch point {
      case .dates(let days): return days
      case .word(let meaning):
        let days = meaning.days(
          today: today, near: anchor, tense, weekBeginning: context.firstWeekday)
        guard let days else { throw Failure(.usage, CommandText.notADay(word)) }
        return days
      }
    }
    let first: Day
    var last: ClosedRange<Day>
    // The end that is nearer to today is found first, and the other one behind it.
    if tense == .future || isUntil {
      first = try days(self.first, near: today, .future).lowerBound
      last = try days(self.last, near: first, .future)
    } else {
      // After midnight, a date that is not yet a day of Haru is that date, and not the one of a month ago.
      last = try days(self.last, near: context.date, .past)
      first = try days(self.first, near: last.upperBound, .past).lowerBound
    }
    // Of a week or a month that lasts, the days until today are meant.
    if !mayLieAhead, last.contains(today) { last = last.lowerBound...today }
    var isInOrder = first <= last.upperBound
    // Of `28..26` or `26.12...24.12.` the nearest day before the other end would make a month or a year of a slip.
    if case (.word(let begin), .word(let end)) = (self.first, self.last), begin.isBehind(end) {
      let alone = try (
        days(self.first, near: today, tense).lowerBound,
        days(self.last, near: today, tense).upperBound
      )
      isInOrder = isInOrder && alone.0 <= alone.1
    }
    guard isInOrder else {
      throw Failure(.usage, text("the range ends before it begins: {word}", ["word": word]))
    }
    let count = last.upperBound.days(since: first) + 1
    guard count <= DayRange.longest else {
      throw Failure(
        .usage,
        text(
          "range longer than {count} days: {word}",
          ["count": NumberText.grouped(DayRange.longest), "word": word]))
    }
    guard mayLieAhead || last.upperBound <= today else {
      let future = max(first, today.advanced(by: 1) ?? first)
      throw Failure(.refused, ErrorText.line(.future(future), path: ""))
    }
    return (0..<count).compactMap { first.advanced(by: $0) }
  }

  /// The error for a word that is no day; it suggests a similar word.
  static func refusal(_ word: String) -> String {
    CommandText.notADay(word, near: nearest(word))
  }

  fileprivate static func nearest(_ word: String) -> String? {
    SimilarWords.nearest(to: word, among: DayWords.all.map(\.word))
  }
}

extension [DayRange] {
  /// Reads the words that the user typed; `last friday` may be two.
  ///
  /// - Parameters:
  ///   - words: The words, with the terminator of options.
  ///   - options: The options of the command, of which the nearest is named.
  /// - Throws: `ValidationError` for a word that is no day.
  init(_ words: [String], options: [String] = []) throws(ValidationError) {
    self = []
    var rest = try Operands.of(words, options: options)[...]
    while !rest.isEmpty { append(try Element(takenFrom: &rest)) }
  }

  /// The days, each once, in the order they were typed; today if none was.
  ///
  /// - Throws: `Failure` for a day after today, unless days may lie ahead.
  @MainActor
  func days(
    _ context: CommandContext, _ tense: DayRange.Tense = .past, mayLieAhead: Bool = false
  ) throws(Failure) -> [Day] {
    guard !isEmpty else { return [context.today] }
    var days: [Day] = []
    var known: Set<Day> = []
    for range in self {
      for day in try range.days(context, tense, mayLieAhead: mayLieAhead)
      where known.insert(day).inserted {
        days.append(day)
      }
    }
    return days
  }

  /// The one day that was typed, which may lie ahead; today if none was.
  @MainActor
  func day(_ context: CommandContext) throws(Failure) -> Day {
    let days = try days(context, mayLieAhead: true)
    guard days.count == 1 else {
      throw Failure(
        .usage,
        text("only one day is allowed: {word}", ["word": map(\.word).joined(separator: " ")]))
    }
    return days[0]
  }
}

extension DayRange {
  /// Reads a day or a range, and removes its words from the front.
  init(takenFrom words: inout ArraySlice<String>) throws(ValidationError) {
    if let (range, count) = DayRange.found(before: words) {
      self = range
      words = words.dropFirst(count)
      return
    }
    let pair = words.prefix(2).joined(separator: " ")
    throw ValidationError(
      DayRange.refusal(DayRange.nearest(pair) == nil ? words.first ?? "" : pair))
  }

  /// Takes the day before a text from the front of words; `nil` if they begin with the text.
  ///
  /// - Throws: `ValidationError` for what is nearly a word for a day.
  static func beforeText(_ words: inout ArraySlice<String>) throws(ValidationError) -> DayRange? {
    // `3.5 hours` are no day of May, while `21.11 chapter 3` may be one.
    let isNumber = words.count > 1 && NumberText.hasOneDecimal(words[words.startIndex])
    if let (range, count) = found(before: words), !range.isUntil, !range.isOfMonth, !isNumber {
      words = words.dropFirst(count)
      return range
    }
    guard let first = words.first else { return nil }
    if let near = mistyped(first) {
      let text = words.map(shellQuoted).joined(separator: " ")
      throw ValidationError(CommandText.notADay(first, near: near, asText: "haru note -- " + text))
    }
    if isWrittenAsDate(first) { throw ValidationError(CommandText.notADay(first)) }
    return nil
  }

  /// Whether a word has the form of a whole date, as `2026-11-32` or `31.11.`, which no text begins with.
  private static func isWrittenAsDate(_ word: String) -> Bool {
    func lengths(_ separator: Character) -> [Int] {
      let parts = word.split(separator: separator, omittingEmptySubsequences: false)
      return parts.allSatisfy { $0.allSatisfy(\.isWholeNumber) } ? parts.map(\.count) : []
    }
    let (iso, local) = (lengths("-"), lengths("."))
    return iso.count == 3 && iso[0] == 4 || local.count == 3 && [0, 4].contains(local[2])
  }

  /// The word for a day that a long word nearly is: a short one is near many words of a text.
  private static func mistyped(_ word: String) -> String? {
    let days = DayWords.all.map(\.word).filter {
      $0.count >= 5 && $0.first == word.lowercased().first
    }
    return days.first { (1...SimilarWords.slips).contains(SimilarWords.distance(word, $0)) }
  }

  /// The days that the most words at the front name, and the number of those words.
  private static func found(before words: ArraySlice<String>) -> (range: DayRange, count: Int)? {
    // `2 days ago..last friday` is about the longest.
    for count in (1...6).reversed() where count <= words.count {
      if let range = DayRange(words.prefix(count).joined(separator: " ")) { return (range, count) }
    }
    return nil
  }
}

extension DayWords.Meaning {
  /// Whether both are the same part of a date, and this one comes later in a month or a year.
  fileprivate func isBehind(_ other: DayWords.Meaning) -> Bool {
    switch (self, other) {
    case (.date(let one), .date(let two)):
      // With a year behind it, an end in another month lies behind the turn of that year.
      one.year == nil && (one.month == nil) == (two.month == nil)
        && (two.year == nil || one.month == two.month)
        && (one.month ?? 0, one.day) > (two.month ?? 0, two.day)
    case (.nearestMonth(let one), .nearestMonth(let two)): one.rawValue > two.rawValue
    default: false
    }
  }

  /// The days that are meant.
  ///
  /// - Parameters:
  ///   - today: The day on which the words were typed.
  ///   - anchor: The day from which the nearest is looked for.
  ///   - tense: Whether that is not after the anchor, or not before it.
  ///   - firstWeekday: The first day of a week.
  /// - Returns: The days; `nil` if they are beyond the range of days.
  fileprivate func days(
    today: Day, near anchor: Day, _ tense: DayRange.Tense, weekBeginning firstWeekday: Weekday
  ) -> ClosedRange<Day>? {
    func day(_ days: Int, after day: Day = today) -> ClosedRange<Day>? {
      day.advanced(by: days).map { $0...$0 }
    }
    switch self {
    case .daysAgo(let count): return day(-count)
    case .nearest(let weekday) where tense == .past:
      return day(-anchor.weekday.position(inWeekBeginning: weekday), after: anchor)
    case .nearest(let weekday):
      return day(weekday.position(inWeekBeginning: anchor.weekday), after: anchor)
    case .last(let weekday):
      let count = today.weekday.position(inWeekBeginning: weekday)
      return day(count == 0 ? -7 : -count)
    case .next(let weekday):
      let count = weekday.position(inWeekBeginning: today.weekday)
      return day(count == 0 ? 7 : count)
    case .week(let weeks):
      let first = 7 * weeks - today.weekday.position(inWeekBeginning: firstWeekday)
      guard let first = today.advanced(by: first), let last = first.advanced(by: 6) else {
        return nil
      }
      return first...last
    case .month(let months): return today.month.advanced(by: months)?.days
    case .nearestMonth(let name): return anchor.month.nearest(name, tense)?.days
    case .date(let date): return date.nearest(to: anchor, tense).map { $0...$0 }
    }
  }
}

extension Month {
  /// The nearest month of a name, which may be this one.
  func nearest(_ name: MonthName, _ tense: DayRange.Tense) -> Month? {
    let ahead = (name.rawValue - self.name.rawValue + 12) % 12
    return advanced(by: tense == .future || ahead == 0 ? ahead : ahead - 12)
  }
}

extension NumericDate {
  /// The nearest such day; `nil` if there is none within eight years, after which any date comes again.
  fileprivate func nearest(to anchor: Day, _ tense: DayRange.Tense) -> Day? {
    if let year, let month { return Day(year: year, month: month, day: day) }
    let months = (0...96).lazy.compactMap {
      anchor.month.advanced(by: tense == .past ? -$0 : $0)
    }
    return months.filter { month == nil || month == $0.name.rawValue }
      .compactMap { Day(year: $0.year, month: $0.name.rawValue, day: day) }
      .first { tense == .past ? $0 <= anchor : $0 >= anchor }
  }
}
