import Foundation
import HaruCore
import OwnProcess
import Support
import Testing

@testable import HaruText

/// The language of an environment, with a Korean catalogue and no other.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct LanguageTests {
  /// Texts follow `LC_MESSAGES`, names of days and months `LC_TIME`; without a catalogue both are
  /// English, in the order of `LC_TIME`.
  static let cases: [([String: String], String, String)] = [
    ([:], "Friday 20 November", "Study"),
    (["LANG": "C"], "Friday 20 November", "Study"),
    (["LANG": "C.UTF-8"], "Friday 20 November", "Study"),
    (["LANG": "en_US.UTF-8"], "Friday, November 20", "Study"),
    (["LANG": "en_GB.UTF-8"], "Friday 20 November", "Study"),
    (["LANG": "en_GB.UTF-8", "LC_TIME": "en_US.UTF-8"], "Friday, November 20", "Study"),
    (["LANG": "ko_KR.UTF-8"], "11월 20일 금요일", "공부했어요"),
    (["LC_ALL": "ko_KR.UTF-8", "LANG": "en_US.UTF-8"], "11월 20일 금요일", "공부했어요"),
    (["LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8"], "Friday 20 November", "Study"),
    (["LANG": "de_DE.UTF-8"], "Friday 20 November", "Study"),
    (["LANG": "ja_JP.UTF-8"], "Friday 20 November", "Study"),
    (["LANG": "ko_KR.UTF-8", "LC_TIME": "ja_JP.UTF-8"], "11월 20일 金曜日", "공부했어요"),
    (["LANG": "ko_KR.UTF-8", "LC_TIME": "de_DE.UTF-8"], "11월 20일 Freitag", "공부했어요"),
    (
      ["LANG": "en_US.UTF-8", "LANGUAGE": "ko", "LC_TIME": "ko_KR.UTF-8"], "11월 20일 금요일",
      "공부했어요"
    ),
    (["LANG": "xx_YY.UTF-8"], "Friday 20 November", "Study"),
  ]

  @Test(arguments: cases)
  func theEnvironmentChoosesTheLanguage(
    environment: [String: String], written: String, button: String
  ) async throws {
    await inOwnProcess(given: environment, written, button) {
      let (environment, written, button) = try Given.value(
        of: [String: String].self, String.self, String.self)
      let catalogues = try LanguageTests.koreanCatalogue()
      try TestLanguage.use(environment, cataloguesIn: catalogues.path)
      let day = date("2026-11-20")
      let found = [DateText.full(day), ContentText.content(of: Sheet.entry([])).actions[0].label]
      #expect(found == [written, button], "\(found)")
      // Outside of sentences the names are those of the same language.
      let isEnglish = button == "Study"
      #expect((DateText.month(of: day) == "November 2026") == isEnglish)
      #expect((CalendarText.short(.friday) == "Fri") == isEnglish)
      withExtendedLifetime(catalogues) {}
    }
  }

  /// Where clocks have twelve hours, so have sentences; what programs read has not.
  @Test(arguments: [
    ("en_US.UTF-8", "7:30 PM"), ("en_GB.UTF-8", "19:30"), ("de_DE.UTF-8", "19:30"),
    ("ko_KR.UTF-8", "19:30"), ("C.UTF-8", "19:30"),
  ])
  func timesFollowTheClockOfTheUser(locale: String, time: String) async throws {
    await inOwnProcess(given: locale, time) {
      let (locale, time) = try Given.value(of: String.self, String.self)
      try TestLanguage.use(["LC_ALL": locale])
      let evening = try #require(TimeOfDay("19:30"))
      #expect(DateText.time(evening) == time)
      #expect(evening.description == "19:30")
    }
  }

  /// A folder with the Korean catalogue alone.
  private static func koreanCatalogue() throws -> Scratch {
    let all = try #require(ProcessInfo.processInfo.environment["TEXTDOMAINDIR"])
    let scratch = Scratch()
    try scratch.copy(all + "/ko/LC_MESSAGES/haru.mo", to: "ko/LC_MESSAGES/haru.mo")
    return scratch
  }

  /// The program names the folder of its catalogues; the environment can override it.
  @Test func theProgramSetsTheFolderOfCatalogues() async {
    await inOwnProcess {
      let directory = try #require(getenv("TEXTDOMAINDIR").map { String(cString: $0) })
      try TestLanguage.use(["LANG": "ko_KR.UTF-8"], cataloguesIn: directory)
      let label = ContentText.content(of: Sheet.entry([])).actions[0].label
      #expect(label == "공부했어요", "\(label)")
    }
  }

  @Test func englishHasASingularAndAPlural() async {
    await inOwnProcess(in: .english) {
      let found = [0, 1, 2, 21].map { DoctorText.store("x", count: $0) }
      let expected = ["0 days", "1 day", "2 days", "21 days"].map { "store: x · " + $0 }
      #expect(found == expected, "\(found)")
    }
  }
}
