import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// `haru-fetch`: its requests, and what it writes into the store.
@Suite struct ReloadTests {
  let home: Scratch
  let double: GitHubDouble

  init() throws {
    home = try Scratch()
    double = try GitHubDouble()
  }

  // MARK: The store

  @Test func answersOfGitHubAreStored() throws {
    try add("apple/swift", "a/gone", "a/renamed")
    let outcome = try fetch()
    #expect(outcome.status == 0)
    #expect(
      events(of: outcome) == [
        .started(count: 3), .ended(watch: 1, .changed), .ended(watch: 2, .failed(.gone)),
        .ended(watch: 3, .changed),
      ])
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
    let outcome = try fetch(.due)
    #expect(outcome.status == 75)
    guard case .paused(_, .offline(let words))? = events(of: outcome).last else {
      Issue.record("\(outcome)")
      return
    }
    #expect(words.hasPrefix("Failed to connect to 127.0.0.1"))
    #expect(try watches.allSatisfy { $0.failures == 0 && $0.dueAt == Instant(0) })
    // The agent does not ask again before the end of the pause; a user may.
    #expect(events(of: try fetch(.due)).count == 2)
    #expect(try fetch(.due, later: 16 * 60).output.contains("ended"))
    #expect(try fetch(.all).output.contains("ended"))
    let site = try #require(GitHubSite(double.address))
    #expect(try Store(path: store, for: .reading).lastPause(of: site)?.failures == 3)
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
      #expect(events(of: try fetch(token: token)).contains(.ended(watch: 1, .failed(.hidden))))
      #expect(try Store(path: store, for: .reading).unannouncedNews() == [])
      #expect(try watches.map(\.problem) == [.hidden])
    }
    _ = try fetch(token: "one")
    #expect(try Store(path: store, for: .reading).unannouncedNews().map(\.news) == [.gone])
  }

  /// A reader of *ended* relies on the store: what cannot be committed is not reported.
  @Test func anAnswerThatCannotBeCommittedIsNotReported() throws {
    try add("a/one", "a/two")
    try execute(
      "CREATE TRIGGER refusal BEFORE UPDATE ON watch BEGIN SELECT RAISE(ABORT, 'no'); END",
      on: store)
    let outcome = try fetch()
    #expect(outcome.status == 74)
    #expect(events(of: outcome) == [.started(count: 2)])
    #expect(try double.requests().count == 2)
    #expect(try watches.map(\.snapshot) == [nil, nil])
  }

  /// Only the request for contributors is rate limited: the snapshot counts, and the watch stays due.
  @Test func rateLimitedContributorsStayDue() throws {
    try add("a/contributors-secondary")
    try wantContributors()
    #expect(try fetch().status == 75)
    let first = try #require(try watches.first)
    #expect(first.snapshot?.summary == "What contributors-secondary is for")
    #expect(first.snapshot?.contributors == .unknown)
    #expect(first.dueAt == Instant(0) && first.failures == 0)
    try double.set("a/contributors-secondary", #"{"answer": "good"}"#)
    #expect(try fetch(.due, later: 120).status == 0)
    let second = try #require(try watches.first)
    guard case .known(let people)? = second.snapshot?.contributors else {
      Issue.record("\(second)")
      return
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
      #expect(outcome.status == 75 || left.isEmpty)
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
    #expect(try fetch(token: "one").status == 75)
    _ = try double.requests()
    #expect(try fetch(token: "one").status == 75)
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
      let child = try start(.all, token: token, from: slow)
      _ = try child.line { (try? ReloadEvent(line: $0)) == .started(count: names.count) }
      _ = try child.kill(after: .microseconds(Int.random(in: 0..<900_000, using: &generator)))
      let store = try Store(path: self.store, for: .writing)
      #expect(try store.problems() == [])
      let now = try store.watches().map(\.snapshot)
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
    let children = try [.all, .due, .all, .due].map { try start($0) }
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
    _ = try Store(path: store, for: .writing).removeWatches(of: [
      try #require(RepositoryName("a/b"))
    ])
    _ = try child.kill()
    #expect(try watches.map(\.name.description) == ["a/silent"])
    #expect(try Store(path: store, for: .reading).problems() == [])
  }

  /// The answers go to the place that the store has moved to.
  @Test func answersFollowAMovedStore() throws {
    try add((0..<40).map { "owner/repository-\($0)" })
    let slow = try GitHubDouble(["--latency", "40"])
    let child = try start(.all, from: slow)
    _ = try slow.request()
    try FileManager.default.createDirectory(
      atPath: home("else"), withIntermediateDirectories: true)
    let moved = try Child.run(
      Built.product("haru"), ["store", "move", home("else")], environment: variables("", [:]))
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(try child.wait(within: .seconds(30)) == .exited(0))
    let there = try Store(path: home("else/haru.sqlite"), for: .reading)
    #expect(try there.watches().count { $0.snapshot != nil } == 40)
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
    let told = outcome.output.split(separator: "\n").prefix(3).map(String.init)
    let events = try told.map { try ReloadEvent(line: $0) }
    #expect(
      events == [.started(count: 2), .rejected(.haruVariable), .rejected(.githubVariable)],
      "\(outcome)")
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
    let outcome = try fetch(more: ["GITHUB_TOKEN": "expired-1", "PATH": path])
    #expect(outcome.status == 75)
    guard case .paused(_, let problem)? = events(of: outcome).last else {
      Issue.record("\(outcome)")
      return
    }
    #expect(problem == .badToken("GITHUB_TOKEN, gh"))
    let site = try #require(GitHubSite(double.address))
    #expect(try Store(path: store, for: .reading).lastPause(of: site)?.problem == problem)
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
    for (address, isAtGitHub) in [
      ("https://api.github.com", true), ("https://api.kim.ghe.com", true),
      ("https://github.example/api/v3", false),
    ] {
      let environment = variables(nil, ["GH_TOKEN": "ghp_1234", "PATH": "/usr/bin:/bin"])
      let site = try #require(GitHubSite(address))
      let outcome = try run([FetchCommand.tokenSource(site).line], environment: environment)
      let found = outcome.output.split(separator: "\n").first.map(String.init)
      #expect(
        try found.map { try FoundToken(line: $0) }
          == (isAtGitHub ? FoundToken(.ghVariable, isUsable: true) : nil))
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
    let program = try home.write(
      """
      #!/bin/sh
      echo "$@" >>\(home("asked"))
      env | grep -E '^(GH|GITHUB|HARU_GITHUB)_TOKEN=' >\(home("variables"))
      echo \(token)
      """, to: "bin/gh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    return home("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  // MARK: Avatars

  @Test func avatarsAreStored() throws {
    let names = ["person-1.png", "b.jpg", "html.png", "lie.png", "missing.png", "large.png"]
    let addresses = names.map { "\(double.address)/avatars/\($0)" }
    let folder = home("avatars")
    let site = try #require(GitHubSite(double.address))
    let command = FetchCommand.avatars(addresses, site: site, directory: folder)
    let outcome = try run([command.line])
    #expect(outcome.status == 0)
    let sizes = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
      try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)).count
    }
    // An empty file stands for an address without a picture.
    #expect(sizes.count { $0 > 0 } == 2)
    #expect(sizes.count == 6)
    #expect(try double.requests().allSatisfy { $0.authorization == nil })
  }

  @Test(arguments: [
    [], ["reload"], ["{}"], [#"{"avatars":[],"directory":"tmp","site":"https://a"}"#],
    [#"{"reload":{"watches":"due"}}"#], [FetchCommand.tokenSource(.github).line, "-"],
  ])
  func invalidArgumentsAreRefused(words: [String]) throws {
    #expect(try run(words).status == 64)
  }

  /// Programs that always run, or start often, do not load curl.
  @Test(arguments: ["haru", "haru-agent", "haru-draw"])
  func onlyHaruFetchLoadsCurl(program: String) throws {
    let libraries = try Child.run("ldd", [Built.product(program)]).output
    #expect(libraries.contains("libc.so") && !libraries.contains("curl"))
    let own = try Child.run("ldd", [Built.product("haru-fetch")]).output
    #expect(own.contains("curl") && !own.contains("libgio"))
  }

  /// As when `haru` has nothing to ask after all, or was killed before.
  @Test func withoutARequestItEndsInSilence() throws {
    let ending = try run([FetchCommand.awaited])
    #expect(ending.status == 0 && ending.output == "" && ending.errors == "")
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  // MARK: What a test says

  private var store: String { home(Desk.storePath) }

  private var watches: [Watch] {
    get throws { try Store(path: store, for: .reading).watches() }
  }

  private func add(_ names: String...) throws { try add(names) }

  private func add(_ names: [String]) throws {
    let store = try Store(path: store, for: .writing)
    for name in names {
      let name = try #require(RepositoryName(name))
      #expect(try store.addWatches(of: [name], at: Instant(0)) == [])
    }
  }

  private func wantContributors() throws {
    let store = try Store(path: store, for: .writing)
    try store.wantContributors(
      of: try store.watches(), at: Instant(Int64(Date().timeIntervalSince1970)))
  }

  private func words(
    _ selection: ReloadRequest.Selection, from other: GitHubDouble? = nil
  ) throws -> [String] {
    var settings = Settings()
    settings.site = try #require(GitHubSite((other ?? double).address))
    let request = ReloadRequest(selection, by: settings, usualStore: store)
    return [FetchCommand.reload(request).line]
  }

  private func variables(_ token: String?, _ more: [String: String]) -> [String: String] {
    let token = token.map { ["HARU_GITHUB_TOKEN": $0] } ?? [:]
    return environment(home: home.path, token.merging(more) { $1 })
  }

  private func fetch(
    _ selection: ReloadRequest.Selection = .all, token: String? = "", later seconds: Int = 0,
    from other: GitHubDouble? = nil, more: [String: String] = [:]
  ) throws -> Child.Outcome {
    let token = more["HARU_GITHUB_TOKEN"] ?? more["GITHUB_TOKEN"].map { _ in nil } ?? token
    return try run(
      words(selection, from: other), later: seconds, environment: variables(token, more))
  }

  private func start(
    _ selection: ReloadRequest.Selection, token: String = "", from other: GitHubDouble? = nil,
    more: [String: String] = [:]
  ) throws -> Child {
    let token = more.isEmpty ? token : nil
    return try Child(
      Built.product("haru-fetch"), words(selection, from: other),
      environment: variables(token, more))
  }

  private func run(
    _ words: [String], later seconds: Int = 0, environment: [String: String]? = nil
  ) throws -> Child.Outcome {
    let environment = environment ?? variables("", [:])
    guard seconds > 0 else {
      return try Child.run(
        Built.product("haru-fetch"), words, environment: environment, within: .seconds(60))
    }
    return try Child.run(
      "/usr/bin/env", FakeTime.words(later: seconds) + [Built.product("haru-fetch")] + words,
      environment: environment, within: .seconds(60))
  }

  /// The events before the last, those of single watches in the order of their ids.
  private func events(of outcome: Child.Outcome) -> [ReloadEvent] {
    let events = outcome.output.split(separator: "\n").compactMap {
      try? ReloadEvent(line: String($0))
    }
    if outcome.status == 0 { #expect(events.last == .finished) }
    func place(_ event: ReloadEvent) -> Int64 {
      switch event {
      case .waiting, .started, .rejected: 0
      case .ended(let watch, _), .contributorsFailed(let watch, _): watch
      case .paused, .finished: .max
      }
    }
    return events.filter { $0 != .finished }.sorted { place($0) < place($1) }
  }

  private func holdsSecret(_ data: Data) -> Bool {
    data.range(of: Data(ReloadTests.secret.utf8)) != nil
  }
}
