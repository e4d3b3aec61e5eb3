import Foundation
import HaruCore
import HaruGitHub
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
    let session = Transcript(
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

  /// The list keeps the former name, and both are understood.
  @Test func aRenamedRepositoryGoesByBothNames() throws {
    try watcher.repo("add", "old/renamed", "a/good")
    try watcher.repo("refresh")
    let shown = try #require(
      try watcher.repo("list", "--names").output.split(separator: "\n").first)
    #expect(shown != "old/renamed")
    let add = try watcher.repo("add", "old/renamed")
    #expect(
      add.status == 1 && add.errors == "haru: already watched: \(shown) (number 1 in the list)\n",
      "\(add)")
    #expect(try watcher.repo("show", "old/renamed").output.hasPrefix("\(shown)\n"))
    #expect(try watcher.repo("move", "old/renamed", "2").errors == "\(shown) is number 2 of 2.\n")
    #expect(try watcher.repo("quiet", "OLD/renamed").errors == "Muted: \(shown)\n")
    #expect(try watcher.repo("refresh", "old/renamed").status == 0)
    #expect(
      try watcher.home.read(".config/haru/repositories") == "a/good\nold/renamed quiet\n")
    #expect(try watcher.repo("remove", "old/renamed", String(shown)).status == 0)
    #expect(try watcher.home.read(".config/haru/repositories") == "a/good\n")
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
    #expect(try watcher.file.unannouncedNews().count == 1)
    let run = try watcher.repo("refresh")
    #expect(run.output == "a/good is archived\n")
    #expect(try watcher.file.unannouncedNews() == [])
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
    let lock = open(try watcher.home.write("", to: ".cache/haru/reload.lock"), O_RDWR)
    try #require(flock(lock, LOCK_EX) == 0)
    let seen = watcher.home("typescript")
    let screen = try Child(
      "script",
      [
        "--quiet", "--return", "--echo", "never", "--flush", "--command",
        "stty cols 30; exec '\(Built.product("haru"))' repo refresh", seen,
      ], environment: watcher.environment.merging(["TERM": "vt100"]) { $1 })
    try eventually(watching: seen) {
      (try? watcher.home.read("typescript").contains("\rwaiting for another ")) == true
    }
    close(lock)
    #expect(try screen.wait() == .exited(0))
    #expect(try watcher.home.read("typescript").contains("\r1 loaded\r\n"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalLeavesTheFileConsistent(signal: Int32) throws {
    try watcher.repo("add", "a/good", "a/silent")
    let child = try Child(
      Built.product("haru"), ["repo", "refresh"], environment: watcher.environment)
    for _ in 0..<2 { _ = try github.request() }
    child.signal(signal)
    let last = try child.line(from: .errors)
    #expect(last.hasPrefix("haru: interrupted: ") && last.hasSuffix(" stay due"), "\(last)")
    #expect(try child.wait() == .exited(75))
    let file = try watcher.file.path
    #expect(try Child.run("sqlite3", [file, "PRAGMA integrity_check"]).output == "ok\n")
    #expect(try watcher.repo("refresh", "a/good").status == 0)
  }

  @Test func withoutHaruRepoACommandSaysWhatIsMissing() throws {
    let haru = try watcher.lonelyHaru()
    let path = watcher.home("programs/haru-repo")
    for words in [["repo", "refresh"], ["repo"], ["card", "repository", "-o", "card.png"]] {
      let run = try Child.run(haru, words, environment: watcher.environment)
      #expect(run.status == 69)
      #expect(run.errors == "haru: cannot run \(path): No such file or directory\n")
    }
    #expect(try watcher.haru("--help", program: haru).output.contains("GitHub"))
    #expect(try watcher.haru("status", program: haru).status == 0)
  }

  /// Where GitHub is asked with a token, the doctor says where that is from, and not what it is.
  @Test func theDoctorNamesTheSourceOfTheToken() throws {
    try watcher.repo("add", "a/good")
    try watcher.repo("refresh")
    let secret = "ghp_0123456789abcdef"
    let run = try watcher.environment.merging(["HARU_GITHUB_TOKEN": secret]) { $1 }.haru("doctor")
    #expect(run.output.contains("✓ watches: 1 repository · last loaded today at "))
    #expect(run.output.contains("✓ GitHub: token from HARU_GITHUB_TOKEN\n"))
    #expect(!(run.output + run.errors).contains(secret))
    #expect(try watcher.haru("doctor").output.contains("• GitHub: no token, "))
    let lonely = try watcher.lonelyHaru()
    #expect(
      try watcher.haru("doctor", program: lonely).output.contains(
        "• watches: haru-repo is not installed: "))
    #expect(try watcher.repo("remove", "a/good").status == 0)
    #expect(try !watcher.haru("doctor").output.contains("watches"))
  }

  /// The date of a time is that of the clock on the wall, whenever the user's day begins.
  @Test func aTimeOfThisNightIsToday() throws {
    let home = Scratch()
    try home.write("[Day]\nstarts-at=03:00\n", to: ".config/haru/haru.conf")
    try home.write("a/b\n", to: ".config/haru/repositories")
    // 02:00 on 21 November in Seoul.
    let night = Instant(1_795_194_000)
    try Repositories(in: home).take("a/b", at: night) { $0.stars = 1 }
    let environment = Support.environment(
      home: home.path, zone: "Asia/Seoul", ["HARU_GITHUB_TOKEN": ""])
    let doctor = try environment.haru(at: "2026-11-21 04:00:00", "doctor")
    #expect(doctor.output.contains("last loaded today at 02:00"), "\(doctor.output)")
  }
}
