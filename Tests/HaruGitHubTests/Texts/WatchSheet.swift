import HaruCore
import HaruGitHub
import Support

@testable import HaruText

/// All texts about repositories, on one sheet per subject.
enum WatchSheet: String, GoldenSheet, Codable, Sendable {
  static let folder = "Tests/HaruGitHubTests/Texts/Golden"

  case watches, digest

  /// The text of the sheet, in the language of this process.
  var text: String {
    let parts =
      switch self {
      case .watches: WatchSheet.watchParts
      case .digest: WatchSheet.digestParts
      }
    return parts.map { "# \($0.0)\n\($0.1)\n" }.joined(separator: "\n")
  }
}

/// The texts of watched repositories and of requests to GitHub.
extension WatchSheet {
  /// A Friday in November at noon.
  static let now = Instant(1_795_176_000)
  static let when = MomentText(at: now, in: Zone(name: "UTC") { _ in 0 })

  static var watchParts: [(String, String)] {
    momentParts + problemParts + newsParts + resultParts + snapshotParts + doctorParts
  }

  private static var momentParts: [(String, String)] {
    [-90_000, -86_400, 0, 40_000, 43_200, 200_000].map { ("in \($0) s", when.at(now + $0)) }
  }

  private static var problemParts: [(String, String)] {
    let problems: [ReloadProblem] = [
      .offline("Could not resolve host: api.github.com"), .proxy("CONNECT tunnel failed, 407"),
      .untrusted("certificate has expired"), .timedOut,
      .interrupted("Recv failure: Connection reset by peer"), .badToken(""),
      .badToken("GITHUB_TOKEN, gh"), .hidden,
      .rateLimited(.withoutToken), .rateLimited(.withToken), .rateLimited(.secondary),
      .forbidden(""),
      .forbidden("Not for you.\u{1B}[31m\u{202E}" + String(repeating: "x", count: 10_000)), .gone,
      .blocked, .server(502), .unexpected(418), .badResponse("no JSON"), .tooLarge, .badRedirect,
    ]
    return problems.map { ("\($0.kind)", ReloadText.failed(name, $0, .github)) } + [
      ("a pause", ReloadText.paused(until: now + 3600, .rateLimited(.withoutToken), .github, when)),
      ("a pause of our own", ReloadText.paused(until: now + 3600, .timedOut, .github, when)),
      ("gone, of whatever", ReloadText.reason(.gone, .github)),
      ("blocked, of whatever", ReloadText.reason(.blocked, .github)),
      ("contributors", ReloadText.contributorsFailed(name, .server(502), .github)),
      ("no program", ErrorText.cannotRun("/usr/libexec/haru/haru-repo", "Permission denied")),
      ("broken off", ReloadText.brokenOff(12, of: 100)),
      ("not watched", WatchText.notWatched("a/b", near: [])),
      ("not watched, but others", WatchText.notWatched("apple/swft", near: [name])),
      ("no browser", WatchText.noBrowser("https://github.com/apple/swift")),
      ("a wrong line", WatchText.wrongLine("swift\u{1B}[2J", place: "/home/repositories:3")),
      ("put aside", WatchText.putAside("/home/repositories.sqlite.damaged")),
    ]
  }

  private static var newsParts: [(String, String)] {
    let news: [RepositoryNews] = [
      .pushed(afterDays: 51), .stars(70_000), .archived, .renamed(from: "apple/old"), .gone,
      .blocked, .joined(with: "apple/old"),
      .defaultBranch("main\u{1B}[2J"),
    ]
    return news.map {
      ("news, \($0.kind)", NewsText.sentence(WatchNews(id: 1, of: name, at: now, $0)))
    }
  }

  private static var resultParts: [(String, String)] {
    [
      ("all", ReloadText.result(changed: 1, unchanged: 2, failed: 3, waiting: 4)),
      ("one waits", ReloadText.result(changed: 0, unchanged: 0, failed: 0, waiting: 1)),
      ("nothing", ReloadText.result(changed: 0, unchanged: 0, failed: 0, waiting: 0)),
      ("nothing due", ReloadText.nothingDue(now + 3600, when)),
      ("nothing due at all", ReloadText.nothingDue(nil, when)),
      ("progress", ReloadText.progress(12, of: 100, name)),
      ("waiting", ReloadText.waiting),
      ("progress, first", ReloadText.progress(0, of: 100, nil)),
    ]
  }

  private static var snapshotParts: [(String, String)] {
    let counts = [nil, 0, 1, 2, 999, 1000, 70_012, 1_234_567]
    let lines = counts.map { count in
      [
        SnapshotText.stars(count), SnapshotText.forks(count), SnapshotText.watchers(count),
        SnapshotText.open(count, hasIssues: nil), SnapshotText.open(count, hasIssues: false),
        SnapshotText.pushed(daysAgo: count),
      ].joined(separator: " · ")
    }
    let bars = [nil, 0, 1, 2, 1234].map {
      [
        RepositoryBarText.line(name, daysSincePush: $0), RepositoryBarText.days($0),
        RepositoryBarText.sincePush($0),
      ]
      .joined(separator: " · ")
    }
    let changes = [-1234, -1, 0, 1, 1234].map {
      SnapshotText.withChange(SnapshotText.stars(5000), from: 5000 - $0, to: 5000)
    }
    return [
      ("counts", lines.joined(separator: "\n")), ("changes", changes.joined(separator: "\n")),
      ("bars", bars.joined(separator: "\n")),
      ("not loaded", SnapshotText.notLoaded(because: "x", isLoaded: false)),
      ("not loaded since", SnapshotText.notLoaded(because: "x", isLoaded: true)),
      ("next", SnapshotText.next(now, when)), ("loaded", SnapshotText.loaded(now, when)),
      ("since", SnapshotText.changes(since: now, when)),
    ]
  }

  private static var doctorParts: [(String, String)] {
    [
      ("watches", FindingText.watches(2, lastAnswer: now, when)),
      ("a watch without an answer", FindingText.watches(1, lastAnswer: nil, when)),
      ("watches not loaded", FindingText.watchesNotLoaded(2)),
      ("a token", FindingText.token(from: "GITHUB_TOKEN")), ("no token", FindingText.noToken),
      ("an unusable token", FindingText.unusableToken(from: "GITHUB_TOKEN")),
    ]
  }

  private static var name: RepositoryName { repository("apple/swift") }
}
