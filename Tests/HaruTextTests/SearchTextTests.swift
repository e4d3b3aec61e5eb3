import HaruCore
import Support
import Testing

@testable import HaruText

/// Which words of a search find today.
@Suite struct SearchTextTests {
  @Test(arguments: ["haru", "study", "Study", "HARU", "하루", "공부", "streak", "habit", "haru study"])
  func wholeWordsFindToday(words: String) {
    #expect(SearchText.fit(words.split(separator: " ").map(String.init)) == .whole)
  }

  /// While the user types on, or an input method composes the second syllable.
  @Test(arguments: ["ha", "har", "stu", "stud", "하", "공", "haru stu"])
  func beginningsFindToday(words: String) {
    #expect(SearchText.fit(words.split(separator: " ").map(String.init)) == .begun)
  }

  @Test(arguments: ["", "s", "st", "h", "study physics", "studying", "haruki", "hardware", "tudy"])
  func otherWordsDoNot(words: String) {
    #expect(SearchText.fit(words.split(separator: " ").map(String.init)) == nil)
  }

  /// In one of two languages that write it: letters in pieces, as some input methods commit them.
  @Test func decomposedSyllablesAreTheSame() {
    #expect(SearchText.fit(["\u{1112}\u{1161}\u{1105}\u{116e}"]) == .whole)
  }

  @Test(
    .enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)),
    arguments: TestLanguage.translated)
  func theUsersLanguageHasWordsOfItsOwn(language: TestLanguage) async {
    await #expect(processExitsWith: .success) { [language] in
      try language.use()
      let words = text("study streak habit").split(separator: " ").map(String.init)
      #expect(words.count >= 3)
      for word in words { #expect(SearchText.fit([word]) == .whole, "\(word)") }
    }
  }
}
