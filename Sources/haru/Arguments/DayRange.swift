import ArgumentParser
import HaruCore
import HaruText

/// A day or a range of days as the user types it: `today`, `yesterday`, `YYYY-MM-DD`, `-N` or
/// `A..B`.
struct DayRange: Sendable {
  /// A hundred years, because a longer range is a typing error and would lock the store for long.
  private static let longest = 36_600

  private enum Point {
    case date(Day)
    case daysAgo(Int)
  }

  fileprivate let word: String
  private let first: Point
  private let last: Point

  init?(_ word: String) {
    let dots = word.firstRange(of: "..")
    let ends = dots.map { [word[..<$0.lowerBound], word[$0.upperBound...]] } ?? [word[...]]
    let points = ends.compactMap(DayRange.point)
    guard points.count == ends.count else { return nil }
    (self.word, first, last) = (word, points[0], points[points.count - 1])
  }

  private static func point(_ word: Substring) -> Point? {
    if word == "today" { return .daysAgo(0) }
    if word == "yesterday" { return .daysAgo(1) }
    guard word.hasPrefix("-") else { return Day(String(word)).map(Point.date) }
    let digits = word.dropFirst()
    guard digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return Int(digits).map(Point.daysAgo)
  }

  fileprivate func days(today: Day, mayLieAhead: Bool) throws(Failure) -> [Day] {
    let (first, last) = (try day(first, today), try day(last, today))
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

  private func day(_ point: Point, _ today: Day) throws(Failure) -> Day {
    switch point {
    case .date(let day): return day
    case .daysAgo(let count):
      guard let day = today.advanced(by: -count) else {
        throw Failure(.usage, CommandText.notADay(word))
      }
      return day
    }
  }
}

extension [DayRange] {
  /// Reads the words that the user typed.
  ///
  /// Called by `validate` and not as a `transform`, because the parser looks for `--help` among
  /// unrecognised words only after it has transformed them.
  init(_ words: [String]) throws(ValidationError) {
    self = []
    // The parser leaves the terminator of options among the words that it does not recognise.
    let terminator = words.firstIndex(of: "--")
    for (index, word) in words.enumerated() where index != terminator {
      guard let range = DayRange(word) else { throw ValidationError(CommandText.notADay(word)) }
      append(range)
    }
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
