import HaruCore
import HaruGitHub
import Support
import Testing

/// GitHub's answers when all is well.
@Suite struct AnswerTests {
  private let rig: Rig

  init() throws { rig = try Rig() }

  @Test func readsARepository() throws {
    try rig.double.set(
      "any/swift",
      """
      {"description": "The language", "stargazers_count": 67123, "watchers_count": 1, "watchers": 1,
      "forks_count": 10400, "open_issues_count": 7200, "subscribers_count": 2460,
      "default_branch": "main", "pushed_at": "2025-11-04T05:22:15Z"}
      """.split(separator: "\n").joined(separator: " "))
    let (name, snapshot, etag) = try #require(try rig.ask("swift").changed)
    #expect(name.isSpelled(like: repository("any/swift")))
    #expect(etag?.hasPrefix("W/\"") == true)
    var expected = Snapshot(fetchedAt: Rig.now)
    expected.summary = "The language"
    (expected.stars, expected.forks, expected.openIssues) = (67123, 10400, 7200)
    (expected.hasIssues, expected.watchers, expected.isArchived) = (true, 2460, false)
    expected.defaultBranch = "main"
    expected.pushedAt = Instant(rfc3339: "2025-11-04T05:22:15Z")
    expected.avatar = rig.double.address + "/avatars/any.png"
    #expect(snapshot == expected)
  }

  /// An instant that no store holds is none that is known.
  @Test(arguments: [
    ("0001-01-01T00:00:00Z", nil), ("0001-01-02T23:59:59Z", nil),
    ("0001-01-03T00:00:00Z", -62_135_424_000), ("9999-12-29T00:00:00Z", 253_402_041_600),
    ("9999-12-29T00:00:01Z", nil), ("9999-12-31T23:59:59Z", nil),
    ("9999-12-29T00:00:00-01:00", nil),
  ])
  func readsAPushWithinTheBoundsOfAStore(text: String, seconds: Int64?) throws {
    try rig.double.set("any/swift", "{\"pushed_at\": \"\(text)\"}")
    #expect(try rig.ask("swift").changed?.1.pushedAt == seconds.map { Instant($0) })
  }

  @Test func sendsTheHeadersThatGitHubWants() throws {
    let rig = try Rig(token: " ghp_1234 \n")
    _ = try rig.ask("swift", contributors: true)
    let requests = try rig.double.requests()
    #expect(
      requests.map(\.path) == ["/repos/any/swift", "/repos/any/swift/contributors?per_page=4"])
    for request in requests {
      #expect(request.accept == "application/vnd.github+json")
      #expect(request.apiVersion == "2022-11-28")
      #expect(request.userAgent == "haru/\(Identity.version) (\(Identity.application))")
      #expect(request.authorization == "Bearer ghp_1234")
      #expect(request.ifNoneMatch == nil)
      #expect(request.others == [])
      #expect(request.connection == requests[0].connection)
    }
  }

  @Test func sendsConditionalRequests() throws {
    let rig = try Rig(token: "ghp_1234")
    let first = try rig.ask("swift", contributors: true)
    let etag = try #require(first.changed?.etag)
    guard case .changed(_, let other?) = first.contributors else {
      throw Failure.unexpected("\(first)")
    }
    let second = try rig.ask("swift", etag: etag, contributors: true, contributorsETag: other)
    #expect(second.repository == .unchanged)
    #expect(second.contributors == .unchanged)
    // Another token has other ETags.
    let stranger = try asking(rig.double.address, token: "ghp_5678")
    var answer: Answer?
    _ = stranger.ask([question("swift", etag: etag)]) {
      answer = $1
      return true
    }
    #expect(answer?.changed != nil)
    try rig.double.set("any/swift", #"{"stargazers_count": 7}"#)
    #expect(try rig.ask("swift", etag: etag).changed?.snapshot.stars == 7)
  }

  @Test func sendsNoTagThatIsInvalidInAHeader() throws {
    for etag in ["\"a\"\r\nX-Evil: 1", "", "\"a b\"", "\"é\"", String(repeating: "x", count: 300)] {
      _ = try rig.ask("swift", etag: etag)
      let request = try rig.double.request()
      #expect(request.ifNoneMatch == nil)
      #expect(request.others == [])
    }
  }

  /// Missing, null, or of another type: unknown, and never a zero.
  @Test(arguments: ["nulls", "wrong-types", "absurd-numbers"])
  func aMissingFieldIsUnknown(name: String) throws {
    var snapshot = try #require(try rig.ask(name).changed?.snapshot)
    if name == "absurd-numbers" {
      #expect(snapshot.summary != nil)
      #expect(snapshot.isArchived == false)
      (snapshot.summary, snapshot.hasIssues, snapshot.defaultBranch) = (nil, nil, nil)
      (snapshot.pushedAt, snapshot.isArchived, snapshot.avatar) = (nil, nil, nil)
    }
    #expect(snapshot == Snapshot(fetchedAt: Rig.now))
  }

  @Test func invalidTextIsRepaired() throws {
    let answer = try #require(try rig.ask("not-utf8").changed)
    #expect(answer.name.description == "a/b")
    #expect(answer.snapshot.summary == "\u{fffd}\u{fffd}")
  }

  /// Of a member that is there twice, the first counts; GitHub sends none.
  @Test func theFirstOfTwoEqualKeysCounts() throws {
    #expect(try rig.ask("twice").changed?.name.description == "a/a")
  }

  @Test(arguments: [
    ("fraction", "2025-11-04T05:22:15Z"), ("offset", "2025-11-04T05:22:15Z"), ("no-date", nil),
    ("future", "2125-11-04T05:22:15Z"), ("empty", nil),
  ])
  func readsTheTimeOfThePush(name: String, date: String?) throws {
    let snapshot = try #require(try rig.ask(name).changed?.snapshot)
    #expect(snapshot.pushedAt == date.flatMap { Instant(rfc3339: $0) })
  }

  @Test func usesGitHubsSpellingOfTheName() throws {
    let name = try #require(try rig.ask("other-case").changed?.name)
    #expect(name.description == "Any/Other-Case")
  }

  @Test func cutsLongText() throws {
    let long = try #require(try rig.ask("long").changed?.snapshot)
    #expect(long.summary?.unicodeScalars.count == 1000)
    #expect(long.defaultBranch?.unicodeScalars.count == 255)
    let hostile = try #require(try rig.ask("hostile").changed?.snapshot)
    #expect(hostile.summary?.hasPrefix("<b>bold</b> &amp; <img src=x> \u{1b}[31m") == true)
    #expect(try rig.ask("bad-avatar").changed?.snapshot.avatar == nil)
  }

  // MARK: Contributors

  private func contributors(_ name: String) throws -> Reload.Contribution {
    let answer = try Rig().ask(name, contributors: true)
    #expect(answer.changed != nil, "\(name)")
    return answer.contributors
  }

  private func known(_ name: String) throws -> [Contributor] {
    guard case .changed(.known(let contributors), _) = try contributors(name) else {
      throw Failure.unexpected(name)
    }
    return contributors
  }

  @Test func readsContributors() throws {
    let answer = try rig.ask("swift", contributors: true)
    guard case .changed(.known(let four), etag: .some) = answer.contributors else {
      throw Failure.unexpected("\(answer)")
    }
    #expect(four.map(\.login) == ["person-1", "person-2", "person-3", "person-4"])
    #expect(four.map(\.contributions) == [900, 800, 700, 600])
    #expect(four[0].avatar == rig.double.address + "/avatars/person-1.png")
    #expect(try known("alone").count == 1)
  }

  @Test func asksForContributorsOnlyIfWanted() throws {
    #expect(try rig.ask("swift").contributors == .notAsked)
    #expect(try rig.double.requests().count == 1)
  }

  @Test func aRepositoryWithoutContributorsIsNoError() throws {
    #expect(try contributors("empty") == .changed(.known([]), etag: nil))
    #expect(try contributors("too-many") == .changed(.tooMany, etag: nil))
    #expect(
      try known("anonymous").map(\.login) == ["person-1", "A. Nobody"])
    #expect(try known("wrong-types").map(\.login) == ["person-1"])
    #expect(try known("hostile")[1].login.count == 100)
  }

  @Test(arguments: [
    ("contributors-error-500", ReloadProblem.server(500)), ("contributors-gone", .gone),
    ("contributors-broken-json", .badResponse("not the JSON that was expected")),
    ("object", .badResponse("not the JSON that was expected")),
    ("contributors-closed", .interrupted("Empty reply from server")),
    ("contributors-secondary", .rateLimited(.secondary)),
    ("contributors-unauthorized", .badToken("")),
    ("contributors-endless", .tooLarge), ("contributors-loop", .badRedirect),
    ("contributors-unasked-304", .unexpected(304)),
    ("contributors-unlisted", .badResponse("no contributors")),
  ])
  func keepsTheRepositoryWhenItsContributorsFail(name: String, problem: ReloadProblem) throws {
    #expect(try contributors(name) == .failed(problem))
  }

  @Test func asksForTheContributorsOfTheNewName() throws {
    #expect(
      try rig.ask("renamed", contributors: true).changed?.name.description == "somebody/new-name")
    #expect(
      try rig.double.requests().map(\.path) == [
        "/repos/any/renamed", "/repositories/44838949",
        "/repos/somebody/new-name/contributors?per_page=4",
      ])
  }
}
