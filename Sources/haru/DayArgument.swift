import HaruCore
import HaruText

/// Reads the days that a command is given.
struct DayArgument {
  let today: Day
  /// A hundred years; a longer range is a slip of the finger, and would hold others up.
  private static let longestRange = 36_600

  /// The days that some words name, each once, in the order of the words; today if there are none.
  ///
  /// A word is `today`, `yesterday`, `YYYY-MM-DD`, `-N` or a range `A..B`.
  /// Days after today are refused where they may not lie ahead, a range of them by its first.
  func days(_ words: [String], mayLieAhead: Bool = false) throws(Failure) -> [Day] {
    guard !words.isEmpty else { return [today] }
    var days: [Day] = []
    var known: Set<Day> = []
    for word in words {
      for day in try range(word, mayLieAhead) where known.insert(day).inserted { days.append(day) }
    }
    return days
  }

  /// The one day that some words name; today if there are none.
  func day(_ words: [String], mayLieAhead: Bool = false) throws(Failure) -> Day {
    let days = try days(words, mayLieAhead: mayLieAhead)
    guard days.count == 1 else {
      throw Failure(.usage, CommandText.oneDayOnly(words.joined(separator: " ")))
    }
    return days[0]
  }

  private func range(_ word: String, _ mayLieAhead: Bool) throws(Failure) -> [Day] {
    guard let dots = word.firstRange(of: "..") else {
      guard let day = day(word[...]) else { throw Failure(.usage, CommandText.notADay(word)) }
      return [day]
    }
    guard let first = day(word[..<dots.lowerBound]), let last = day(word[dots.upperBound...])
    else { throw Failure(.usage, CommandText.notADay(word)) }
    guard first <= last else { throw Failure(.usage, CommandText.backwards(word)) }
    guard last.days(since: first) < DayArgument.longestRange else {
      throw Failure(.usage, CommandText.tooLong(word, most: DayArgument.longestRange))
    }
    guard mayLieAhead || last <= today else {
      let future = max(first, today.advanced(by: 1) ?? first)
      throw Failure(.refused, ErrorText.line(.future(future), path: ""))
    }
    return (0...last.days(since: first)).compactMap { first.advanced(by: $0) }
  }

  private func day(_ word: Substring) -> Day? {
    if word == "today" { return today }
    if word == "yesterday" { return today.advanced(by: -1) }
    if word.hasPrefix("-") {
      let digits = word.dropFirst()
      guard digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
      return Int(digits).flatMap { today.advanced(by: -$0) }
    }
    return Day(String(word))
  }
}
