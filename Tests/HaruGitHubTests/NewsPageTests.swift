import HaruCore
import HaruGitHub
import Testing

@testable import haru_repo

/// The page with news of repositories (docs/guests.md#the-page).
struct NewsPageTests {
  private func page(_ ids: [Int64]) -> NewsPage {
    NewsPage(
      ids.compactMap { id in
        RepositoryName("o/r\(id)").map { WatchNews(id: id, of: $0, at: Instant(0), .archived) }
      })
  }

  @Test func allThatHaveChangedAreCounted() throws {
    let page = page(Array(1...40))
    let shown = try #require(page.json(again: nil, appears: true)["notification"])
    #expect(shown["title"]?.string == "40 repositories have changed")
    let body = try #require(shown["body"]?.string)
    #expect(body.hasSuffix("\nand 35 more changes: haru repo news"))
    #expect(page.tag == "1-40" && NewsPage.ids(in: page.tag) == Array(1...40))
  }

  @Test(arguments: [[1], [1, 3], [1, 2, 3, 7, 8, 10], []] as [[Int64]])
  func theTagNamesTheNews(ids: [Int64]) {
    #expect(NewsPage.ids(in: page(ids).tag) == ids)
  }

  /// A tag has room for 200 characters: the newest are named.
  @Test func aPageTellsNoMoreThanItsTagNames() {
    let page = page((0..<100).map { 100_000 + 2 * $0 })
    #expect(page.tag.utf8.count <= 200)
    #expect(page.news.count > 20 && page.news.last?.id == 100_198)
    #expect(NewsPage.ids(in: page.tag) == page.news.map(\.id))
  }

  @Test(arguments: ["x", "3-", "-3", "5-3", "1-9999999999", "9223372036854775807-1"])
  func aTagOfAnotherProgramNamesNothing(tag: String) {
    #expect(NewsPage.ids(in: tag).count <= 1)
  }
}
