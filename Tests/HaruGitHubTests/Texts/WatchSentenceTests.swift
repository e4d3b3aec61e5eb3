import Support
import Testing

/// What a person reads about repositories is in the catalogues.
@Suite struct WatchSentenceTests {
  /// Each sentence elsewhere is listed and was looked at, as in `SentenceTests`.
  @Test func sentencesOutsideTheCatalogueAreForPrograms() throws {
    let list = try Sentences.list { file in
      ["HaruGitHub/", "haru-repo/"].contains(where: file.hasPrefix)
        && !file.hasPrefix("HaruGitHub/Texts/")
    }
    let golden = GoldenFile("Tests/HaruGitHubTests/Texts/Golden/untranslated.txt")
    #expect(try golden.differences(from: list) == [])
  }
}
