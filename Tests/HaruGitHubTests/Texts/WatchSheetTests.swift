import OwnProcess
import Support
import Testing

/// Everything a person reads about repositories, as the sheets of HaruTextTests are read and approved.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct WatchSheetTests {
  private static let folder = "Tests/HaruGitHubTests/Texts/Golden"

  @Test func englishMatchesTheGoldenFiles() async {
    await inOwnProcess(in: .english) {
      for sheet in WatchSheet.allCases {
        let golden = GoldenFile("\(WatchSheetTests.folder)/en/\(sheet.rawValue).txt")
        let differences = try golden.differences(from: sheet.text)
        #expect(differences == [], "\(differences)")
      }
    }
  }

  /// Every sentence is translated; what a notification shows is laid out by the language.
  @Test(arguments: TestLanguage.translated)
  func aTranslationIsWholeAndItsDigestIsRead(language: TestLanguage) async {
    await inOwnProcess(given: language, in: language) {
      let language = try Given.value(of: TestLanguage.self)
      let check = try TranslationCheck(of: language)
      for sheet in WatchSheet.allCases {
        let english = try SourceTree.read("\(WatchSheetTests.folder)/en/\(sheet.rawValue).txt")
        let faults = check.faults(in: sheet.text, english: english)
        #expect(faults == [], "\(sheet): \(faults)")
      }
      let golden = GoldenFile("\(WatchSheetTests.folder)/\(language)/digest.txt")
      let differences = try golden.differences(from: WatchSheet.digest.text)
      #expect(differences == [], "\(differences)")
    }
  }
}
