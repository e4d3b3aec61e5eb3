import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// What `haru` says of GitHub's answers, asked over HTTP from a GitHub of the tests' own.
struct GitHubAnswerTests {
  private let github: GitHubDouble
  private let watcher: Watcher

  init() throws {
    github = try GitHubDouble()
    watcher = try Watcher(asking: github.address)
  }

  /// Runs `haru` with a clock that is wrong, or with a token.
  private func repo(
    _ words: String..., later seconds: Int = 0, token: String? = nil
  ) throws -> Child.Outcome {
    let environment = watcher.environment.merging(
      token.map { ["HARU_GITHUB_TOKEN": $0] } ?? [:]
    ) { $1 }
    return try environment.haru(at: "+\(seconds) seconds", ["repo"] + words)
  }

  // MARK: Pushes

  private static let day = 24 * 3600

  /// Sets the last push to a number of days ago.
  private func push(daysAgo days: Int) throws {
    let now = Int64(Date().timeIntervalSince1970)
    let at = Instant(now - Int64(days * GitHubAnswerTests.day))
    try github.set("a/good", #"{"pushed_at": "\#(at.rfc3339(in: .init(name: "UTC") { _ in 0 }))"}"#)
  }

  /// Watches a repository whose last push was 325 days ago, which is no news.
  private func watchAfterSilence() throws {
    try push(daysAgo: 325)
    try watcher.repo("add", "a/good")
    #expect(try repo("refresh").output == "")
  }

  @Test func aPushAfterSilenceIsNews() throws {
    try watchAfterSilence()
    try push(daysAgo: 0)
    #expect(try repo("refresh").output == "a/good: first push in 325 days\n")
  }

  /// GitHub's clock, or that of who pushed, is wrong.
  @Test func aPushInTheFutureIsNoNews() throws {
    try watchAfterSilence()
    try push(daysAgo: -36_500)
    #expect(try repo("refresh").output == "")
    // Nor is the next one: how long the silence was is not known.
    try push(daysAgo: 0)
    #expect(try repo("refresh").output == "")
  }

  /// Our own clock is behind.
  @Test func aPushAfterAWrongClockOfOursIsNoNews() throws {
    try watchAfterSilence()
    try push(daysAgo: 0)
    #expect(try repo("refresh", later: -30 * GitHubAnswerTests.day).output == "")
  }

  // MARK: Contributors

  /// An empty list says nothing; only 204 says that there is nobody.
  @Test func anEmptyListOfContributorsIsNotKnown() throws {
    try watcher.repo("add", "a/contributors-unlisted", "b/contributors-empty")
    let unlisted = try watcher.repo("show", "--contributors", "a/contributors-unlisted")
    #expect(unlisted.output.contains("\n  contributors unknown\n"))
    #expect(unlisted.status == 75)
    let empty = try watcher.repo("show", "--contributors", "b/contributors-empty")
    #expect(empty.output.contains("\n  no contributors: the repository is empty\n"))
    #expect(empty.errors == "" && empty.status == 0)
    let repositories = try #require(
      try watcher.json("show")["repositories"] as? [[String: Any]])
    #expect(repositories[0]["contributors"] is NSNull)
    #expect((repositories[1]["contributors"] as? [Any])?.isEmpty == true)
    // What was known stays.
    try github.set("b/contributors-empty", #"{"answer": "alone"}"#)
    try watcher.repo("refresh")
    try github.set("b/contributors-empty", #"{"answer": "contributors-unlisted"}"#)
    try watcher.repo("refresh")
    #expect(
      try watcher.repo("show", "--contributors", "b/contributors-empty").output
        .contains("person-1: 900"))
  }

  @Test func contributorsAreInTheOrderOfTheirCommits() throws {
    try watcher.repo("add", "a/contributors-unsorted")
    let shown = try watcher.repo("show", "--contributors").output
    #expect(
      shown.contains(
        """
          most commits:
            person-1: 900 commits
            person-2: 800 commits
            person-3: 700 commits
            person-4: 600 commits

        """), "\(shown)")
  }

  @Test(arguments: [
    ("contributors-error-500", "server error of HOST: status 500"),
    (
      "contributors-forbidden",
      "HOST denied access: Resource not accessible by personal access token"
    ),
    (
      "contributors-unlisted",
      "cannot use the response of HOST: no contributors; check the setting Repositories.api"
    ),
  ])
  func aFailedQuestionAboutContributorsSaysWhy(answer: String, reason: String) throws {
    try watcher.repo("add", "a/" + answer)
    let host = github.address.replacing("http://", with: "")
    let line = "a/\(answer): contributors not loaded: \(reason.replacing("HOST", with: host))\n"
    let shown = try watcher.repo("show", "--contributors")
    #expect(shown.status == 75)
    #expect(shown.errors == line)
    #expect(shown.output.contains("What \(answer) is for"))
    let printed = try watcher.repo("show", "--contributors", "--json")
    #expect(printed.status == 75 && printed.output.hasPrefix("{"))
    // From now on every reload asks for them.
    let refreshed = try watcher.repo("refresh")
    #expect(refreshed.status == 75)
    #expect(refreshed.errors == line + "1 unchanged\n")
    let report = try watcher.json("refresh")["contributors_failed"] as? [[String: Any]]
    #expect(report?.map { $0["name"] as? String } == ["a/" + answer])
  }

  /// What concerns the whole site is said once.
  @Test(arguments: [
    ("contributors-unauthorized", "HOST answers only with a token"),
    ("contributors-secondary", "secondary rate limit of HOST reached"),
  ])
  func aSiteThatRefusesIsToldOfOnce(answer: String, reason: String) throws {
    try watcher.repo("add", "a/" + answer)
    let reason = reason.replacing("HOST", with: github.address.replacing("http://", with: ""))
    let shown = try watcher.repo("show", "--contributors")
    #expect(shown.status == 75)
    #expect((shown.output + shown.errors).split(separator: reason).count == 2)
    #expect(try watcher.repo("refresh").status == 75)
  }

  @Test func aRepositoryThatFailsHasNoContributorsEither() throws {
    try watcher.repo("add", "a/gone", "a/error-502")
    for name in ["a/gone", "a/error-502"] {
      #expect(try watcher.repo("show", "--contributors", name).status == 75)
    }
    try github.stop()
    let shown = try watcher.repo("show", "--contributors", "a/error-502")
    #expect(shown.status == 75)
    #expect((shown.output + shown.errors).contains("cannot reach "))
  }

  // MARK: Tokens and limits

  @Test func theDoctorTellsThatATokenIsWithheld() throws {
    let watcher = try Watcher(
      asking: "http://github.example/api/v3", ["HARU_GITHUB_TOKEN": "ghp_0123456789abcdef"])
    try watcher.repo("add", "a/good")
    let line = """
      • GitHub: the token from HARU_GITHUB_TOKEN is not sent, because http://github.example/api/v3 is \
      not encrypted; use https in the setting Repositories.api

      """
    #expect(try watcher.haru("doctor").output.contains(line))
    try watcher.haru("config", "set", "Repositories.api", "https://github.example/api/v3")
    #expect(
      try watcher.haru("doctor").output.contains("✓ GitHub: token from HARU_GITHUB_TOKEN\n"))
  }

  @Test func aConnectionThatBreaksOffIsNoFaultOfTheSettings() throws {
    let github = try GitHubDouble()
    let watcher = try Watcher(asking: github.address)
    try watcher.repo("add", "a/closed", "a/truncated", "a/html")
    let refresh = try watcher.repo("refresh").errors.split(separator: "\n")
    for name in ["a/closed", "a/truncated"] {
      let line = try #require(refresh.first { $0.contains(name + ":") })
      #expect(line.contains("the connection to 127.0.0.1:\(github.port) broke off"), "\(line)")
      #expect(!line.contains("Repositories.api"), "\(line)")
    }
    let html = try #require(refresh.first { $0.contains("a/html:") })
    #expect(html.contains("check the setting Repositories.api"))
  }

  @Test func aTokenThatCannotBeUsedIsSaidToBeThere() throws {
    let watcher = try Watcher(["HARU_GITHUB_TOKEN": "two words"])
    try watcher.repo("add", "a/b")
    let doctor = try watcher.haru("doctor").output
    #expect(!doctor.contains("no token"))
    #expect(doctor.contains("• GitHub: the token from HARU_GITHUB_TOKEN cannot be used"))
    #expect(!doctor.contains("two words"))
  }

  private static let secondary =
    "secondary rate limit of HOST reached: too many requests in a short time"

  @Test(arguments: [
    (
      "rate-limited", nil,
      "rate limit of HOST reached; a token, such as from gh auth login, allows 5,000 requests an hour"
    ),
    ("rate-limited", "ghp_1234", "rate limit of HOST reached for your token"),
    ("secondary", "ghp_1234", secondary), ("secondary-bare", nil, secondary),
    ("too-many-requests", nil, secondary),
    (
      "taken-down", nil,
      "HOST blocks it for legal reasons (status 451); to stop watching it: haru repo remove a/taken-down"
    ),
  ])
  func refusalsHaveTheirOwnWords(answer: String, token: String?, reason: String) throws {
    try watcher.repo("add", "a/" + answer)
    let host = github.address.replacing("http://", with: "")
    let run = try repo("refresh", token: token)
    #expect(
      run.errors.contains(": " + reason.replacing("HOST", with: host) + "\n"), "\(run.errors)")
    #expect(run.status == (answer == "taken-down" ? 66 : 75))
    // The store keeps it.
    let shown = try repo("show", token: token)
    #expect(shown.output.contains(reason.replacing("HOST", with: host)), "\(shown.output)")
  }

  /// A token that has expired is named, whether there is another one or not.
  @Test func aRejectedTokenIsNamed() throws {
    try watcher.repo("add", "a/good")
    let line = "rejected the token from HARU_GITHUB_TOKEN; renew it, or create a new one with "
    for others in [[:], ["GITHUB_TOKEN": "ghp_1234"]] {
      let environment = watcher.environment.merging(["HARU_GITHUB_TOKEN": "expired"]) { $1 }
        .merging(others) { $1 }
      let run = try environment.haru("repo", "refresh")
      #expect(run.errors.split(separator: line).count == 2, "\(run)")
      #expect(run.status == (others.isEmpty ? 69 : 0))
    }
  }

  /// A private repository is asked for without the token that has seen it.
  @Test func aPrivateRepositoryIsNotCalledDeleted() throws {
    try watcher.repo("add", "a/good")
    #expect(try repo("refresh", token: "ghp_1234").status == 0)
    try github.set("a/good", #"{"answer": "gone"}"#)
    let run = try repo("refresh", token: "ghp_5678")
    let reason = "deleted, or visible only with the token with which it was last loaded"
    #expect(run.status == 75 && run.errors.contains("a/good: \(reason)\n"), "\(run)")
    #expect(try repo("show").output.contains(reason))
    let gone = try repo("refresh", token: "ghp_1234")
    #expect(gone.status == 66 && gone.errors.contains("haru repo remove a/good"))
  }

  /// The hour is used up by an answer that is good.
  @Test(arguments: [nil, "ghp_1234"])
  func theLastAnswerOfAnHourTellsOfTheToken(token: String?) throws {
    try watcher.repo("add", "a/one", "a/two")
    try github.command("budget 1")
    let run = try repo("refresh", token: token)
    #expect(run.status == 75)
    #expect(run.errors.contains("a token, such as from gh auth login") == (token == nil))
  }

  @Test func aRepositoryThatIsBlockedIsNews() throws {
    try watcher.repo("add", "a/good")
    try watcher.repo("refresh")
    try github.set("a/good", #"{"answer": "taken-down"}"#)
    #expect(try repo("refresh").output == "a/good was blocked for legal reasons\n")
    #expect(try repo("refresh").output == "")
  }

  // MARK: Names

  /// One of two watched names redirects to the other.
  @Test func twoNamesOfOneRepositoryAreToldInOneSentence() throws {
    try watcher.repo("add", "somebody/new-name", "a/renamed")
    let sentence = "a/renamed and somebody/new-name are one repository, now watched once\n"
    #expect(try repo("refresh").output == sentence)
    #expect(try watcher.repo("list", "--names").output == "somebody/new-name\n")
    #expect(try repo("refresh").output == "")
  }

  @Test func anOldNameThatWasLoadedIsToldInOneSentence() throws {
    try watcher.repo("add", "a/one", "somebody/new-name")
    try watcher.repo("refresh")
    try github.set("a/one", #"{"answer": "renamed"}"#)
    #expect(
      try repo("refresh").output
        == "a/one and somebody/new-name are one repository, now watched once\n")
  }

  /// Capitals make no second name.
  @Test func anotherSpellingIsNotToldOf() throws {
    try watcher.repo("add", "any/other-case")
    #expect(try repo("refresh").output == "")
    #expect(try watcher.repo("list", "--names").output == "Any/Other-Case\n")
  }

  // MARK: Who gets the token

  private static let tokens = ["HARU_GITHUB_TOKEN": "ghp_1234", "GITHUB_TOKEN": "ghp_5678"]
  /// A script in place of a program of ours: what its environment was.
  private static let witness = #"""
    request=$(echo "${1%%:*}" | tr -d '{"')
    cp /proc/$$/environ "$HOME/$(basename "$0")-$request"
    """#

  /// Reads the names of the tokens in the environment that a program was given.
  private func tokens(_ file: String, in home: Scratch) throws -> [String] {
    let lines = try home.read(file).split(separator: "\0")
    #expect(lines.contains("HOME=\(home.path)"))
    return lines.compactMap { $0.split(separator: "=").first }.map(String.init)
      .filter(GitHubAnswerTests.tokens.keys.contains).sorted()
  }

  @Test func onlyThatWhichAsksGitHubGetsTheToken() throws {
    let watcher = try Watcher(asking: "http://127.0.0.1:1", GitHubAnswerTests.tokens)
    let program = try watcher.lonelyHaru()
    try watcher.write(GitHubAnswerTests.witness, inPlaceOf: "haru-draw")
    try watcher.repo("add", "a/good")
    try watcher.file.take("a/good", at: Instant(1)) { $0.avatar = "https://github.example/a.png" }
    let words = ["card", "repository", "-o", "card.png"]
    try watcher.write(GitHubAnswerTests.witness, inPlaceOf: "haru-repo")
    _ = try Child.run(program, words, environment: watcher.environment)
    #expect(
      try tokens("haru-repo-card", in: watcher.home) == ["GITHUB_TOKEN", "HARU_GITHUB_TOKEN"])
    try FileManager.default.removeItem(atPath: watcher.home("programs/haru-repo"))
    try watcher.home.copy(Built.product("haru-repo"), to: "programs/haru-repo")
    _ = try Child.run(program, words, environment: watcher.environment)
    #expect(try tokens("haru-draw-card", in: watcher.home) == [])
    // A view is drawn by a child, and not by the command itself.
    try FileManager.default.removeItem(atPath: watcher.home("haru-draw-card"))
    let display = watcher.environment.merging(["DISPLAY": ":9"]) { $1 }
    _ = try Child.run(program, ["open", "calendar"], environment: display)
    #expect(try tokens("haru-draw-card", in: watcher.home) == [])
  }
}
