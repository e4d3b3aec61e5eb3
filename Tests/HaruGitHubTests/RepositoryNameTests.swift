import HaruCore
import HaruGitHub
import Testing

/// Names of repositories, as GitHub allows them and as people paste them.
@Suite struct RepositoryNameTests {
  @Test(arguments: [
    "apple/swift", "a/b", "swiftlang/swift-argument-parser", "o-n-e/t.w.o", "x/_", "x/-", "x/...",
    "x/.github", "0/0", "legacy-/x", "-legacy/x", "short_code/x", "a--b/c",
    String(repeating: "o", count: 39) + "/" + String(repeating: "n", count: 100),
  ])
  func acceptsNamesThatGitHubAccepts(text: String) throws {
    let name = try #require(RepositoryName(text))
    #expect(name.description == text)
  }

  @Test(arguments: [
    "", "/", "a", "a/", "/b", "a/b/c", "a//b", " a/b", "a/b ", "a/b\n", "a b/c", "a/.", "a/..",
    "../users/x", "-/b", "_/b", "a.b/c", "a/b?c", "a/b#c", "a/b%2f", "a/b@c", "a/b:c", "ä/b", "a/ü",
    "a/\u{0}", "a/\u{202e}b", "a/b\u{1b}[31m", "a\\b", "ａ/b", "a/e\u{301}",
    "https://github.com/a/b",
    String(repeating: "o", count: 40) + "/n", "o/" + String(repeating: "n", count: 101),
  ])
  func refusesNamesThatGitHubRefuses(text: String) {
    #expect(RepositoryName(text) == nil)
  }

  @Test func ignoresCaseWhenComparing() throws {
    let (one, other) = try (
      #require(RepositoryName("Apple/Swift")), #require(RepositoryName("apple/swift"))
    )
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    #expect(!one.isSpelled(like: other))
    #expect(one.isSpelled(like: one))
    #expect(one.description == "Apple/Swift")
    #expect(one != RepositoryName("apple/swif"))
  }

  // MARK: What people write

  private func read(_ text: String, on site: GitHubSite = .github) throws -> String {
    try RepositoryName(written: text, on: site).description
  }

  private func error(_ text: String, on site: GitHubSite = .github) -> RepositoryNameError? {
    do {
      Issue.record("read as \(try read(text, on: site))")
      return nil
    } catch {
      return error as? RepositoryNameError
    }
  }

  @Test(arguments: [
    "apple/swift", " apple/swift ", "\tapple/swift\r\n", "apple/swift/", "apple/swift.git",
    "https://github.com/apple/swift", "http://github.com/apple/swift",
    "HTTPS://GITHUB.COM/apple/swift",
    "https://www.github.com/apple/swift", "https://github.com/apple/swift/",
    "https://github.com/apple/swift.git", "https://github.com/apple/swift/tree/main/docs",
    "https://github.com/apple/swift/issues?q=is%3Aopen", "https://github.com/apple/swift#readme",
    "https://github.com/apple/swift?tab=readme", "https://me@github.com/apple/swift.git",
    "https://me:secret@github.com/apple/swift.git", "github.com/apple/swift",
    "GitHub.com/apple/swift/pulls", "www.github.com/apple/swift", "git@github.com:apple/swift.git",
    "git@github.com:apple/swift", "git@github.com:/apple/swift.git",
    "ssh://git@github.com/apple/swift.git", "git://github.com/apple/swift.git",
    "git+https://github.com/apple/swift.git", "github.com/apple/swift?tab=readme#top",
  ])
  func readsPastedAddresses(text: String) throws {
    #expect(try read(text) == "apple/swift")
  }

  @Test func keepsTheSpelling() throws {
    #expect(try read("https://github.com/Apple/Swift.Package") == "Apple/Swift.Package")
    #expect(try read("a/b.git.git") == "a/b")
  }

  @Test(arguments: [
    ("", RepositoryNameError.empty), (" \t\r\n", .empty), ("swift", .incomplete("swift")),
    ("/", .incomplete("/")), ("apple/", .incomplete("apple/")), ("/swift", .incomplete("/swift")),
    ("apple//swift", .incomplete("apple//swift")),
    ("apple/swift/issues", .incomplete("apple/swift/issues")),
    ("https://github.com", .incomplete("https://github.com")),
    (
      "https://github.com/orgs/apple/repositories",
      .incomplete("https://github.com/orgs/apple/repositories")
    ),
    ("https://github.com/apple", .incomplete("https://github.com/apple")),
    ("github.com/apple", .incomplete("github.com/apple")), ("https://", .incomplete("https://")),
    ("../users/x", .incomplete("../users/x")), ("a b/c", .badOwner("a b")), ("-/c", .badOwner("-")),
    ("github.com.evil.example/c", .badOwner("github.com.evil.example")),
    ("github.com.evil.example/c/d", .incomplete("github.com.evil.example/c/d")),
    ("https:///a/b", .incomplete("https:///a/b")),
    ("a/..", .badName("..")), ("a/.git", .badName("")), ("a/b c", .badName("b c")),
    ("a/b?c", .badName("b?c")), ("a/b\u{202e}", .badName("b\u{202e}")),
    ("https://gitlab.com/a/b", .otherHost("gitlab.com", expected: "github.com")),
    (
      "https://github.com.evil.example/a/b",
      .otherHost("github.com.evil.example", expected: "github.com")
    ),
    ("https://github.com@evil.example/a/b", .otherHost("evil.example", expected: "github.com")),
    ("git@gitlab.com:a/b.git", .otherHost("gitlab.com", expected: "github.com")),
    ("https://api.github.com/repos/a/b", .otherHost("api.github.com", expected: "github.com")),
  ])
  func namesTheError(text: String, error: RepositoryNameError) {
    #expect(self.error(text) == error)
  }

  @Test func readsAddressesOfGitHubEnterprise() throws {
    let site = try #require(GitHubSite("https://git.company.example:8443/api/v3"))
    for text in ["git.company.example:8443/a/b", "https://git.company.example:8443/a/b", "a/b"] {
      #expect(try read(text, on: site) == "a/b")
    }
    #expect(
      error("https://github.com/a/b", on: site)
        == .otherHost("github.com", expected: "git.company.example:8443"))
  }

  @Test func readsLongTextQuickly() {
    let long = String(repeating: "a", count: 100_000)
    #expect(error(long) == .incomplete(long))
    #expect(error(long + "/b") == .badOwner(long))
  }
}
