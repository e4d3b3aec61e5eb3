import HaruCore
import OwnProcess
import Support
import Testing

@testable import HaruText

/// What words mean that could be read in two ways.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct DayWordTests {
  /// Whatever days stand at its ends, what has two dots is no day.
  @Test(arguments: ["de", "ko", "zh_CN"])
  func aRangeIsNoDay(code: String) async throws {
    await inOwnProcess(given: code) {
      let code = try Given.value(of: String.self)
      try #require(TestLanguage.translated.first { $0.code == code }).use()
      let numbers = (1...12).map(String.init)
      let dates = [
        "5.", "7.11.", "11/5", "2026. 11. 7.", "2026/11/07", "5 november", "nov 5, 2026", "10月7日",
        "3 days ago", "2026-11-05", "20261105",
      ]
      func isDay(_ word: String) -> Bool {
        DayWords.day(word) != nil || DayWords.meaning(of: word) != nil
      }
      #expect((numbers + dates).allSatisfy(isDay))
      let words = Set(DayWords.all.map(\.word)).sorted()
      let pairs =
        (numbers + dates).flatMap { first in numbers.map { (first, $0) } }
        + dates.flatMap { first in dates.map { (first, $0) } }
        + words.map { ($0, "5") }
      #expect(pairs.map { $0 + ".." + $1 }.filter(isDay) == [])
    }
  }
}
