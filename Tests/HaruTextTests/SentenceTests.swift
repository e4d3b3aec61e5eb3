import Support
import Testing

/// What a person reads is in the catalogues.
@Suite struct SentenceTests {
  /// Each sentence elsewhere is listed and was looked at.
  ///
  /// A new one fails here; if a person reads it, it is a `text("…")`. The rooms of GitHub have a list of their own.
  @Test func sentencesOutsideTheCatalogueAreForPrograms() throws {
    let list = try Sentences.list { file in
      !["HaruText/", "HaruGitHub/", "haru-repo/"].contains(where: file.hasPrefix)
    }
    let golden = GoldenFile("Tests/HaruTextTests/untranslated.txt")
    #expect(try golden.differences(from: list) == [])
  }
}
