import HaruCore
import OwnProcess
import Support
import Testing

@testable import HaruText

/// Weekdays as people type them, and as sentences have them.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct WeekdayTests {
  /// Without accents, in the case of "on Friday", or as the language says it in short.
  @Test(arguments: [
    ["es", "sabado", "saturday"], ["pt_BR", "terca-feira", "tuesday"], ["cs", "patek", "friday"],
    ["pl", "srode", "wednesday"], ["it", "Lunedi'", "monday"], ["ru", "пятницу", "friday"],
    ["uk", "П'ятниця", "friday"], ["ar", "الاحد", "sunday"], ["zh_CN", "周五", "friday"],
    ["ja", "金曜", "friday"], ["de", "Sonnabend", "saturday"],
  ])
  func weekdaysAsPeopleTypeThem(row: [String]) async throws {
    await inOwnProcess(given: row) {
      let row = try Given.value(of: [String].self)
      try #require(TestLanguage.translated.first { $0.code == row[0] }).use()
      let weekday = Weekday.allCases.first { $0.description == row[2] }
      #expect(DayWords.meaning(of: row[1]) == weekday.map(DayWords.Meaning.nearest))
    }
  }

  /// Some have the apostrophe of print.
  @Test(arguments: ["uk", "it", "fr"])
  func wordsThatAShellOffersAreUnderstood(code: String) async throws {
    await inOwnProcess(given: code) {
      let code = try Given.value(of: String.self)
      try #require(TestLanguage.translated.first { $0.code == code }).use()
      #expect(DayWords.offered.filter { DayWords.meaning(of: $0) == nil } == [])
      for apostrophe in ["'", "’", "ʼ"] {
        for word in DayWords.offered {
          let typed = String(word.map { "'’ʼ".contains($0) ? Character(apostrophe) : $0 })
          #expect(DayWords.meaning(of: typed) == DayWords.meaning(of: word))
        }
      }
    }
  }

  @Test func theWeekdayBeforeTodayTakesEachOfTheseWords() async {
    await inOwnProcess {
      try #require(TestLanguage.translated.first { $0.code == "zh_CN" }).use()
      #expect(DayWords.meaning(of: "上周五") == .last(.friday))
      #expect(DayWords.meaning(of: "上一个星期五") == .last(.friday))
    }
  }

  /// Some locales begin it with a capital letter, which it has at the beginning of a line only.
  @Test(arguments: [
    ["ru", "пятница, 20 ноября", "Пятница, 20 ноября"],
    ["cs", "pátek 20. listopadu", "Pátek 20. listopadu"],
    ["de", "Freitag, 20. November", "Freitag, 20. November"],
    ["es", "viernes, 20 de noviembre", "Viernes, 20 de noviembre"],
  ])
  func aWeekdayInASentenceIsWrittenAsTheLanguageDoes(row: [String]) async throws {
    await inOwnProcess(given: row) {
      let row = try Given.value(of: [String].self)
      try #require(TestLanguage.translated.first { $0.code == row[0] }).use()
      let day = date("2026-11-20")
      #expect([DateText.full(day), DateText.title(day)] == Array(row.dropFirst()))
      #expect(row[2].hasPrefix(DateText.weekday(day)), "on a card")
    }
  }
}
