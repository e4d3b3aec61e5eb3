import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// The notification with news, on a real server with a real pointer.
@Suite(.serialized)
struct DigestTests {
  @Test func aDigestIsFoundAgain() throws {
    let (now, name) = (Int64(Date().timeIntervalSince1970), "apple/swift")
    var made: PictureViewer?
    let share = ProcessInfo.processInfo.environment["HARU_SHARE"] ?? ""
    let variables = ["XDG_DATA_DIRS": "/nowhere", "HARU_SHARE": share]
    let screen = try Screen(marks: [1], variables) { home in
      try home.write("[Repositories]\napi=http://localhost:8123\n", to: ".config/haru/haru.conf")
      made = try PictureViewer(in: home, for: "x-scheme-handler/http")
      try home.write(name + "\n", to: ".config/haru/repositories")
      try Repositories(in: home).take(name, at: Instant(now - 3600)) { $0.stars = 5 }
    }
    let browser = try #require(made)
    try Repositories(in: screen.home).take(name, at: Instant(now)) { $0.stars = 1000 }
    try screen.reload()
    try screen.drawn("apple/swift: 1000 stars")
    // Then it counts as announced.
    try screen.waitForLog("Reason.shown,")
    try screen.dunstctl("close-all")
    try screen.waitForDisplayed(0)

    let news = try screen.haru("repo", "news").output
    #expect(news.contains(/^1  today at 09:0\d  apple\/swift: 1000 stars\n$/), "\(news)")
    #expect(try screen.haru("repo", "news", "--open", "1").status == 0)
    #expect(try browser.opened().file == "http://localhost:8123/apple/swift")
    #expect(try screen.haru("repo", "news", "--quiet", "1").status == 0)
    #expect(try screen.home.read(".config/haru/repositories") == name + " quiet\n")
  }
}
