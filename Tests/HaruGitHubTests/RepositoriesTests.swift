import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// What is known of repositories: watches, reloads and news.
@Suite struct RepositoriesTests {
  let scratch = Scratch()
  let file: Repositories
  let now = Instant(1_795_143_600)

  init() throws {
    file = try Repositories(
      besideStore: scratch("haru.sqlite"), list: WatchListFile(scratch("list")))
  }

  @Test func anEmptyListIsValid() throws {
    #expect(try file.watches() == [])
    try add("apple/swift")
    let swift = repository("apple/swift")
    #expect(try file.remove([swift]).first?.name == swift)
    #expect(try file.watches() == [])
    #expect(try file.remove([swift]) == [])
  }

  @Test func namesDifferingInCaseAreOneWatch() throws {
    try add("apple/swift")
    #expect(try file.add([repository("Apple/SWIFT")]) == [repository("apple/swift")])
    #expect(try file.watch(of: repository("APPLE/Swift"))?.name.description == "apple/swift")
    #expect(try rows("SELECT count(*) FROM watch") == ["1"])
  }

  @Test func addsSeveralAtOnce() throws {
    try add("b/b")
    let asked = ["a/a", "B/B", "c/c", "A/A"].map(repository)
    let present = try file.add(asked)
    #expect(present.map(\.description) == ["B/B", "A/A"])
    #expect(try names() == ["b/b", "a/a", "c/c"])
    // The watches as they were before.
    #expect(try file.setQuiet(true, asked).map(\.isQuiet) == [false, false, false])
    let removed = try file.remove(asked + [repository("d/d")])
    #expect(removed.map(\.name.description) == ["a/a", "b/b", "c/c"])
    #expect(try names() == [])
  }

  /// Ten times the repositories cost at most fifteen times as much, counted in the steps of SQLite's machine.
  @Test func aChangeOfManyCostsSoMuchForEach() throws {
    func steps(_ count: Int) throws -> Int {
      let scratch = Scratch()
      let names = (0..<count).map { repository("o/r\($0)") }
      return try CountedSteps.hundreds {
        let file = try Repositories(
          besideStore: scratch("haru.sqlite"), list: WatchListFile(scratch("list")))
        #expect(try file.add(names) == [])
        #expect(try file.setQuiet(true, names).count == count)
        #expect(try file.add(names) == names)
        #expect(try file.remove(names).count == count)
      }
    }
    let (few, many) = (try steps(50), try steps(500))
    #expect(many <= 15 * max(few, 10), "\(few) \(many)")
  }

  @Test func keepsTheUsersOrder() throws {
    for each in ["a/a", "b/b", "c/c"] { try add(each) }
    #expect(try file.move(repository("c/c"), to: 1) == 1)
    #expect(try names() == ["c/c", "a/a", "b/b"])
    #expect(try file.move(repository("c/c"), to: 99) == 3)
    #expect(try names() == ["a/a", "b/b", "c/c"])
    #expect(try file.move(repository("b/b"), to: -5) == 1)
    #expect(try file.move(repository("d/d"), to: 1) == nil)
    #expect(try file.remove([repository("a/a")]).count == 1)
    try add("d/d")
    #expect(try names() == ["b/b", "c/c", "d/d"])
  }

  @Test func removingAWatchRemovesItsData() throws {
    try add("apple/swift")
    try load("apple/swift", stars: 999, contribution: .changed(four, etag: "c"))
    try load("apple/swift", stars: 1000)
    #expect(try file.unannouncedNews().count == 1)
    #expect(try file.remove([repository("apple/swift")]).count == 1)
    for table in ["snapshot", "contributor", "news"] {
      #expect(try rows("SELECT count(*) FROM \(table)") == ["0"])
    }
  }

  /// A slip of the pen, or a file that an editor has not written yet, costs nothing that GitHub does not tell again.
  @Test(arguments: ["apple/swift quite\n", "", "# apple/swift\nb/b\n"])
  func aLineThatIsGoneIsHiddenAndDropsNothing(text: String) throws {
    try add("apple/swift")
    for stars in [999, 1000] { try load("apple/swift", stars: stars) }
    try file.keep(try file.unannouncedNews(), announcedAt: now)
    try load("apple/swift", stars: 2000)
    try scratch.write(text, to: "list")
    for file in [file, try Repositories(besideStore: scratch("haru.sqlite"), list: listFile)] {
      _ = try file.dueWatches(at: now, by: plan)
      #expect(try file.watch(of: repository("apple/swift")) == nil)
      #expect(try file.announcedNews().isEmpty && file.unannouncedNews().isEmpty)
    }
    try scratch.write("Apple/Swift quiet\n", to: "list")
    try scratch.write("apple/swift\n", to: "list")
    let again = try Repositories(besideStore: scratch("haru.sqlite"), list: listFile)
    #expect(try again.watches().map(\.snapshot?.stars) == [2000])
    #expect(try again.announcedNews().map(\.news.news) == [.stars(1000)])
    #expect(try again.unannouncedNews().map(\.news) == [.stars(2000)])
  }

  /// What is known of it goes a month after GitHub was last asked, with the answer of another repository.
  @Test func aLineThatIsGoneForAMonthIsDropped() throws {
    for each in ["a/a", "b/b"] { try add(each) }
    for each in ["a/a", "b/b"] { try load(each, stars: 1) }
    func known(after seconds: Int64, _ text: String) throws -> [String] {
      try scratch.write(text, to: "list")
      try take("b/b", .unchanged, later: seconds)
      return try rows("SELECT name FROM watch ORDER BY id")
    }
    let month: Int64 = 2_592_000
    #expect(try known(after: month, "b/b\n") == ["a", "b"])
    // It may be the line that nobody understands.
    #expect(try known(after: month + 1, "a/a quite\nb/b\n") == ["a", "b"])
    #expect(try known(after: month + 1, "a/a\nb/b\n") == ["a", "b"])
    #expect(try known(after: month + 1, "b/b\n") == ["b"])
  }

  /// GitHub gives a watched repository a name that a hidden one has here.
  @Test func aHiddenWatchMakesRoomForItsName() throws {
    for each in ["new/name", "old/name"] { try add(each) }
    for stars in [999, 1000] { try load("new/name", stars: stars) }
    try file.keep(try file.unannouncedNews(), announcedAt: now)
    try scratch.write("old/name\n", to: "list")
    try load("old/name", as: "new/name", stars: 1001)
    #expect(try names() == ["new/name"])
    #expect(try news() == [])
    #expect(try file.announcedNews().map(\.news.news) == [.stars(1000)])
  }

  /// A late answer for a removed watch does not go to another one.
  @Test func theNumberOfARemovedWatchIsNotReused() throws {
    try add("a/a")
    let first = try #require(try file.watch(of: repository("a/a")))
    #expect(try file.remove([repository("a/a")]).count == 1)
    try add("b/b")
    let outcome = Reload.Outcome.changed(first.name, snapshot(5), etag: nil)
    try take(Reload(of: first.id, first.name, at: now, outcome))
    #expect(try file.watch(of: repository("b/b"))?.snapshot == nil)
    #expect(try names() == ["b/b"])
  }

  @Test func readsBackEverythingStored() throws {
    try add("apple/swift")
    var known = snapshot(70_000)
    known.summary = "The Swift Programming Language\u{202E}\u{1B}[31m<b>"
    known.forks = 10
    known.openIssues = 0
    known.hasIssues = false
    known.watchers = 7
    known.defaultBranch = "main"
    known.pushedAt = now - 5
    known.isArchived = false
    known.avatar = "https://avatars.githubusercontent.com/u/1?v=4"
    try take(
      "apple/swift", .changed(repository("apple/Swift"), known, etag: "\"e\""),
      contribution: .changed(four, etag: "\"c\""))
    known.contributors = four
    let watch = try #require(try file.watches().first)
    #expect(watch.snapshot == known)
    #expect(watch.name.description == "apple/Swift")
    let answer = try #require(try file.lastAnswers()[watch.id])
    #expect(answer == ("me", "\"e\"", "\"c\""))
  }

  @Test func unknownStaysUnknown() throws {
    try add("apple/swift")
    try load("apple/swift", Snapshot(fetchedAt: now))
    #expect(try file.watches().first?.snapshot == Snapshot(fetchedAt: now))
  }

  // MARK: Reloads

  @Test func aFailureLeavesTheLastSnapshot() throws {
    try add("apple/swift")
    try load("apple/swift", stars: 5)
    try take("apple/swift", .failed(.server(502)), later: 100)
    let watch = try #require(try file.watches().first)
    #expect(watch.snapshot == snapshot(5))
    #expect(watch.problem == .server(502))
    #expect((watch.failures, watch.triedAt) == (1, now + 100))
    #expect(watch.dueAt == now + 100 + 900)
    try take("apple/swift", .unchanged, later: 2000)
    let again = try #require(try file.watches().first)
    #expect((again.problem, again.failures) == (nil, 0))
    #expect(again.snapshot?.fetchedAt == now + 2000)
    #expect(again.snapshot?.stars == 5)
    #expect(again.dueAt == now + 2000 + 43_200)
  }

  @Test func theLongestDueWatchComesFirst() throws {
    for each in ["a/a", "b/b", "c/c"] { try add(each) }
    #expect(try due(at: now) == ["a/a", "b/b", "c/c"])
    try load("a/a", stars: 1)
    try load("b/b", stars: 1)
    #expect(try due(at: now + 43_200) == ["c/c", "a/a", "b/b"])
    // A failure of the site: the watch stays first.
    try take("c/c", .failed(.offline("no route")))
    #expect(try due(at: now + 43_200) == ["c/c", "a/a", "b/b"])
    try load("c/c", stars: 1)
    #expect(try due(at: now) == [])
  }

  @Test func theNextReloadIsTheEarliest() throws {
    #expect(try next() == nil)
    try add("a/a")
    #expect(try #require(try next()) <= now)
    try load("a/a", stars: 1)
    #expect(try next() == now + 43_200)
    let pause = Pause(
      until: now + 50_000, because: .rateLimited(.withoutToken), askedAs: "me", failures: 1)
    try file.setPause(pause, of: .github)
    #expect(try next() == now + 50_000)
    #expect(try file.pause(of: .github, at: now) == pause)
    #expect(try file.pause(of: .github, at: now + 50_000) == nil)
    let other = try #require(GitHubSite("https://github.example/api/v3"))
    #expect(try file.nextReload(at: now, by: plan, on: other) == now + 43_200)
    try file.setPause(nil, of: .github)
    #expect(try next() == now + 43_200)
  }

  /// They were written while the clock was years ahead.
  @Test func timesFromAWrongClockDelayNothing() throws {
    try add("a/a")
    let ahead = now + 1_000_000_000
    try take("a/a", .changed(repository("a/a"), snapshot(1), etag: nil), later: 1_000_000_000)
    try file.setPause(
      Pause(until: ahead, because: .rateLimited(.withoutToken), askedAs: "me", failures: 1),
      of: .github)
    #expect(try due(at: now) == ["a/a"])
    #expect(try #require(try next()) <= now)
  }

  // MARK: News

  @Test func theFirstSnapshotIsNoNews() throws {
    try add("apple/swift")
    try load("apple/swift", stars: 70_123)
    #expect(try file.unannouncedNews() == [])
  }

  @Test func aMilestoneIsNewsOnce() throws {
    try add("apple/swift")
    for stars in [998, 1000, 999, 1001, 1999] { try load("apple/swift", stars: stars) }
    #expect(try news() == [.stars(1000)])
    try file.forget(try file.unannouncedNews())
    for stars in [999, 1000, 1999] { try load("apple/swift", stars: stars) }
    #expect(try news() == [])
    for stars in [2001, 5000] { try load("apple/swift", stars: stars) }
    #expect(try news() == [.stars(5000)])
  }

  @Test func whatWasAnnouncedIsKeptTheLastFirst() throws {
    for each in ["apple/swift", "torvalds/linux"] { try add(each) }
    for stars in [999, 1000] { try load("apple/swift", stars: stars) }
    let first = try file.unannouncedNews()
    try file.keep(first, announcedAt: now)
    #expect(try file.unannouncedNews() == [])
    for stars in [9999, 10_000] { try load("torvalds/linux", stars: stars) }
    try load("apple/swift", stars: 2000)
    try file.keep(try file.unannouncedNews(), announcedAt: now + 60)
    let told = try file.announcedNews()
    #expect(told.map(\.news.news) == [.stars(2000), .stars(10_000), .stars(1000)])
    #expect(told.map(\.at) == [now + 60, now + 60, now])
    // Neither the next news of the kind nor muting takes them away; a watch that goes does.
    try load("apple/swift", stars: 5000)
    try file.setQuiet(true, [repository("apple/swift")])
    #expect(try file.unannouncedNews() == [])
    #expect(try file.announcedNews().count == 3)
    _ = try file.remove([repository("apple/swift")])
    #expect(try file.announcedNews().map(\.news.news) == [.stars(10_000)])
  }

  @Test func onlyTheLastHundredAreKept() throws {
    try add("apple/swift")
    for number in 0..<102 {
      let stars = number == 0 ? 999 : number * 1000
      try load("apple/swift", stars: stars)
      try file.keep(try file.unannouncedNews(), announcedAt: now + Int64(number))
    }
    // Those of 2,000 to 101,000 stars.
    let told = try file.announcedNews()
    #expect(told.count == 100)
    #expect(told.first?.news.news == .stars(101_000))
    #expect(told.last?.news.news == .stars(2000))
  }

  @Test func aPushAfterExactlyFiftyDaysIsNoNews() throws {
    try add("apple/swift")
    for (days, isNews) in [(0, false), (50, false), (101, true)] {
      var pushed = snapshot(1)
      pushed.pushedAt = Instant(1_780_000_000 + Int64(days) * 24 * 60 * 60)
      try load("apple/swift", pushed)
      #expect(try news() == (isNews ? [.pushed(afterDays: 51)] : []))
    }
  }

  @Test func aGoneRepositoryIsNewsOnce() throws {
    try add("apple/swift")
    try take("apple/swift", .failed(.gone))
    #expect(try news() == [])
    try load("apple/swift", stars: 1)
    for _ in 0..<3 { try take("apple/swift", .failed(.gone)) }
    #expect(try news() == [.gone])
  }

  /// A gone repository is asked for again, with other failures in between.
  @Test func aRepositoryStillGoneIsNoNews() throws {
    try add("apple/swift")
    try load("apple/swift", stars: 1)
    try take("apple/swift", .failed(.gone))
    try file.forget(try file.unannouncedNews())
    for problem in [ReloadProblem.server(502), .gone, .offline("no route"), .gone] {
      try take("apple/swift", .failed(problem))
    }
    #expect(try news() == [])
    try load("apple/swift", stars: 1)
    try take("apple/swift", .failed(.gone))
    #expect(try news() == [.gone])
  }

  /// News that are over before they are announced are dropped.
  @Test func outdatedNewsAreDropped() throws {
    try add("apple/swift")
    var said = snapshot(1)
    (said.isArchived, said.defaultBranch) = (false, "main")
    func say(_ change: (inout Snapshot) -> Void) throws {
      var now = said
      change(&now)
      try load("apple/swift", now)
    }
    try say { _ in }
    try say { ($0.isArchived, $0.defaultBranch) = (true, "trunk") }
    #expect(try news() == [.archived, .defaultBranch("trunk")])
    try say { $0.defaultBranch = "trunk" }
    #expect(try news() == [.defaultBranch("trunk")])
    try file.forget(try file.unannouncedNews())
    try take("apple/swift", .failed(.gone))
    #expect(try news() == [.gone])
    try take("apple/swift", .unchanged)
    #expect(try news() == [])
  }

  @Test func aRenamedRepositoryGetsItsNewName() throws {
    try add("old/name")
    try load("old/name", stars: 1)
    try load("old/name", as: "new/name", stars: 1)
    #expect(try names() == ["new/name"])
    #expect(try news() == [.renamed(from: "old/name")])
    #expect(try file.unannouncedNews().first?.name == repository("new/name"))
    try file.forget(try file.unannouncedNews())
    try load("new/name", as: "New/Name", stars: 1)
    #expect(try names() == ["New/Name"])
    #expect(try news() == [])
  }

  /// The list keeps the former name, and every command understands both.
  @Test func aRenamedRepositoryGoesByBothNames() throws {
    for each in ["old/name", "b/b"] { try add(each) }
    try load("old/name", as: "new/name", stars: 1)
    let both = [repository("OLD/name"), repository("new/name")]
    for each in both {
      #expect(try file.watch(of: each)?.name.description == "new/name")
      #expect(try file.add([each]) == [each])
      #expect(try file.move(each, to: 2) == 2)
      #expect(try scratch.read("list") == "b/b\nold/name\n")
      #expect(try file.setQuiet(true, [each]).count == 1)
      #expect(try scratch.read("list") == "b/b\nold/name quiet\n")
      try file.setQuiet(false, [each])
      #expect(try file.move(each, to: 1) == 1)
    }
    #expect(try file.remove(both).map(\.name.description) == ["new/name"])
    #expect(try scratch.read("list") == "b/b\n")
  }

  /// The old name is another repository's now, and the user watches both.
  @Test func anotherRepositoryCanHaveTheOldName() throws {
    try add("old/name")
    try load("old/name", as: "new/name", stars: 1)
    _ = try file.remove([repository("old/name")])
    for each in ["new/name", "OLD/name"] { try add(each) }
    try load("new/name", stars: 1)
    #expect(try names() == ["new/name", "OLD/name"])
    try load("OLD/name", stars: 5)
    #expect(try file.watches().map(\.snapshot?.stars) == [1, 5])
    // Each is muted, taken back and removed alone.
    try file.setQuiet(true, [repository("new/name")])
    #expect(try file.watches().map(\.isQuiet) == [true, false])
    #expect(try scratch.read("list") == "new/name quiet\nOLD/name\n")
    #expect(try file.remove([repository("new/name")]).count == 1)
    #expect(try names() == ["OLD/name"])
  }

  /// The old name is that of another watch now, which GitHub has renamed too.
  @Test func anotherWatchCanGetTheOldName() throws {
    for each in ["a/first", "a/second"] { try add(each) }
    try load("a/first", as: "a/third", stars: 1)
    try load("a/second", as: "a/first", stars: 2)
    try load("a/third", as: "a/second", stars: 3)
    #expect(try names() == ["a/second", "a/first"])
    #expect(try file.remove([repository("a/second")]).count == 1)
    #expect(try names() == ["a/first"])
    #expect(try scratch.read("list") == "a/second\n")
    #expect(try file.remove([repository("a/first")]).count == 1)
    try add("a/second")
    #expect(try names() == ["a/second"])
  }

  /// GitHub has given the old name back.
  @Test func aRepositoryCanGetItsOldNameBack() throws {
    try add("old/name")
    try load("old/name", as: "new/name", stars: 1)
    try load("new/name", as: "old/name", stars: 1)
    #expect(try names() == ["old/name"])
    #expect(try scratch.read("list") == "old/name\n")
    #expect(try file.remove([repository("old/name")]).count == 1)
    #expect(try scratch.read("list") == "")
  }

  @Test func aRenamedRepositoryThatIsWatchedTwiceIsMerged() throws {
    try add("new/name")
    try load("new/name", stars: 3)
    try add("old/name")
    try load("old/name", as: "new/name", stars: 4)
    #expect(try names() == ["new/name"])
    #expect(try file.watches().first?.snapshot?.stars == 4)
  }

  /// Two watches of one repository merge: the better position stays, and it is muted if both were.
  @Test func mergedWatchesLoseNothing() throws {
    for each in ["old/name", "a/a", "new/name"] { try add(each) }
    try file.setQuiet(true, [repository("new/name")])
    try file.wantContributors(
      of: try file.watches().filter { $0.name == repository("old/name") }, at: now)
    try load("old/name", as: "new/name", stars: 4)
    #expect(try names() == ["new/name", "a/a"])
    let kept = try #require(try file.watch(of: repository("new/name")))
    #expect(!kept.isQuiet && kept.wantsContributors(at: now))
  }

  @Test func aMutedWatchHasNoNews() throws {
    try add("apple/swift")
    try load("apple/swift", stars: 9)
    try load("apple/swift", stars: 10)
    #expect(try news() == [.stars(10)])
    #expect(try file.setQuiet(true, [repository("apple/swift")]).first?.isQuiet == false)
    #expect(try news() == [])
    try load("apple/swift", stars: 100)
    #expect(try news() == [])
    #expect(try file.setQuiet(false, [repository("apple/swift")]).first?.isQuiet == true)
    #expect(try news() == [])
    #expect(try file.setQuiet(true, [repository("b/b")]) == [])
  }

  /// After a restore the number of a watch may belong to another one.
  @Test func anAnswerForAnotherNameIsDropped() throws {
    try add("a/a")
    let other = repository("b/b")
    try take(Reload(of: id("a/a"), other, at: now, .changed(other, snapshot(5), etag: nil)))
    #expect(try names() == ["a/a"])
    #expect(try file.watches().first?.snapshot == nil)
  }

  /// Contributors that the budget did not allow are asked for with the next budget.
  @Test func deferredContributorsStayDue() throws {
    try add("a/a")
    try load("a/a", stars: 1, contribution: .failed(.rateLimited(.withoutToken)))
    #expect(try due(at: now) == ["a/a"])
    #expect(try file.watches().first?.snapshot?.stars == 1)
  }

  // MARK: Looks

  @Test func aLookRecordsTheShownFigures() throws {
    try add("apple/swift")
    let before = try file.watches()
    try file.look(at: before, now: now)
    #expect(try file.watches().first?.look == nil)
    try load("apple/swift", stars: 5)
    let seen = try file.watches()
    try load("apple/swift", stars: 8)
    try file.look(at: seen, now: now)
    #expect(try file.watches().first?.look?.stars == 5)
    #expect(try file.watches().first?.look?.at == now)
  }

  @Test func contributorsAreLoadedOnceTheyWereShown() throws {
    try add("apple/swift")
    #expect(try file.watches().first?.wantsContributors(at: now) == false)
    try file.wantContributors(of: try file.watches(), at: now)
    #expect(try file.watches().first?.wantsContributors(at: now + 2_591_999) == true)
    #expect(try file.watches().first?.wantsContributors(at: now + 2_592_000) == false)
    try load("apple/swift", stars: 1, contribution: .changed(.tooMany, etag: nil))
    #expect(try file.watches().first?.snapshot?.contributors == .tooMany)
    try load("apple/swift", stars: 1, contribution: .changed(.known([]), etag: nil))
    #expect(try file.watches().first?.snapshot?.contributors == .known([]))
    try load("apple/swift", stars: 2)
    #expect(try file.watches().first?.snapshot?.contributors == .known([]))
  }

  // MARK: Helpers

  private let plan = ReloadPlan(interval: 43_200)
  private let four = Contributors.known([
    Contributor(login: "a", contributions: 42, avatar: nil),
    Contributor(login: "<b>\u{202E}", contributions: 30, avatar: "https://example.org/b"),
  ])

  /// Rows as `sqlite3` prints them.
  private func rows(_ sql: String) throws -> [String] {
    try Child.run("sqlite3", ["-batch", file.path, sql]).output.split(separator: "\n").map(
      String.init)
  }

  private var listFile: WatchListFile { WatchListFile(scratch("list")) }

  private func add(_ text: String) throws {
    #expect(try file.add([repository(text)]) == [])
  }

  private func id(_ text: String) throws -> Int64 {
    try #require(try file.watch(of: repository(text))).id
  }

  private func snapshot(_ stars: Int) -> Snapshot {
    var snapshot = Snapshot(fetchedAt: now)
    snapshot.stars = stars
    return snapshot
  }

  private func load(
    _ text: String, as said: String? = nil, stars: Int,
    contribution: Reload.Contribution = .notAsked
  ) throws {
    try load(text, as: said, snapshot(stars), contribution: contribution)
  }

  private func load(
    _ text: String, as said: String? = nil, _ snapshot: Snapshot,
    contribution: Reload.Contribution = .notAsked
  ) throws {
    let outcome = Reload.Outcome.changed(repository(said ?? text), snapshot, etag: nil)
    try take(text, outcome, contribution: contribution)
  }

  /// Takes what came of a reload of a watch, so many seconds later.
  private func take(
    _ text: String, _ outcome: Reload.Outcome, later seconds: Int64 = 0,
    contribution: Reload.Contribution = .notAsked
  ) throws {
    try take(
      Reload(
        of: id(text), repository(text), at: now + seconds, outcome, contribution: contribution))
  }

  private func take(_ reload: Reload) throws { try file.take([reload], askedAs: "me") }

  private func names() throws -> [String] { try file.watches().map(\.name.description) }

  private func due(at now: Instant) throws -> [String] {
    try file.dueWatches(at: now, by: plan).map(\.name.description)
  }

  private func next() throws -> Instant? {
    try file.nextReload(at: now, by: plan, on: .github)
  }

  private func news() throws -> [RepositoryNews] { try file.unannouncedNews().map(\.news) }
}
