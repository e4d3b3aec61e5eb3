import Foundation
import HaruCore
import HaruText
import Support
import Testing

/// Which language is spoken in which environment (behaviours M10, B22).
@Suite(.enabled(if: Tongue.isPossible, Comment(rawValue: Tongue.advice)))
struct LanguageTests {
  struct Case: Codable, Sendable, CustomTestStringConvertible {
    let environment: [String: String]
    let date: String
    let button: String

    var testDescription: String {
      environment.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
    }

    init(_ environment: [String: String], _ date: String, _ button: String) {
      (self.environment, self.date, self.button) = (environment, date, button)
    }
  }

  /// Sentences are those of `LC_MESSAGES`, names those of `LC_TIME`; what is missing is English.
  static let cases = [
    Case([:], "Friday 20 November", "Study"),
    Case(["LANG": "C"], "Friday 20 November", "Study"),
    Case(["LANG": "C.UTF-8"], "Friday 20 November", "Study"),
    Case(["LANG": "en_US.UTF-8"], "Friday 20 November", "Study"),
    Case(["LANG": "ko_KR.UTF-8"], "11월 20일 금요일", "공부했어요"),
    Case(["LC_ALL": "ko_KR.UTF-8", "LANG": "en_US.UTF-8"], "11월 20일 금요일", "공부했어요"),
    Case(["LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8"], "Freitag 20 November", "Study"),
    Case(["LANG": "de_DE.UTF-8"], "Freitag 20 November", "Study"),
    // Without a catalogue too, dates have the order of the names in them.
    Case(["LANG": "ja_JP.UTF-8"], "11月20日 金曜日", "Study"),
    Case(["LANG": "ko_KR.UTF-8", "LC_TIME": "ja_JP.UTF-8"], "11월 20일 金曜日", "공부했어요"),
    Case(["LANG": "ko_KR.UTF-8", "LC_TIME": "de_DE.UTF-8"], "11월 20일 Freitag", "공부했어요"),
    Case(
      ["LANG": "en_US.UTF-8", "LANGUAGE": "ko", "LC_TIME": "ko_KR.UTF-8"], "11월 20일 금요일",
      "공부했어요"),
    Case(["LANG": "xx_YY.UTF-8"], "Friday 20 November", "Study"),
  ]

  @Test(arguments: cases)
  func isTheEnvironments(example: Case) async {
    await #expect(processExitsWith: .success) { [example] in
      try Tongue.speak(example.environment)
      let day = date("2026-11-20")
      let found = [DateText.full(day), ContentText.content(of: Sheet.entry([])).actions[0].label]
      #expect(found == [example.date, example.button], "\(found)")
    }
  }

  /// Installed, the catalogues lie where the program says; the environment only says otherwise.
  @Test func cataloguesLieWhereTheProgramSays() async {
    await #expect(processExitsWith: .success) {
      let directory = try #require(getenv("TEXTDOMAINDIR").map { String(cString: $0) })
      try Tongue.speak(["LANG": "ko_KR.UTF-8"], cataloguesIn: directory)
      let label = ContentText.content(of: Sheet.entry([])).actions[0].label
      #expect(label == "공부했어요", "\(label)")
    }
  }

  /// A streak of one day and of many, in a language with two forms and in one with one.
  @Test(arguments: Tongue.allCases)
  func numbersHaveTheirForm(tongue: Tongue) async {
    await #expect(processExitsWith: .success) { [tongue] in
      try tongue.speak()
      let found = [0, 1, 2, 5, 21].map { DoctorText.store("x", count: $0) }
      let days =
        tongue == .english ? ["days", "day", "days", "days", "days"].map { " " + $0 } : nil
      let expected = zip([0, 1, 2, 5, 21], days ?? Array(repeating: "일", count: 5)).map {
        (tongue == .english ? "store: x · " : "기록: x · ") + "\($0)\($1)"
      }
      #expect(found == expected, "\(found)")
    }
  }
}
