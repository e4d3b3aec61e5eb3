import HaruCore
import HaruGitHub
import Testing

/// The address of a GitHub.
@Suite struct GitHubSiteTests {
  @Test(arguments: [
    ("https://api.github.com", "https://api.github.com", "https://github.com/a/b"),
    ("https://API.GitHub.com/", "https://api.github.com", "https://github.com/a/b"),
    ("https://api.company.ghe.com", "https://api.company.ghe.com", "https://company.ghe.com/a/b"),
    (
      "https://git.company.example/api/v3/", "https://git.company.example/api/v3",
      "https://git.company.example/a/b"
    ),
    (
      "https://git.company.example:8443/api/v3", "https://git.company.example:8443/api/v3",
      "https://git.company.example:8443/a/b"
    ),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "http://127.0.0.1:8080/a/b"),
    ("http://[::1]:8080", "http://[::1]:8080", "http://[::1]:8080/a/b"),
  ])
  func readsAnAddress(text: String, api: String, page: String) throws {
    let site = try #require(GitHubSite(text))
    #expect(site.description == api)
    #expect(site.isSecure == api.hasPrefix("https:"))
    #expect(site.page(of: repository("a/b")) == page)
  }

  @Test func recognizesThePublicSite() {
    #expect(GitHubSite("https://api.github.com") == .github)
  }

  @Test(arguments: [
    "", "api.github.com", "ftp://api.github.com", "file:///etc/passwd", "https://",
    "https:///repos",
    "https://user@host", "https://user:secret@host", "https://host?x=1", "https://host#x",
    "https://host/a b", "https://host:", "https://host:0", "https://host:port",
    "https://host:65536",
    "http://[::1", "http://[", "http://[]", "http://[::1]x", "http://[::1]:", "http://[::1]:0",
    "http://[::g]", "http://[::1]]", "http://::1", "http://[host]", "http://a[::1]",
    "https://host\\evil", "https://host/%0d%0a", "https://höst", "https://host\r\nX: 1",
    " https://host",
    "https://host/\u{0}",
  ])
  func refusesAnInvalidAddress(text: String) {
    #expect(GitHubSite(text) == nil)
  }

  @Test(arguments: [
    ("http://127.0.0.1", true), ("http://127.8.9.1:80", true), ("http://localhost", true),
    ("http://LOCALHOST:8080/api", true), ("http://[::1]", true), ("http://[::1]:80", true),
    ("http://api.github.com", false), ("http://127.0.0.1.evil.example", false),
    ("http://localhost.evil.example", false), ("http://128.0.0.1", false),
    ("http://10.0.0.1", false),
    ("http://[::2]", false), ("http://0.0.0.0", false), ("http://127.evil.example", false),
  ])
  func recognizesAddressesOfThisMachine(text: String, isThisMachine: Bool) throws {
    #expect(try #require(GitHubSite(text)).isThisMachine == isThisMachine)
  }
}
