import HaruCore
import Testing

/// How one program asks another to reload watches.
struct ReloadRequestTests {
  private static let words = [
    "reload", "--due", "store=/home/a b/=haru.sqlite", "usual=/home/a b/haru.sqlite",
    "site=https://api.github.com", "interval=43200", "quiet-after=50", "starts-at=03:00",
  ]

  private static var settings: Settings {
    var settings = Settings()
    settings.storePath = "/home/a b/=haru.sqlite"
    settings.dayStartsAt = TimeOfDay("03:00") ?? .midnight
    return settings
  }

  @Test func saysWhatTheSettingsSay() {
    let request = ReloadRequest(
      .due, by: Self.settings, usualStore: "/home/a b/haru.sqlite")
    #expect(request.words == Self.words)
  }

  @Test func withoutAPlaceOfItsOwnTheStoreIsInTheUsualOne() {
    let request = ReloadRequest(.all, by: Settings(), usualStore: "/a")
    #expect(request.store == "/a" && request.usualStore == "/a")
  }

  @Test(arguments: [ReloadRequest.Selection.due, .all, .watches([7]), .watches([3, 1, .max])])
  func isReadAsItWasWritten(selection: ReloadRequest.Selection) throws {
    let request = ReloadRequest(selection, by: Self.settings, usualStore: "/a")
    #expect(try ReloadRequest(words: request.words) == request)
  }

  @Test(arguments: [
    (0, "load"), (0, "reload "), (1, "--some"), (1, "--watches="), (1, "--watches=1,,2"),
    (1, "--watches=1,x"), (2, "store="), (2, "store=haru.sqlite"), (3, "store=/a"),
    (4, "site=ftp://a"), (5, "interval=0"), (5, "interval=x"), (6, "quiet-after=-1"),
    (7, "starts-at=24:00"),
  ])
  func anotherWordIsAnError(place: Int, word: String) {
    var words = Self.words
    words[place] = word
    #expect(throws: ReloadWordsError(word: word)) { try ReloadRequest(words: words) }
  }

  @Test func eachWordIsThereOnce() {
    #expect(throws: ReloadWordsError(word: "")) { try ReloadRequest(words: []) }
    #expect(throws: ReloadWordsError(word: "")) {
      try ReloadRequest(words: Array(Self.words.dropLast()))
    }
    #expect(throws: ReloadWordsError(word: "more")) {
      try ReloadRequest(words: Self.words + ["more"])
    }
  }
}
