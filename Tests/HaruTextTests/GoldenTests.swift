import Foundation
import OwnProcess
import Support
import Testing

/// Everything a person reads, as a person has read and approved it in English; a translation is
/// proved to be whole, and of each language one sheet is kept to be read.
///
/// A sheet that is missing is written, and the test fails: it has to be read first.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct GoldenTests {
  @Test func englishMatchesTheGoldenFiles() async {
    await inOwnProcess(in: .english) {
      let differences = try Sheet.differences()
      #expect(differences == [], "\(differences)")
    }
  }

  /// Both in one process, whose start costs the most.
  @Test(arguments: TestLanguage.translated)
  func aTranslationIsWholeAndItsNotificationsAreRead(language: TestLanguage) async {
    await inOwnProcess(given: language, in: language) {
      let language = try Given.value(of: TestLanguage.self)
      let faults = try Sheet.faults(in: language)
      #expect(faults == [], "\(faults)")
      try GoldenTests.notificationsMatchTheGoldenFile(language)
    }
  }

  /// Dates, months and what a notification shows are laid out by the language.
  private static func notificationsMatchTheGoldenFile(_ language: TestLanguage) throws {
    let sheets: [Sheet] = [.open, .studied, .reminder, .remarks, .trouble, .months, .dates]
    let golden = GoldenFile("\(Sheet.folder)/\(language)/notifications.txt")
    let text = sheets.map { "## \($0)\n\n\($0.text)" }.joined(separator: "\n")
    let differences = try golden.differences(from: text)
    #expect(differences == [], "\(differences)")
  }

  /// Every golden file belongs to a test.
  @Test func everyGoldenFileBelongsToATest() throws {
    let english = try SourceTree.names(in: Sheet.folder + "/en")
    #expect(english == Sheet.allCases.map { "\($0.rawValue).txt" }.sorted())
    for language in TestLanguage.translated {
      let names = try SourceTree.names(in: "\(Sheet.folder)/\(language)")
      #expect(names == ["notifications.txt"], "\(language)")
    }
  }
}
