import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// `haru repo refresh`, against a GitHub of the tests' own.
struct RefreshTests {
  private let github: GitHubDouble
  private let watcher: Watcher

  init() throws {
    github = try GitHubDouble()
    watcher = try Watcher(asking: github.address)
  }

  @Test(arguments: TestLanguage.tried)
  func outputIsTranslated(language: TestLanguage) throws {
    let github = try GitHubDouble(["--window", "3630"])
    let session = try Transcript(
      language: language, ["HARU_GITHUB_TOKEN": "", "XDG_CACHE_HOME": "/proc/nowhere"])
    let host = github.address.replacing("http://", with: "")
    try session.home.write(
      "[Repositories]\napi=\(github.address)\n", to: ".config/haru/haru.conf")
    func type(_ words: String...) throws { try session.type("haru", ["repo"] + words) }
    // When each is due again is left to chance, and stands nowhere here.
    try type("add", "apple/swift", "b/contributors-too-many", "c/contributors-empty")
    try type("refresh")
    try type("refresh")
    try type("show", "--contributors")
    try github.set("apple/swift", #"{"archived": true, "default_branch": "ma\u001bin"}"#)
    try type("refresh", "Apple/Swift", "--json")
    try type("refresh", "apple/swift")
    try type("refresh", "apple/swift")
    try type("add", "d/gone", "e/status-502", "f/forbidden", "g/html")
    try type("refresh", "--due")
    try github.command("budget 0")
    try type("refresh", "apple/swift")
    try type("show", "apple/swift")
    try session.type("haru", "doctor")
    try session.expectGolden("repo-refresh", changing: host)
  }

  @Test func exitStatuses() throws {
    func refresh(_ name: String) throws -> Int32 {
      try watcher.repo("add", name)
      return try watcher.repo("refresh", name).status
    }
    #expect(try refresh("a/good") == 0)
    #expect(try refresh("a/gone") == 66)
    #expect(try watcher.repo("refresh", "a/good", "a/gone").status == 66)
    #expect(try refresh("a/forbidden") == 75)
    #expect(try watcher.repo("refresh", "a/forbidden", "a/gone").status == 75)
    #expect(try watcher.repo("refresh", "a/nothing").status == 66)
    #expect(try refresh("a/unauthorized") == 69)
    #expect(try refresh("a/rate-limited") == 75)
    try github.stop()
    #expect(try Watcher(asking: github.address).repo("refresh").status == 0)
  }

  @Test func withoutANetworkNothingIsLoaded() throws {
    try watcher.repo("add", "a/good")
    #expect(try watcher.repo("refresh").status == 0)
    try github.stop()
    let run = try watcher.repo("refresh")
    #expect(run.status == 69)
    #expect(run.errors.hasPrefix("1 waiting\nnext try today at "))
    #expect(run.errors.contains("cannot reach "))
    // What was known is known.
    #expect(try watcher.repo("show").output.contains("What good is for"))
    #expect(try watcher.json("refresh")["waiting"] as? Int == 1)
  }

  @Test func newsArePrintedOnceAndJSONLeavesThemToTheAgent() throws {
    try watcher.repo("add", "a/good")
    try watcher.repo("refresh")
    try github.set("a/good", #"{"archived": true}"#)
    let report = try watcher.json("refresh")
    let news = try #require(report["news"] as? [[String: Any]])
    #expect(news.map { $0["kind"] as? String } == ["archived"])
    #expect(try watcher.store.unannouncedNews().count == 1)
    let run = try watcher.repo("refresh")
    #expect(run.output == "a/good is archived\n")
    #expect(try watcher.store.unannouncedNews() == [])
    #expect(try watcher.repo("refresh").output == "")
  }

  @Test func contributorsAreLoadedOnTheFirstRequestForThem() throws {
    try watcher.repo("add", "a/good", "b/good")
    try watcher.repo("refresh")
    #expect(try github.requests().count { $0.path.contains("/contributors") } == 0)
    #expect(try watcher.repo("show", "a/good", "--contributors").output.contains("person-1: 900"))
    #expect(
      try github.requests().map(\.path) == [
        "/repos/a/good", "/repos/a/good/contributors?per_page=4",
      ])
    // Known, they are not asked for again.
    #expect(try watcher.repo("show", "a/good", "--contributors").status == 0)
    #expect(try github.requests() == [])
  }

  // MARK: The way there

  private func atTerminal(
    _ words: String, program: String = Built.product("haru")
  ) throws -> String {
    try Child.run(
      "script",
      [
        "--quiet", "--return", "--echo", "never", "--command",
        "stty cols 30; exec '\(program)' repo \(words)", "/dev/null",
      ], environment: watcher.environment.merging(["TERM": "vt100"]) { $1 }
    ).output
  }

  @Test func progressIsOneLineThatDisappears() throws {
    try watcher.repo("add", "a/one", "a/two", "a/" + String(repeating: "long", count: 20))
    let seen = try atTerminal("refresh")
    #expect(seen.hasPrefix("\r0 of 3 "))
    #expect(seen.contains("3 of 3 · a/"))
    #expect(!seen.contains("\u{1B}"))
    // No part is wider than the terminal, and the last of all leaves it blank.
    for part in seen.unicodeScalars.split(whereSeparator: { $0 == "\r" || $0 == "\n" }) {
      #expect(part.count <= 29)
    }
    #expect(seen.contains("\r" + String(repeating: " ", count: 29) + "\r3 loaded\r\n"))
    #expect(try atTerminal("refresh --json").hasPrefix("{"))
    let piped = try watcher.repo("refresh")
    #expect(piped.errors == "3 unchanged\n" && piped.output == "")
  }

  @Test func waitingForAnotherReloadIsReported() throws {
    try watcher.repo("add", "a/good")
    let haru = try watcher.haru(
      withFetcher: telling(.waiting, .started(count: 1), .ended(watch: 1, .unchanged)))
    let seen = try atTerminal("refresh", program: haru)
    #expect(seen.hasPrefix("\rwaiting for another "))
    #expect(seen.contains("\r0 of 1 ") && seen.hasSuffix("\r1 unchanged\r\n"))
    #expect(try watcher.haru("repo", "refresh", program: haru).errors == "1 unchanged\n")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalAlsoEndsHaruFetch(signal: Int32) throws {
    try watcher.repo("add", "a/one", "a/two", "a/three")
    let haru = try watcher.haru(
      withFetcher: telling(.started(count: 3), .ended(watch: 1, .changed))
        + "; echo $$ >&2; exec sleep 60")
    let child = try Child(haru, ["repo", "refresh"], environment: watcher.environment)
    let fetcher = try #require(pid_t(try child.line(from: .errors)))
    child.signal(signal)
    #expect(
      try child.line(from: .errors)
        == "haru: interrupted: 1 of 3 repositories requested, the others stay due")
    #expect(try child.wait() == .exited(75))
    #expect(kill(fetcher, 0) != 0 && errno == ESRCH)
  }

  /// The real one, while GitHub takes its time.
  @Test func aSignalLeavesTheStoreConsistent() throws {
    try watcher.repo("add", "a/good", "a/silent")
    let child = try Child(
      Built.product("haru"), ["repo", "refresh"], environment: watcher.environment)
    for _ in 0..<2 { _ = try github.request() }
    child.signal(SIGINT)
    #expect(try child.wait() == .exited(75))
    #expect(try watcher.haru("store", "check").status == 0)
    #expect(try watcher.repo("refresh", "a/good").status == 0)
  }

  @Test(arguments: [
    (nil, 69, "cannot run PATH: No such file or directory"),
    ("kill -9 $$", 74, "haru-fetch was stopped: Killed"),
    ("echo 'haru: damaged: x' >&2; exit 74", 74, "damaged: x"),
    // As long as somebody else writes.
    (telling(.started(count: 1)) + "; echo 'haru: busy: x' >&2; exit 75", 75, "busy: x"),
  ])
  func failuresOfHaruFetchAreReported(script: String?, status: Int32, line: String) throws {
    try watcher.repo("add", "a/good")
    let haru = try watcher.haru(withFetcher: script)
    let run = try watcher.haru("repo", "refresh", program: haru)
    #expect(run.status == status)
    let path = watcher.home("programs/haru-fetch")
    #expect(run.errors == "haru: \(line.replacing("PATH", with: path))\n")
    #expect(try watcher.haru("repo", "refresh", "--json", program: haru).status == status)
    // What is known is shown all the same.
    let shown = try watcher.haru("repo", "show", "--contributors", program: haru)
    #expect(shown.status == status && shown.output.hasPrefix("a/good\n"))
    #expect(try watcher.haru("status", program: haru).status == 0)
  }

  /// Where GitHub is asked with a token, the doctor says where that is from, and not what it is.
  @Test func theDoctorNamesTheSourceOfTheToken() throws {
    try watcher.repo("add", "a/good")
    try watcher.repo("refresh")
    let secret = "ghp_0123456789abcdef"
    let run = try Child.run(
      Built.product("haru"), ["doctor"],
      environment: watcher.environment.merging(["HARU_GITHUB_TOKEN": secret]) { $1 })
    #expect(run.output.contains("✓ watches: 1 repository · last loaded today at "))
    #expect(run.output.contains("✓ GitHub: token from HARU_GITHUB_TOKEN\n"))
    #expect(!(run.output + run.errors).contains(secret))
    #expect(try watcher.haru("doctor").output.contains("• GitHub: no token, "))
    let lonely = try watcher.haru(withFetcher: nil)
    #expect(
      try watcher.haru("doctor", program: lonely).output.contains(
        "• watches: haru-fetch is not installed: "))
    #expect(try watcher.repo("remove", "a/good").status == 0)
    #expect(try !watcher.haru("doctor").output.contains("watches"))
  }
}

/// What a script in the place of haru-fetch does to report events.
private func telling(_ events: ReloadEvent...) -> String {
  events.map { "echo '\($0.line)'" }.joined(separator: "; ")
}
