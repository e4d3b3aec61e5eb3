import ArgumentParser
import HaruCore
import HaruText

/// A day or a range of days as the user types it: `today`, `friday`, `last friday`, `YYYY-MM-DD`,
/// `YYYY-MM` for all days of a month, `-N`, or `A..B` of these.
struct DayRange: Sendable {
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

  init?(_ word: String) {
    let dots = word.firstPlace(of: "..")
    let ends = dots.map { [word[..<$0.lowerBound], word[$0.upperBound...]] } ?? [word[...]]
    let points = ends.compactMap { DayRange.point(String($0)) }
    guard points.count == ends.count else { return nil }
    (self.word, first, last) = (word, points[0], points[points.count - 1])
  }

  private static func point(_ word: String) -> Point? {
    if let day = Day(word) { return .dates(day...day) }
    if let first = Day(word + "-01") { return .dates(first.month.days) }
    guard word.hasPrefix("-") else { return DayWords.meaning(of: word).map(Point.word) }
    let digits = word.dropFirst()
    guard digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return Int(digits).map { .word(.daysAgo($0)) }
  }

  fileprivate func days(today: Day, mayLieAhead: Bool) throws(Failure) -> [Day] {
    let last = try days(self.last, today).upperBound
    var first = try days(self.first, today).lowerBound
    // A weekday that begins a range is the last one before its end.
    if case .word(.last) = self.first, first > last { first = first.advanced(by: -7) ?? first }
    guard first <= last else { throw Failure(.usage, CommandText.backwards(word)) }
    guard last.days(since: first) < DayRange.longest else {
      throw Failure(.usage, CommandText.tooLong(word, most: DayRange.longest))
    }
    guard mayLieAhead || last <= today else {
      let future = max(first, today.advanced(by: 1) ?? first)
      throw Failure(.refused, ErrorText.line(.future(future), path: ""))
    }
    return (0...last.days(since: first)).compactMap { first.advanced(by: $0) }
  }

  private func days(_ point: Point, _ today: Day) throws(Failure) -> ClosedRange<Day> {
    let ago: Int
    switch point {
    case .dates(let days): return days
    case .word(.daysAgo(let count)): ago = count
    case .word(.last(let weekday)): ago = today.weekday.position(inWeekBeginning: weekday)
    case .word(.before(let weekday)):
      let count = today.weekday.position(inWeekBeginning: weekday)
      ago = count == 0 ? 7 : count
    }
    guard let day = today.advanced(by: -ago) else {
      throw Failure(.usage, CommandText.notADay(word))
    }
    return day...day
  }

  /// The error for a word that is no day; it suggests a similar word.
  static func refusal(_ word: String) -> String {
    CommandText.notADay(word, near: nearest(word))
  }

  fileprivate static func nearest(_ word: String) -> String? {
    SimilarWords.nearest(to: word, among: DayWords.all.map(\.word))
  }
}

extension CompletionKind {
  /// Completion in a shell: days in English and in the user's language.
  static var day: CompletionKind { .custom { _, _, _ in DayWords.offered } }
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
  func days(today: Day, mayLieAhead: Bool = false) throws(Failure) -> [Day] {
    guard !isEmpty else { return [today] }
    var days: [Day] = []
    var known: Set<Day> = []
    for range in self {
      for day in try range.days(today: today, mayLieAhead: mayLieAhead)
      where known.insert(day).inserted {
        days.append(day)
      }
    }
    return days
  }

  /// The one day that was typed; today if none was.
  func day(today: Day, mayLieAhead: Bool = false) throws(Failure) -> Day {
    let days = try days(today: today, mayLieAhead: mayLieAhead)
    guard days.count == 1 else {
      throw Failure(.usage, CommandText.oneDayOnly(map(\.word).joined(separator: " ")))
    }
    return days[0]
  }
}

extension DayRange {
  /// Reads a day or a range, and removes its words from the front.
  init(takenFrom words: inout ArraySlice<String>) throws(ValidationError) {
    // `last friday..last monday` is the longest.
    for count in 1...3 where count <= words.count {
      if let range = DayRange(words.prefix(count).joined(separator: " ")) {
        self = range
        words = words.dropFirst(count)
        return
      }
    }
    let pair = words.prefix(2).joined(separator: " ")
    throw ValidationError(
      DayRange.refusal(DayRange.nearest(pair) == nil ? words.first ?? "" : pair))
  }
}
