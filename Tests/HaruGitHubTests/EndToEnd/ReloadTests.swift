import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// `haru-repo` as the agent asks it: its requests, and what it keeps.
@Suite struct ReloadTests {
  let home = Scratch()
  let double: GitHubDouble

  init() throws {
    double = try GitHubDouble()
  }

  // MARK: The store

  @Test func answersOfGitHubAreStored() throws {
    try add("apple/swift", "a/gone", "a/renamed")
    let outcome = try fetch()
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let watches = try watches
    #expect(watches.map(\.name.description) == ["apple/swift", "a/gone", "somebody/new-name"])
    #expect(watches[0].snapshot?.summary == "What swift is for")
    #expect((watches[1].snapshot, watches[1].problem) == (nil, .gone))
  }

  @Test func theNextRequestIsConditional() throws {
    try add("apple/swift", "a/b")
    try wantContributors()
    for token in ["one", "one", "two"] { _ = try fetch(token: token) }
    let requests = try double.requests()
    #expect(requests.count == 12)
    #expect(requests.prefix(4).allSatisfy { $0.ifNoneMatch == nil && $0.status == 200 })
    #expect(requests[4..<8].allSatisfy { $0.ifNoneMatch != nil && $0.status == 304 })
    // Another token has other ETags.
    #expect(requests.suffix(4).allSatisfy { $0.ifNoneMatch == nil && $0.status == 200 })
    let contributors = try watches.map(\.snapshot?.contributors)
    #expect(contributors.allSatisfy { $0 != .unknown })
  }

  @Test func aFailureKeepsTheLastSnapshot() throws {
    try add("apple/swift")
    _ = try fetch()
    let before = try watches.map(\.snapshot)
    for (answer, problem) in [
      ("error-502", ReloadProblem.server(502)), ("gone", .gone), ("endless", .tooLarge),
    ] {
      try double.set("apple/swift", #"{"answer": "\#(answer)"}"#)
      #expect(try fetch().status == 0)
      #expect(try watches.map(\.snapshot) == before)
      #expect(try watches.map(\.problem) == [problem])
    }
    #expect(try watches.map(\.failures) == [3])
    try double.set("apple/swift", #"{"answer": "good"}"#)
    #expect(try fetch().status == 0)
    #expect(try watches.map(\.problem) == [nil])
  }

  @Test(arguments: [1, 4, 6]) func withoutANetworkAllWatchesStayDue(count: Int) throws {
    try add((0..<count).map { "owner/repository-\($0)" })
    try double.stop()
    let site = try #require(GitHubSite(double.address))
    func pause() throws -> Pause? { try file.lastPause(of: site) }
    #expect(try fetch(.due).status == 0)
    let problem = try #require(try pause()?.problem)
    #expect(problem.kind == "offline")
    #expect(problem.detail.hasPrefix("Failed to connect to 127.0.0.1"))
    #expect(try watches.allSatisfy { $0.failures == 0 && $0.dueAt == Instant(0) })
    // The agent does not ask again before the end of the pause; a user may.
    var failures: [Int?] = []
    for later in [0, 16 * 60] {
      _ = try fetch(.due, later: later)
      failures.append(try pause()?.failures)
    }
    #expect(try run(["refresh"]).status == 69)
    failures.append(try pause()?.failures)
    #expect(failures == [1, 2, 3])
  }

  /// The host answers the others: one missing answer concerns that repository only.
  @Test func oneFailingRepositoryDoesNotStarveTheOthers() throws {
    try add("a/closed", "a/one", "a/two", "a/three", "a/four", "a/five")
    #expect(try fetch().status == 0)
    #expect(try watches.count { $0.snapshot != nil } == 5)
    #expect(try watches[0].failures == 1)
    #expect(try watches[0].dueAt > Instant(0))
  }

  /// A private repository is not gone because a request without the token does not find it.
  @Test func aPrivateRepositoryIsNotGoneWithoutTheToken() throws {
    try add("a/private")
    #expect(try fetch(token: "one").status == 0)
    try double.set("a/private", #"{"answer": "gone"}"#)
    for token in ["", "two"] {
      #expect(try fetch(token: token).status == 0)
      #expect(try file.unannouncedNews() == [])
      #expect(try watches.map(\.problem) == [.hidden])
    }
    _ = try fetch(token: "one")
    #expect(try file.unannouncedNews().map(\.news) == [.gone])
  }

  @Test func anAnswerThatCannotBeCommittedIsAnError() throws {
    try add("a/one", "a/two")
    try execute(
      "CREATE TRIGGER refusal BEFORE UPDATE ON watch BEGIN SELECT RAISE(ABORT, 'no'); END",
      on: file.path)
    #expect(try fetch(.due).status == 1)
    #expect(try double.requests().count == 2)
    #expect(try watches.map(\.snapshot) == [nil, nil])
  }

  @Test func aDamagedFileIsBegunAnew() throws {
    try add("a/one")
    try execute("PRAGMA user_version = -1", on: file.path)
    try fetch(.due).succeeded()
    #expect(try watches.map(\.snapshot?.summary) == ["What one is for"])
  }

  /// Only the request for contributors is rate limited: the snapshot counts, and the watch stays due.
  @Test func rateLimitedContributorsStayDue() throws {
    try add("a/contributors-secondary")
    try wantContributors()
    #expect(try fetch().status == 0)
    let first = try #require(try watches.first)
    #expect(first.snapshot?.summary == "What contributors-secondary is for")
    #expect(first.snapshot?.contributors == .unknown)
    #expect(first.dueAt == Instant(0) && first.failures == 0)
    try double.set("a/contributors-secondary", #"{"answer": "good"}"#)
    #expect(try fetch(.due, later: 120).status == 0)
    let second = try #require(try watches.first)
    guard case .known(let people)? = second.snapshot?.contributors else {
      throw Failure.unexpected("\(second)")
    }
    #expect(people.count == 4)
    #expect(second.dueAt > Instant(0))
  }

  // MARK: Rate limits

  /// A thousand watches, sixty requests an hour: each is reloaded in its turn, and none twice before
  /// all were reloaded once.
  @Test func withASmallBudgetEachWatchGetsItsTurn() throws {
    let hourly = try GitHubDouble(["--budget", "60"])
    let names = (0..<1000).map { "owner/repository-\($0)" }
    try add(names)
    var (left, again) = (names[...], 0)
    for hour in 0..<20 {
      let outcome = try fetch(.due, later: hour * 3600 + hour, from: hourly)
      #expect(outcome.status == 0 || left.isEmpty)
      // Within the hour there is no further request.
      _ = try fetch(.due, later: hour * 3600 + hour + 60, from: hourly)
      let requests = try hourly.requests()
      #expect(requests.count <= 60)
      #expect(requests.allSatisfy { $0.status == 200 || $0.status == 304 })
      let asked = Set(requests.map { String($0.path.dropFirst("/repos/".count)) })
      #expect(asked.count == requests.count)
      #expect(asked.isSuperset(of: left.prefix(60)))
      // The first ones are due again after twelve hours, before the rest has had its turn.
      #expect(asked.subtracting(left).isSubset(of: names.prefix(500)))
      again += asked.subtracting(left).count
      left = left.dropFirst(60)
      try hourly.command("advance 3601")
    }
    #expect(left.isEmpty && again > 0)
    #expect(try watches.allSatisfy { $0.snapshot != nil && $0.failures == 0 })
  }

  @Test func anotherTokenHasItsOwnBudget() throws {
    try add("apple/swift", "b/c", "d/e", "f/g", "h/i", "j/k")
    try double.set("apple/swift", #"{"answer": "rate-limited"}"#)
    #expect(try fetch(token: "one").status == 0)
    _ = try double.requests()
    #expect(try fetch(token: "one").status == 0)
    #expect(try double.requests() == [])
    try double.set("apple/swift", #"{"answer": "good"}"#)
    #expect(try fetch(token: "two").status == 0)
    #expect(try double.requests().count == 6)
  }

  // MARK: Kills and other processes

  /// Killed at any time, it leaves a consistent store, and the rest is reloaded later.
  @Test func aKilledReloadLeavesAConsistentStore() throws {
    let names = (0..<200).map { "owner/repository-\($0)" }
    try add(names)
    let slow = try GitHubDouble(["--latency", "20"])
    #expect(try fetch(from: slow).status == 0)
    let before = try watches.map(\.snapshot)
    #expect(before.count == 200 && before.allSatisfy { $0 != nil })
    for name in names { try slow.set(name, #"{"stargazers_count": 7}"#) }
    var generator = Seeded()
    var partial = 0
    // Two hundred answers, four at a time, take a second at least, and are committed in batches.
    for _ in 0..<12 {
      let token = "t\(UInt64.random(in: 0..<1 << 40, using: &generator))"
      // Those of the round before.
      _ = try slow.requests()
      let child = try start(.all, token: token, from: slow)
      _ = try slow.request()
      _ = try child.kill(after: .microseconds(Int.random(in: 0..<900_000, using: &generator)))
      let now = try watches.map(\.snapshot)
      #expect(now.count == before.count)
      for (old, new) in zip(before, now) {
        #expect(new?.stars == old?.stars || new?.stars == 7)
        #expect(new?.summary == old?.summary)
      }
      let loaded = now.count { $0?.stars == 7 }
      if loaded > 0, loaded < names.count { partial += 1 }
    }
    print("killed in the middle: \(partial) of 12")
    #expect(partial > 0)
    #expect(try fetch(from: slow).status == 0)
    #expect(try watches.allSatisfy { $0.snapshot?.stars == 7 })
  }

  @Test func twoReloadsAtOnceDoTheWorkOnce() throws {
    try add((0..<40).map { "owner/repository-\($0)" } + ["a/slow"])
    // Written once: the first of them would meet a file that is being written again.
    try prepare(.all, from: double)
    let children = try (0..<4).map { _ in try startPrepared() }
    for child in children { #expect(try child.wait(within: .seconds(60)) == .exited(0)) }
    let requests = try double.requests()
    #expect(Set(requests.map(\.path)).count == 41)
    #expect(requests.count == 41)
    #expect(try watches.count { $0.snapshot != nil } == 40)
  }

  /// The answer for a watch that was removed meanwhile is dropped.
  @Test func anAnswerForARemovedWatchIsDropped() throws {
    try add("a/silent", "a/b")
    let child = try start(.all)
    _ = try double.request()
    _ = try file.remove([repository("a/b")])
    _ = try child.kill()
    #expect(try watches.map(\.name.description) == ["a/silent"])
  }

  // MARK: The token

  private static let secret = "ghp_averysecrettokenthatnobodyshallsee"

  @Test(arguments: ["HARU_GITHUB_TOKEN", "GITHUB_TOKEN"])
  func theTokenIsNeitherStoredNorLogged(variable: String) throws {
    try add("a/good", "a/unauthorized", "a/elsewhere", "a/silent")
    let child = try start(.all, more: [variable: ReloadTests.secret])
    let request = try double.request()
    #expect(request.authorization == "Bearer " + ReloadTests.secret)
    for process in [child.pid] + child.children {
      let line = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline"))
      #expect(!holdsSecret(line))
    }
    _ = try child.kill()
    try double.set("a/silent", #"{"answer": "good"}"#)
    let outcome = try fetch(more: [variable: ReloadTests.secret])
    #expect(!holdsSecret(Data((outcome.output + outcome.errors).utf8)))
    for file in FileManager.default.enumerator(atPath: home.path) ?? .init() {
      guard let name = file as? String,
        let data = FileManager.default.contents(atPath: home(name))
      else { continue }
      #expect(!holdsSecret(data), "\(name)")
    }
    #expect(try watches.contains { $0.problem == .badToken(variable) })
  }

  /// One that has expired hides no other.
  @Test func afterARejectedTokenTheNextIsTried() throws {
    try add("a/one", "a/two")
    let path = try installGH(saying: ReloadTests.secret)
    let variables = [
      "HARU_GITHUB_TOKEN": "expired-1", "GITHUB_TOKEN": "expired-2", "GH_TOKEN": "expired-3",
      "PATH": path,
    ]
    let outcome = try fetch(more: variables)
    #expect(outcome.status == 0, "\(outcome)")
    let words = ["expired-1", "expired-2", ReloadTests.secret, ReloadTests.secret]
    #expect(try double.requests().map(\.authorization) == words.map { "Bearer " + $0 })
    #expect(try watches.allSatisfy { $0.snapshot != nil && $0.problem == nil })
    // It is not asked for what the variables say: those had their turn.
    #expect(try home.read("variables") == "")
    #expect(!outcome.output.contains("expired-") && !outcome.errors.contains("expired-"))
  }

  @Test func everyRejectedTokenIsNamed() throws {
    try add("a/one", "a/two")
    let path = try installGH(saying: "expired-2")
    try fetch(more: ["GITHUB_TOKEN": "expired-1", "PATH": path]).succeeded()
    let site = try #require(GitHubSite(double.address))
    #expect(
      try file.lastPause(of: site)?.problem
        == .badToken("GITHUB_TOKEN, gh"))
    #expect(try watches.allSatisfy { $0.failures == 0 && $0.dueAt == Instant(0) })
  }

  /// What cannot be a token hides no other either; an empty variable means that there is none.
  @Test func whatIsNoTokenIsPassedOver() throws {
    try add("a/one")
    let path = try installGH(saying: ReloadTests.secret)
    _ = try fetch(more: ["HARU_GITHUB_TOKEN": "two words", "GITHUB_TOKEN": "good", "PATH": path])
    #expect(try double.requests().map(\.authorization) == ["Bearer good"])
    _ = try fetch(more: ["HARU_GITHUB_TOKEN": "expired", "GITHUB_TOKEN": "", "PATH": path])
    #expect(try double.requests().map(\.authorization) == ["Bearer expired"])
  }

  /// `gh` sends its variable to GitHub alone.
  @Test func theVariableOfGHIsForGitHubItself() throws {
    try add("a/one")
    for (address, isAtGitHub) in [
      ("https://api.github.com", true), ("https://api.kim.ghe.com", true),
      ("https://github.example/api/v3", false),
    ] {
      let environment = variables(nil, ["GH_TOKEN": "ghp_1234", "PATH": "/usr/bin:/bin"])
      try home.write("[Repositories]\napi=\(address)\n", to: ".config/haru/haru.conf")
      let findings = try run(["doctor"], environment: environment).output
      #expect(findings.contains("GitHub: token from GH_TOKEN\n") == isAtGitHub)
    }
  }

  /// The token of `gh`.
  @Test func theTokenOfGHIsUsed() throws {
    try add("a/good")
    let path = try installGH(saying: ReloadTests.secret)
    _ = try fetch(token: nil, more: ["PATH": path])
    #expect(try double.requests().map(\.authorization) == ["Bearer " + ReloadTests.secret])
    #expect(
      try home.read("asked")
        == "auth token --hostname 127.0.0.1:\(double.port)\n")
    // An empty variable means: without a token, and without gh.
    _ = try fetch(token: "", more: ["PATH": path])
    #expect(try double.requests().map(\.authorization) == [nil])
    #expect(try home.read("asked").count { $0 == "\n" } == 1)
  }

  /// Installs a program in the place of `gh`; the search path with it.
  private func installGH(saying token: String) throws -> String {
    try home.write(
      program: """
        #!/bin/sh
        echo "$@" >>\(home("asked"))
        env | grep -E '^(GH|GITHUB|HARU_GITHUB)_TOKEN=' >\(home("variables"))
        echo \(token)
        """, to: "bin/gh")
    return home("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  // MARK: Avatars

  @Test func avatarsAreStored() throws {
    let names = ["person-1.png", "b.jpg", "html.png", "lie.png", "missing.png", "large.png"]
    let addresses = names.map { "\(double.address)/avatars/\($0)" }
    try home.write("[Repositories]\napi=\(double.address)\n", to: ".config/haru/haru.conf")
    try add("a/one", "a/two")
    let people = addresses.dropFirst(2).map {
      Contributor(login: "a", contributions: 1, avatar: $0)
    }
    for (name, avatar) in zip(["a/one", "a/two"], addresses) {
      try file.take(name, at: Instant(1), contributors: .known(people)) { $0.avatar = avatar }
      let words = ["card", "repository", name, "--size", "large", "-o", home("card.png")]
      #expect(try run(words).status == 0)
    }
    let folder = home(".cache/haru/avatars")
    let sizes = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
      try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)).count
    }
    // An empty file stands for an address without a picture.
    #expect(sizes.count { $0 > 0 } == 2)
    #expect(sizes.count == 6)
    #expect(try double.requests().allSatisfy { $0.authorization == nil })
  }

  @Test(arguments: ["", "{}", "due", #"{"version":1}"#])
  func aQuestionThatIsNoneIsRefused(question: String) throws {
    try home.write(question, to: "question")
    #expect(try ask().status == 64)
  }

  /// Programs that always run, or start often, do not load curl.
  @Test(arguments: ["haru", "haru-agent", "haru-draw", "haru-edit"])
  func onlyHaruRepoLoadsCurl(program: String) throws {
    let libraries = try Child.run("ldd", [Built.product(program)]).output
    #expect(libraries.contains("libc.so") && !libraries.contains("curl"))
    #expect(try Child.run("ldd", [Built.product("haru-repo")]).output.contains("curl"))
  }

  // MARK: What a test says

  /// Which watches are reloaded.
  private enum Selection {
    case due, all
  }

  private var file: Repositories {
    get throws { try Repositories(in: home) }
  }

  private var watches: [Watch] {
    get throws { try file.watches() }
  }

  private func add(_ names: String...) throws { try add(names) }

  private func add(_ names: [String]) throws {
    #expect(try file.add(names.map(repository)) == [])
  }

  private func wantContributors() throws {
    try file.wantContributors(
      of: try watches, at: Instant(Int64(Date().timeIntervalSince1970)))
  }

  /// Makes watches due, and writes the settings and the agent's question.
  private func prepare(_ selection: Selection, from other: GitHubDouble?) throws {
    if selection == .all { try execute("UPDATE watch SET due_at = 0", on: file.path) }
    try home.write(
      "[Repositories]\napi=\((other ?? double).address)\n", to: ".config/haru/haru.conf")
    try home.write(GuestQuestion(.time).line + "\n", to: "question")
  }

  /// The words of a shell that becomes the program, with the question on its standard input.
  private func words() -> [String] {
    ["-c", #"exec "$0" guest <"$1""#, Built.product("haru-repo"), home("question")]
  }

  private func variables(_ token: String?, _ more: [String: String]) -> [String: String] {
    let token = token.map { ["HARU_GITHUB_TOKEN": $0] } ?? [:]
    return environment(home: home.path, token.merging(more) { $1 })
  }

  private func fetch(
    _ selection: Selection = .all, token: String? = "", later seconds: Int = 0,
    from other: GitHubDouble? = nil, more: [String: String] = [:]
  ) throws -> Child.Outcome {
    let token = more["HARU_GITHUB_TOKEN"] ?? more["GITHUB_TOKEN"].map { _ in nil } ?? token
    try prepare(selection, from: other)
    return try ask(later: seconds, environment: variables(token, more))
  }

  private func start(
    _ selection: Selection, token: String = "", from other: GitHubDouble? = nil,
    more: [String: String] = [:]
  ) throws -> Child {
    let token = more.isEmpty ? token : nil
    try prepare(selection, from: other)
    return try startPrepared(token: token, more: more)
  }

  private func startPrepared(
    token: String? = "", more: [String: String] = [:]
  ) throws -> Child {
    try Child("/bin/sh", words(), environment: variables(token, more))
  }

  private func run(
    _ words: [String], environment: [String: String]? = nil
  ) throws -> Child.Outcome {
    try Child.run(
      Built.product("haru-repo"), words, environment: environment ?? variables("", [:]),
      within: .seconds(60))
  }

  /// Has the program answer the question that is written.
  private func ask(
    later seconds: Int = 0, environment: [String: String]? = nil
  ) throws -> Child.Outcome {
    let clock = seconds > 0 ? FakeTime.words(at: "+\(seconds) seconds") : []
    return try Child.run(
      "/usr/bin/env", clock + ["/bin/sh"] + words(), environment: environment ?? variables("", [:]),
      within: .seconds(60))
  }

  private func holdsSecret(_ data: Data) -> Bool {
    data.range(of: Data(ReloadTests.secret.utf8)) != nil
  }
}
