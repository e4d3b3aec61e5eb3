import HaruCore
import OwnProcess
import Support
import Testing

@testable import HaruText

/// Which words of a search find what.
@Suite struct SearchTextTests {
  private static let today = date("2026-11-20")

  /// What words find first.
  private func find(_ words: String) -> (topic: SearchTopic, fit: SearchText.Fit)? {
    SearchText.topics(words.split(separator: " ").map(String.init), today: Self.today).first
  }

  private func isToday(_ words: String, _ fit: SearchText.Fit) -> Bool {
    find(words).map { $0 == (.day(Self.today), fit) } ?? false
  }

  @Test(arguments: [
    "haru", "study", "Study", "HARU", "하루", "공부", "habit", "haru study", "today", "friday",
  ])
  func wholeWordsFindToday(words: String) {
    #expect(isToday(words, .whole))
  }

  /// While the user types on, or an input method composes the second syllable.
  @Test(arguments: ["ha", "har", "stu", "stud", "하", "공", "haru stu"])
  func beginningsFindToday(words: String) {
    #expect(isToday(words, .begun))
  }

  @Test(arguments: [
    "", "s", "st", "h", "study physics", "studying", "haruki", "hardware", "tudy", "t", "tu", "un",
    "re", "tomorrow", "next tuesday", "restart", "calendars", "undo study",
  ])
  func otherWordsFindNothing(words: String) {
    #expect(find(words) == nil)
  }

  @Test(arguments: [
    ("yesterday", 1), ("Yesterday", 1), ("haru yesterday", 1), ("study yesterday", 1),
    ("the day before yesterday", 2), ("tuesday", 3), ("thursday", 1), ("saturday", 6),
  ])
  func aWordNamesADayOfTheLastWeek(words: String, ago: Int) throws {
    let named = try #require(Self.today.advanced(by: -ago))
    #expect(find(words).map { $0 == (.day(named), .whole) } == true)
  }

  /// The half of a word, and three letters at least.
  @Test(arguments: [
    ("yeste", SearchTopic.day(date("2026-11-19"))), ("satur", .day(date("2026-11-14"))),
    ("res", .rest), ("und", .undo), ("lat", .later), ("cale", .calendar), ("str", .streak),
    ("haru und", .undo),
  ])
  func aBeginningFindsOneThing(words: String, topic: SearchTopic) {
    #expect(find(words).map { $0 == (topic, .begun) } == true)
    #expect(
      SearchText.topics(words.split(separator: " ").map(String.init), today: Self.today).count == 1)
  }

  @Test(arguments: [
    ("rest", SearchTopic.rest), ("undo", .undo), ("later", .later), ("calendar", .calendar),
    ("streak", .streak), ("haru undo", .undo), ("study streak", .streak),
  ])
  func aWordFindsWhatItNames(words: String, topic: SearchTopic) {
    #expect(find(words).map { $0 == (topic, .whole) } == true)
  }

  @Test func theIDOfAResultNamesWhatItIsAbout() {
    let day = SearchTextTests.today
    let ids = ["study:\(day)", "day:\(day)"].map { ($0, SearchTopic.day(day)) }
    let others: [(String, SearchTopic)] = [
      ("rest:\(day)", .rest), ("undo:0fc468c919a164fc0fc468c919a164fc", .undo),
      ("remind:5", .later),
      ("calendar:\(day)", .calendar), ("rest", .rest), ("undo", .undo), ("later", .later),
      ("calendar", .calendar), ("streak", .streak),
    ]
    for (id, topic) in ids + others { #expect(SearchTopic(id: id) == topic, "\(id)") }
    for id in ["", "default", "unstudy:\(day)", "close:\(day)", "day:2026-02-30", "day", "undo:5"] {
      #expect(SearchTopic(id: id) == nil, "\(id)")
    }
  }

  /// In one of two languages that write it: letters in pieces, as some input methods commit them.
  @Test func decomposedSyllablesAreTheSame() {
    #expect(isToday("\u{1112}\u{1161}\u{1105}\u{116e}", .whole))
  }

  @Test(
    .enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)),
    arguments: TestLanguage.translated)
  func theUsersLanguageHasWordsOfItsOwn(language: TestLanguage) async throws {
    await inOwnProcess(in: language) {
      let today = date("2026-11-20")
      func found(_ word: String) -> [SearchTopic] {
        SearchText.topics(word.split(separator: " ").map(String.init), today: today)
          .filter { $0.fit == .whole }.map(\.topic)
      }
      let words = text("study habit").split(separator: " ").map(String.init)
      #expect(words.count >= 2)
      for word in words { #expect(found(word) == [.day(today)], "\(word)") }
      // No word means two things.
      let others: [(String, SearchTopic)] = [
        (text("rest", as: "typed"), .rest), (text("undo", as: "typed"), .undo),
        (text("later", as: "typed"), .later), (text("calendar", as: "typed"), .calendar),
        (text("streak", as: "typed"), .streak),
        (text("yesterday", as: "typed"), .day(date("2026-11-19"))),
        (text("Tuesday", as: "typed"), .day(date("2026-11-17"))),
      ]
      for (words, topic) in others {
        for word in DayWords.ways(words) { #expect(found(word) == [topic], "\(word)") }
      }
    }
  }
}
