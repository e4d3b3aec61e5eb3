import HaruCore
import HaruGitHub

@testable import HaruText
@testable import haru_repo

/// The notification with news of repositories.
extension WatchSheet {
  static var digestParts: [(String, String)] {
    let swift = "apple/swift"
    let one: [(String, [WatchNews])] = [
      ("stars", [news(swift, .stars(70_000))]),
      ("a first star or ten", [news(swift, .stars(10))]),
      ("a push", [news(swift, .pushed(afterDays: 51))]),
      ("a push after years", [news(swift, .pushed(afterDays: 1200))]),
      ("archived", [news(swift, .archived)]),
      ("renamed", [news("swiftlang/swift", .renamed(from: swift))]),
      ("gone", [news(swift, .gone)]),
      ("another branch", [news(swift, .defaultBranch("trunk"))]),
      (
        "several of one repository",
        [news(swift, .archived), news(swift, .stars(1000)), news(swift, .defaultBranch("trunk"))]
      ),
      (
        "several repositories",
        [news(swift, .stars(1000)), news("a/b", .gone), news(swift, .archived)]
      ),
      ("many", (1...9).map { news("owner/name\($0)", .stars($0 * 1000)) }),
      ("six", (1...6).map { news("owner/name\($0)", .stars($0 * 1000)) }),
      (
        "long names",
        [
          news(long(39) + "/" + long(100), .archived),
          news("a/b", .renamed(from: long(39) + "/" + long(100))),
        ]
      ),
      (
        "hostile words",
        [
          news("a/b", .defaultBranch("<b>\u{1b}[31m\u{202e}x\n&amp;")),
          news("a/c", .defaultBranch(long(10_000))),
          news("a/d", .defaultBranch("e" + String(repeating: "\u{301}", count: 10_000))),
        ]
      ),
    ]
    let name = repository(swift)
    let remarks = [
      NewsPress(.open, name).failed("no application opens addresses"),
      NewsPress(.mute, name).failed(ErrorText.reason(.full)),
    ]
    return one.map { ($0, digest($1, nil)) }
      + remarks.map { ("a click that did nothing", digest([news(swift, .gone)], $0)) }
  }

  private static func digest(_ news: [WatchNews], _ remark: String?) -> String {
    var page = NewsPage(news)
    page.remark = remark
    guard let shown = page.json(again: nil, appears: true)["notification"] else { return "nothing" }
    func word(_ json: JSON, _ name: String) -> String { json[name]?.string ?? "" }
    let buttons = (shown["buttons"]?.array ?? []).map { "[\(word($0, "label"))]" }
    let lines = [word(shown, "title"), word(shown, "body"), buttons.joined(separator: " ")]
    return (lines.filter { !$0.isEmpty } + ["(\(word(shown, "without_buttons")))"])
      .joined(separator: "\n")
  }

  private static func news(_ name: String, _ news: RepositoryNews) -> WatchNews {
    WatchNews(id: 1, of: repository(name), at: Instant(0), news)
  }

  private static func long(_ count: Int) -> String { String(repeating: "m", count: count) }
}
