import Foundation
import Support
import Testing

@Suite struct TestLanguageTests {
  /// Says in one place why the other tests of this target are skipped.
  @Test func theCataloguesAreCompiled() {
    #expect(TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice))
  }

  @Test(arguments: TestLanguage.translated)
  func aCatalogueNamesItsLocale(language: TestLanguage) throws {
    let locale = language.locale
    #expect(locale.hasPrefix(language.code), "the header of \(language).po needs X-Locale: xx_YY")
    let folder = try #require(ProcessInfo.processInfo.environment["LOCPATH"])
    #expect(FileManager.default.fileExists(atPath: folder + "/" + locale), "run make locales")
  }

  @Test func koreanIsATestLanguage() {
    #expect(TestLanguage.translated.contains { $0.code == "ko" && $0.locale == "ko_KR.UTF-8" })
  }

  /// The check that stands in for golden files finds what they would have shown.
  @Test func anIncompleteTranslationIsFound() throws {
    let korean = try #require(TestLanguage.translated.first { $0.code == "ko" })
    let messages = try korean.catalogue.messages.map(\.id)
    let message = try #require(messages.max { $0.words < $1.words })
    let check = try TranslationCheck(of: korean)
    let english = "# open\n  \(message)\n{}\n"
    #expect(check.faults(in: "# open\n{}\n", english: english) == [])
    #expect(check.faults(in: english, english: english).count == 1)
    let wrapped = message.split(separator: " ").prefix(5).joined(separator: " ")
    #expect(check.faults(in: wrapped, english: wrapped).count == 1)
    #expect(check.faults(in: "오늘 {count}일\n", english: english).count == 1)
  }
}

extension String {
  /// How many words it has, none if it has values or several lines.
  fileprivate var words: Int {
    contains { "{\n".contains($0) } ? 0 : split(separator: " ").count
  }
}
