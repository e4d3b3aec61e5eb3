import HaruCore
import Support
import Testing

@testable import HaruGitHub

/// Rate limits, and when requests stop: docs/github.md#when-github-is-asked.
@Suite struct BudgetTests {
  private let rig: Rig

  init() throws { rig = try Rig() }

  private func names(_ count: Int) -> [String] { (1...count).map { "repository-\($0)" } }

  // MARK: Pauses

  @Test(arguments: [
    ("secondary", 75), ("secondary-bare", 60), ("abuse", 60), ("too-many-requests", 90),
    ("too-many-bare", 60), ("retry-nonsense", 60), ("retry-now", 1),
    ("retry-never", 24 * 60 * 60),
  ])
  func pausesAsLongAsTheHostAsks(name: String, seconds: Int64) throws {
    let (answers, ending) = rig.ask([name, "swift"])
    #expect(answers.map(\.name) == [name])
    #expect(answers.first?.answer.problem == .rateLimited(.secondary))
    #expect(answers.first?.answer.pause == seconds)
    #expect(ending == .paused(until: Rig.now + seconds, .rateLimited(.secondary)))
    #expect(try rig.double.requests().count == 1)
    // The next call knows it without a request.
    #expect(rig.ask(["swift"]).1 == ending)
    #expect(try rig.double.requests() == [])
  }

  @Test func readsRetryAfterAsADate() throws {
    // The clock of the double is wrong by an hour, ours by years.
    let rig = try Rig(["--skew", "3600"])
    let pause = try #require(try rig.ask("retry-at-date").pause)
    #expect((119...121).contains(pause))
  }

  @Test func pausesUntilTheRateLimitEnds() throws {
    let rig = try Rig(["--skew", "-3600", "--window", "1200"])
    let answer = try rig.ask("rate-limited")
    #expect(answer.problem == .rateLimited(.withoutToken))
    #expect((1199...1201).contains(try #require(answer.pause)))
  }

  @Test func pausesWhenTheHostIsBusy() throws {
    let (answers, ending) = rig.ask(["busy", "swift"])
    #expect(answers.count == 1)
    #expect(answers.first?.answer.problem == .server(503))
    #expect(answers.first?.answer.pause == 45)
    #expect(ending == .paused(until: Rig.now + 45, .server(503)))
  }

  /// The last answer within the budget is good.
  @Test func theLastAnswerWithinTheBudgetCounts() throws {
    try rig.double.command("budget 1")
    let answer = try rig.ask("swift")
    #expect(answer.changed != nil)
    #expect((3599...3601).contains(try #require(answer.pause)))
    let gone = try Rig().ask("last-and-gone")
    #expect(gone.problem == .gone)
    #expect(gone.pause != nil)
  }

  @Test func resumesAfterThePause() throws {
    let double = try GitHubDouble(["--budget", "1"])
    var now = Rig.now
    let github = GitHub(site: try #require(GitHubSite(double.address)), token: nil) { now }
    var answered = 0
    func ask() -> Ending {
      github.ask([question("swift"), question("swift")]) { _, _ in
        answered += 1
        return true
      }
    }
    guard case .paused(let until?, .rateLimited(.withoutToken)) = ask() else {
      throw Failure.unexpected("not paused")
    }
    #expect(answered == 1)
    now = until - 1
    #expect(ask() == .paused(until: until, .rateLimited(.withoutToken)))
    #expect(answered == 1)
    now = until
    try double.command("budget 60")
    #expect(ask() == .all)
    #expect(answered == 3)
  }

  // MARK: The budget

  /// No request is made that must fail, however many run at once.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 30])
  func sendsNoRequestBeyondTheBudget(budget: Int) throws {
    try rig.double.command("budget \(budget)")
    let (answers, ending) = rig.ask(names(40))
    #expect(try rig.double.requests().map(\.status) == Array(repeating: 200, count: budget))
    #expect(answers.count == budget)
    #expect(answers.allSatisfy { $0.answer.changed != nil })
    #expect(Set(answers.map(\.name)) == Set(names(budget)))
    guard case .paused(.some, .rateLimited(.withoutToken)) = ending else {
      throw Failure.unexpected("\(ending)")
    }
  }

  /// Each repository takes two requests; the last one may get only the first.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 11])
  func staysWithinTheBudgetWithContributors(budget: Int) throws {
    try rig.double.command("budget \(budget)")
    let (answers, _) = rig.ask(names(20), contributors: true)
    #expect(try rig.double.requests().map(\.status) == Array(repeating: 200, count: budget))
    #expect(answers.allSatisfy { $0.answer.changed != nil })
    let whole = answers.filter {
      if case .changed = $0.answer.contributors { true } else { false }
    }
    #expect(answers.count + whole.count == budget)
    for answer in answers where !whole.contains(where: { $0.name == answer.name }) {
      #expect(answer.answer.contributors == .failed(.rateLimited(.withoutToken)))
      #expect(answer.answer.resumesAt != nil)
    }
  }

  /// curl follows a redirect at once, and so the host refuses it.
  @Test func aRedirectBeyondTheBudgetIsRateLimited() throws {
    try rig.double.command("budget 1")
    let answer = try rig.ask("renamed")
    #expect(answer.problem == .rateLimited(.withoutToken))
    #expect(answer.resumesAt != nil)
    #expect(try rig.double.requests().map(\.status) == [301, 403])
  }

  @Test func aLargeBudgetLoadsTheWholeList() throws {
    try rig.double.command("budget 5000")
    let (answers, ending) = rig.ask(names(100), contributors: true)
    #expect(ending == .all)
    #expect(answers.count == 100)
    let requests = try rig.double.requests()
    #expect(requests.count == 200)
    #expect(Set(requests.map(\.connection)).count <= 4)
  }

  // MARK: Stops

  @Test func aRefusedTokenStopsTheRun() throws {
    let name = "unauthorized"
    let (answers, ending) = rig.ask([name] + names(10))
    #expect(answers.map(\.name) == [name])
    #expect(ending == .paused(until: nil, .badToken("")))
    #expect(try rig.double.requests().map(\.path).allSatisfy { $0.hasSuffix(name) })
  }

  /// Requests that run when the host asks for a pause still count.
  @Test func requestsUnderWayStillCountWhenItPauses() throws {
    let (answers, ending) = rig.ask(names(5) + ["secondary"] + names(40), contributors: true)
    #expect(ending == .paused(until: Rig.now + 75, .rateLimited(.secondary)))
    let asked = try rig.double.requests().filter { !$0.path.contains("contributors") }
    #expect(answers.count == asked.count)
    #expect((6...9).contains(answers.count))
    for answer in answers where answer.name != "secondary" {
      #expect(answer.answer.changed != nil)
    }
  }

  @Test func continuesAfterAFailureOfOneRepository() throws {
    let troubles = [
      "gone", "forbidden", "error-500", "broken-json", "loop", "too-long", "status-418",
      "elsewhere-closed", "error-502", "error-503", "error-500",
    ]
    let (answers, ending) = rig.ask(troubles + ["swift"])
    #expect(ending == .all)
    #expect(answers.count == 12)
  }

  @Test func stopsAfterFourFailuresInARow() throws {
    let (answers, ending) = rig.ask(["swift"] + Array(repeating: "error-502", count: 20))
    #expect(ending == .paused(until: nil, .server(502)))
    // Three more may have been running.
    #expect((5...8).contains(answers.count))
    #expect(try rig.double.requests().count == answers.count)
  }

  /// Some repositories fail for reasons of their own.
  @Test func anAnswerEndsARowOfFailures() throws {
    let names = Array(repeating: ["error-502", "swift"], count: 8).flatMap(\.self)
    let (answers, ending) = rig.ask(names)
    #expect(ending == .all && answers.count == 16)
  }

  /// Answers overtake each other: the one that says more is the older one.
  @Test func anAnswerThatWasOvertakenRaisesNoBudget() {
    func response(_ left: Int, reset: Int = 100) -> Response {
      let headers: [Response.Header: String] = [
        .rateLimitRemaining: "\(left)", .rateLimitReset: "\(reset)",
      ]
      return Response(status: 200, headers: headers, body: [], isFromOrigin: true)
    }
    var limit = RateLimit()
    for left in [2, 1, 3] { limit.learn(from: response(left), now: Rig.now) }
    #expect(limit.allowsOneMore(beside: 0) && !limit.allowsOneMore(beside: 1))
    // In the next window there are more.
    limit.learn(from: response(3, reset: 200), now: Rig.now)
    #expect(limit.allowsOneMore(beside: 2))
  }

  /// Nor does it shorten a pause.
  @Test func anAnswerThatWasOvertakenShortensNoPause() {
    func refusal(_ seconds: Int) -> Response {
      let headers: [Response.Header: String] = [.retryAfter: "\(seconds)"]
      return Response(status: 429, headers: headers, body: [], isFromOrigin: true)
    }
    var limit = RateLimit()
    for seconds in [60, 90, 30] { limit.learn(from: refusal(seconds), now: Rig.now) }
    #expect(limit.pause?.until == Rig.now + 90)
  }

  @Test func stopsWhenTheCallerCancels() throws {
    var answered: [String] = []
    let questions = (names(3) + ["silent"] + names(9)).map { question($0) }
    let start = ContinuousClock.now
    let ending = rig.github.ask(questions) {
      answered.append($0.name.name)
      #expect($1.changed != nil)
      return answered.count < 5
    }
    #expect(ending == .stopped)
    #expect(answered.count == 5)
    // It does not wait for running requests.
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func anEmptyListSendsNothing() throws {
    #expect(rig.ask([]).1 == .all)
    #expect(try rig.double.requests() == [])
  }

  /// The order of the requests is that of the questions.
  @Test func requestsStartInTheGivenOrder() throws {
    _ = rig.ask(names(20))
    let numbers = try rig.double.requests().map { Int($0.path.split(separator: "-")[1]) ?? 0 }
    #expect(numbers.count == 20)
    // Four run at once, so one may overtake three.
    for (place, number) in numbers.enumerated() { #expect(abs(number - place - 1) <= 3) }
  }
}
