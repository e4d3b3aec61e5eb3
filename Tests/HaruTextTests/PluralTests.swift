import Foundation
import OwnProcess
import Support
import Testing

@testable import HaruText

/// Each number takes the form that the language has for it.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct PluralTests {
  private static let numbers = [0, 1, 2, 3, 5, 11, 21, 22, 100, 101]

  /// Which form each of the numbers takes, by the rules of Unicode's CLDR; in the order of gettext.
  private static let forms: [String: [Int]] = [
    "de": one, "en": one, "es": one, "it": one, "fr": zeroOrOne, "pt_BR": zeroOrOne,
    "ja": none, "ko": none, "zh_CN": none,
    "cs": [2, 0, 1, 1, 2, 2, 2, 2, 2, 2], "pl": [2, 0, 1, 1, 2, 2, 2, 1, 2, 2],
    "ru": eastSlavic, "uk": eastSlavic, "ar": [0, 1, 2, 3, 3, 4, 4, 4, 5, 5],
  ]
  private static let none = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  private static let one = [1, 0, 1, 1, 1, 1, 1, 1, 1, 1]
  private static let zeroOrOne = [0, 0, 1, 1, 1, 1, 1, 1, 1, 1]
  private static let eastSlavic = [2, 0, 1, 1, 2, 2, 0, 1, 2, 0]

  /// Whether a plural form of a language stands for one number alone.
  static func isForOneNumber(_ form: Int, of language: TestLanguage) -> Bool {
    forms[language.code]?.count { $0 == form } == 1
  }

  @Test(arguments: TestLanguage.translated)
  func eachNumberTakesItsForm(language: TestLanguage) async throws {
    try #require(PluralTests.forms[language.code] != nil, "its rule is not known here")
    await inOwnProcess(given: language, in: language) {
      let language = try Given.value(of: TestLanguage.self)
      let forms = PluralTests.forms[language.code] ?? []
      for message in try language.catalogue.messages {
        guard let many = message.plural else { continue }
        #expect(message.translations.count == Set(forms).count, "\(message.id)")
        for (number, form) in zip(PluralTests.numbers, forms) {
          let wanted = message.translations[form]
            .replacing("{count}", with: NumberText.grouped(number))
          let found = text(message.id, many, count: number)
          #expect(found.withoutIsolates == wanted.withoutIsolates, "\(number)")
        }
      }
    }
  }
}

extension String {
  fileprivate var withoutIsolates: String { filter { !Direction.isIsolate($0) } }
}
