import Foundation
import OwnProcess
import Support
import Testing

@testable import HaruText

/// Values of another direction than the sentence stay in one piece.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct DirectionTests {
  @Test func betweenArabicWordsPathsAndDatesAreIsolated() async {
    await inOwnProcess {
      try #require(TestLanguage.translated.first { $0.code == "ar" }).use()
      for value in ["~/a b.csv", "2026-11-22", "apple/swift", "8:00 م"] {
        let sentence = StoreText.repaired(value)
        #expect(sentence.contains("\u{2068}\(value)\u{2069}"), "\(sentence)")
      }
      for value in ["12", "ملاحظة"] {
        #expect(!StoreText.repaired(value).contains("\u{2068}"), "\(value)")
      }
      // A sentence within a sentence has no isolate around its own.
      let inner = StoreText.repaired("a/b")
      #expect(SafeText.line(StoreText.repaired(inner)) == StoreText.repaired(inner))
    }
  }

  /// Behind the name of the program, which a terminal reads first, an error keeps its direction.
  @Test func anArabicErrorIsIsolatedFromTheName() async {
    await inOwnProcess {
      try #require(TestLanguage.translated.first { $0.code == "ar" }).use()
      let message = CommandText.agentNotRunning
      #expect(ErrorText.complaint(message) == "haru: \u{2068}\(message)\u{2069}")
      #expect(ErrorText.complaint("~/a.csv") == "haru: ~/a.csv")
    }
  }

  @Test func betweenEnglishWordsAnArabicNameIsIsolated() async {
    await inOwnProcess(in: .english) {
      #expect(StoreText.repaired("ملف.sqlite") == "Repaired: \u{2068}ملف.sqlite\u{2069}")
      #expect(StoreText.repaired("한국어.sqlite") == "Repaired: 한국어.sqlite")
    }
  }

  /// Some servers take the direction of a line from its first letter, whether that is isolated or not.
  @Test(arguments: [("ar", "apple/swift", "\u{200f}"), ("en", "ملف.sqlite", "\u{200e}")])
  func aSentenceThatBeginsWithAValueKeepsItsDirection(
    language: String, value: String, mark: String
  ) async throws {
    await inOwnProcess(given: language, value, mark) {
      let (language, value, mark) = try Given.value(of: String.self, String.self, String.self)
      try #require(TestLanguage.all.first { $0.code == language }).use()
      let sentence = filled("{value}: {count}", [("value", value), ("count", "2")])
      #expect(sentence == "\(mark)\u{2068}\(value)\u{2069}: 2")
      #expect(filled("{count}: {value}", [("value", value), ("count", "2")]).hasPrefix("2: "))
      #expect(SafeText.line(sentence) == "\u{2068}\(value)\u{2069}: 2")
    }
  }
}
