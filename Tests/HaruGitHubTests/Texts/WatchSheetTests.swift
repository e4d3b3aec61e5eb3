import OwnProcess
import Support
import Testing

/// Everything a person reads about repositories, as the sheets of HaruTextTests are read and approved.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct WatchSheetTests {
  @Test func englishMatchesTheGoldenFiles() async {
    await inOwnProcess(in: .english) {
      let differences = try WatchSheet.differences()
      #expect(differences == [], "\(differences)")
    }
  }

  /// Every sentence is translated; what a notification shows is laid out by the language.
  @Test(arguments: TestLanguage.translated)
  func aTranslationIsWholeAndItsDigestIsRead(language: TestLanguage) async {
    await inOwnProcess(given: language, in: language) {
      let language = try Given.value(of: TestLanguage.self)
      let faults = try WatchSheet.faults(in: language)
      #expect(faults == [], "\(faults)")
      let golden = GoldenFile("\(WatchSheet.folder)/\(language)/digest.txt")
      let differences = try golden.differences(from: WatchSheet.digest.text)
      #expect(differences == [], "\(differences)")
    }
  }
}
