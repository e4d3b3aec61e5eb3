import HaruCore
import HaruStore
import Support
import Testing

/// Watches, reloads and news in the store.
@Suite struct WatchTests {
  let bench: StoreBench
  let store: Store
  let now = Instant(1_795_143_600)

  init() throws {
    bench = try StoreBench()
    store = try bench.open()
  }

  @Test func anEmptyListIsValid() throws {
    #expect(try store.watches() == [])
    try add("apple/swift")
    #expect(
      try store.removeWatches(of: [name("apple/swift")], by: said(now)).first?.name
        == name("apple/swift"))
    #expect(try store.watches() == [])
    #expect(try store.removeWatches(of: [name("apple/swift")], by: said(now)) == [])
  }

  @Test func namesDifferingInCaseAreOneWatch() throws {
    try add("apple/swift")
    let present = try store.addWatches(of: [name("Apple/SWIFT")], by: said(now))
    #expect(present.map(\.name.description) == ["apple/swift"])
    #expect(try store.watch(of: name("APPLE/Swift"))?.name.description == "apple/swift")
    #expect(try bench.rows("SELECT count(*) FROM watch") == ["1"])
  }

  @Test func addsSeveralAtOnce() throws {
    try add("b/b")
    let asked = try ["a/a", "B/B", "c/c", "A/A"].map { try #require(RepositoryName($0)) }
    let present = try store.addWatches(of: asked, by: said(now))
    #expect(present.map(\.name.description) == ["b/b", "a/a"])
    #expect(try names() == ["b/b", "a/a", "c/c"])
    // The watches as they were before.
    #expect(
      try store.setQuiet(true, asked, by: said(now)).map(\.isQuiet) == [false, false, false, true])
    let removed = try store.removeWatches(
      of: asked + [try #require(RepositoryName("d/d"))], by: said(now))
    #expect(removed.map(\.name.description) == ["a/a", "b/b", "c/c"])
    #expect(try names() == [])
  }

  @Test func keepsTheUsersOrder() throws {
    for each in ["a/a", "b/b", "c/c"] { try add(each) }
    #expect(try store.moveWatch(of: name("c/c"), to: 1) == 1)
    #expect(try names() == ["c/c", "a/a", "b/b"])
    #expect(try store.moveWatch(of: name("c/c"), to: 99) == 3)
    #expect(try names() == ["a/a", "b/b", "c/c"])
    #expect(try store.moveWatch(of: name("b/b"), to: -5) == 1)
    #expect(try store.moveWatch(of: name("d/d"), to: 1) == nil)
    #expect(try store.removeWatches(of: [name("a/a")], by: said(now)).count == 1)
    try add("d/d")
    #expect(try names() == ["b/b", "c/c", "d/d"])
  }

  @Test func removingAWatchRemovesItsData() throws {
    try add("apple/swift")
    try load("apple/swift", stars: 999, contribution: .changed(four, etag: "c"))
    try load("apple/swift", stars: 1000)
    #expect(try store.unannouncedNews().count == 1)
    #expect(try store.removeWatches(of: [name("apple/swift")], by: said(now)).count == 1)
    for table in ["snapshot", "contributor", "news"] {
      #expect(try bench.rows("SELECT count(*) FROM \(table)") == ["0"])
    }
  }

  /// A late answer for a removed watch does not go to another one.
  @Test func theNumberOfARemovedWatchIsNotReused() throws {
    try add("a/a")
    let first = try #require(try store.watch(of: name("a/a")))
    #expect(try store.removeWatches(of: [name("a/a")], by: said(now)).count == 1)
    try add("b/b")
    try take(
      Reload(of: first.id, first.name, at: now, .changed(name("a/a"), snapshot(5), etag: nil)))
    #expect(try store.watch(of: name("b/b"))?.snapshot == nil)
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
      Reload(
        of: id("apple/swift"), name("apple/swift"), at: now,
        .changed(name("apple/Swift"), known, etag: "\"e\""),
        contribution: .changed(four, etag: "\"c\"")))
    known.contributors = four
    let watch = try #require(try bench.open(.reading).watches().first)
    #expect(watch.snapshot == known)
    #expect(watch.name.description == "apple/Swift")
    let etags = try #require(try store.etags(askedAs: "me")[watch.id])
    #expect(etags == ("\"e\"", "\"c\""))
    #expect(try store.etags(askedAs: "somebody else").isEmpty)
  }

  /// With its tag GitHub would answer that nothing has changed, and the lost row would stay lost.
  @Test func aRepairForgetsTheTags() throws {
    try add("apple/swift")
    try load("apple/swift", stars: 5, contribution: .changed(four, etag: "c"))
    try execute("UPDATE contributor SET contributions = -1 WHERE rank = 1", on: store.path)
    _ = try Store.repair(store.path, from: nil, by: StoreBench.provenance, stamp: "a")
    let etags = try store.etags(askedAs: "me").values.first
    #expect(etags?.repository == nil && etags?.contributors == nil)
  }

  @Test func unknownStaysUnknown() throws {
    try add("apple/swift")
    try take(
      Reload(
        of: id("apple/swift"), name("apple/swift"), at: now,
        .changed(name("apple/swift"), Snapshot(fetchedAt: now), etag: nil)))
    #expect(try store.watches().first?.snapshot == Snapshot(fetchedAt: now))
  }

  // MARK: Reloads

  @Test func aFailureLeavesTheLastSnapshot() throws {
    try add("apple/swift")
    try load("apple/swift", stars: 5)
    try take(
      Reload(of: id("apple/swift"), name("apple/swift"), at: now + 100, .failed(.server(502))))
    let watch = try #require(try store.watches().first)
    #expect(watch.snapshot == snapshot(5))
    #expect(watch.problem == .server(502))
    #expect((watch.failures, watch.triedAt) == (1, now + 100))
    #expect(watch.dueAt == now + 100 + 900)
    try take(Reload(of: watch.id, watch.name, at: now + 2000, .unchanged))
    let again = try #require(try store.watches().first)
    #expect((again.problem, again.failures) == (nil, 0))
    #expect(again.snapshot?.fetchedAt == now + 2000)
    #expect(again.snapshot?.stars == 5)
    #expect(again.dueAt == now + 2000 + 43_200)
  }

  @Test func theLongestDueWatchComesFirst() throws {
    for (index, each) in ["a/a", "b/b", "c/c"].enumerated() {
      #expect(try store.addWatches(of: [name(each)], by: said(now - Int64(index))) == [])
    }
    #expect(try due(at: now) == ["c/c", "b/b", "a/a"])
    // A failure of the site: the watch stays first.
    try take(Reload(of: id("c/c"), name("c/c"), at: now, .failed(.offline("no route"))))
    #expect(try due(at: now) == ["c/c", "b/b", "a/a"])
    try load("c/c", stars: 1)
    #expect(try due(at: now) == ["b/b", "a/a"])
    #expect(try due(at: now + 43_200) == ["b/b", "a/a", "c/c"])
  }

  @Test func theNextReloadIsTheEarliest() throws {
    #expect(try next() == nil)
    try add("a/a")
    #expect(try next() == now)
    try load("a/a", stars: 1)
    #expect(try next() == now + 43_200)
    let pause = Pause(
      until: now + 50_000, because: .rateLimited(.withoutToken), askedAs: "me", failures: 1)
    try store.setPause(pause, of: .github)
    #expect(try next() == now + 50_000)
    #expect(try store.pause(of: .github, at: now) == pause)
    #expect(try store.pause(of: .github, at: now + 50_000) == nil)
    let other = try #require(GitHubSite("https://github.example/api/v3"))
    #expect(try store.nextReload(at: now, by: plan, on: other) == now + 43_200)
    try store.setPause(nil, of: .github)
    #expect(try next() == now + 43_200)
  }

  /// They were written while the clock was years ahead.
  @Test func timesFromAWrongClockDelayNothing() throws {
    try add("a/a")
    let ahead = now + 1_000_000_000
    try take(
      Reload(of: id("a/a"), name("a/a"), at: ahead, .changed(name("a/a"), snapshot(1), etag: nil)))
    try store.setPause(
      Pause(until: ahead, because: .rateLimited(.withoutToken), askedAs: "me", failures: 1),
      of: .github)
    #expect(try due(at: now) == ["a/a"])
    #expect(try #require(try next()) <= now)
  }

  // MARK: News

  @Test func theFirstSnapshotIsNoNews() throws {
    try add("apple/swift")
    try load("apple/swift", stars: 70_123)
    #expect(try store.unannouncedNews() == [])
  }

  @Test func aMilestoneIsNewsOnce() throws {
    try add("apple/swift")
    for stars in [998, 1000, 999, 1001, 1999] { try load("apple/swift", stars: stars) }
    #expect(try news() == [.stars(1000)])
    try store.forget(try store.unannouncedNews())
    for stars in [999, 1000, 1999] { try load("apple/swift", stars: stars) }
    #expect(try news() == [])
    for stars in [2001, 5000] { try load("apple/swift", stars: stars) }
    #expect(try news() == [.stars(5000)])
  }

  @Test func whatWasAnnouncedIsKeptTheLastFirst() throws {
    for each in ["apple/swift", "torvalds/linux"] { try add(each) }
    for stars in [999, 1000] { try load("apple/swift", stars: stars) }
    let first = try store.unannouncedNews()
    try store.keep(first, announcedAt: now)
    #expect(try store.unannouncedNews() == [])
    for stars in [9999, 10_000] { try load("torvalds/linux", stars: stars) }
    try load("apple/swift", stars: 2000)
    try store.keep(try store.unannouncedNews(), announcedAt: now + 60)
    let told = try store.announcedNews()
    #expect(told.map(\.news.news) == [.stars(2000), .stars(10_000), .stars(1000)])
    #expect(told.map(\.at) == [now + 60, now + 60, now])
    // Neither the next news of the kind nor muting takes them away; a watch that goes does.
    try load("apple/swift", stars: 5000)
    try store.setQuiet(true, [name("apple/swift")], by: said(now))
    #expect(try store.unannouncedNews() == [])
    #expect(try store.announcedNews().count == 3)
    _ = try store.removeWatches(of: [name("apple/swift")], by: said(now))
    #expect(try store.announcedNews().map(\.news.news) == [.stars(10_000)])
  }

  @Test func onlyTheLastHundredAreKept() throws {
    try add("apple/swift")
    for number in 0..<102 {
      let stars = number == 0 ? 999 : number * 1000
      try load("apple/swift", stars: stars)
      try store.keep(try store.unannouncedNews(), announcedAt: now + Int64(number))
    }
    // Those of 2,000 to 101,000 stars.
    let told = try store.announcedNews()
    #expect(told.count == 100)
    #expect(told.first?.news.news == .stars(101_000))
    #expect(told.last?.news.news == .stars(2000))
  }

  @Test func aPushAfterExactlyFiftyDaysIsNoNews() throws {
    try add("apple/swift")
    for (days, isNews) in [(0, false), (50, false), (101, true)] {
      var pushed = snapshot(1)
      pushed.pushedAt = Instant(1_780_000_000 + Int64(days) * 24 * 60 * 60)
      try take(
        Reload(
          of: id("apple/swift"), name("apple/swift"), at: now,
          .changed(name("apple/swift"), pushed, etag: nil)))
      #expect(try news() == (isNews ? [.pushed(afterDays: 51)] : []))
    }
  }

  @Test func aGoneRepositoryIsNewsOnce() throws {
    try add("apple/swift")
    try take(Reload(of: id("apple/swift"), name("apple/swift"), at: now, .failed(.gone)))
    #expect(try news() == [])
    try load("apple/swift", stars: 1)
    for _ in 0..<3 {
      try take(Reload(of: id("apple/swift"), name("apple/swift"), at: now, .failed(.gone)))
    }
    #expect(try news() == [.gone])
  }

  /// A gone repository is asked for again, with other failures in between.
  @Test func aRepositoryStillGoneIsNoNews() throws {
    try add("apple/swift")
    try load("apple/swift", stars: 1)
    try take(Reload(of: id("apple/swift"), name("apple/swift"), at: now, .failed(.gone)))
    try store.forget(try store.unannouncedNews())
    for problem in [ReloadProblem.server(502), .gone, .offline("no route"), .gone] {
      try take(Reload(of: id("apple/swift"), name("apple/swift"), at: now, .failed(problem)))
    }
    #expect(try news() == [])
    try load("apple/swift", stars: 1)
    try take(Reload(of: id("apple/swift"), name("apple/swift"), at: now, .failed(.gone)))
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
      try take(
        Reload(
          of: id("apple/swift"), name("apple/swift"), at: self.now,
          .changed(name("apple/swift"), now, etag: nil)))
    }
    try say { _ in }
    try say { ($0.isArchived, $0.defaultBranch) = (true, "trunk") }
    #expect(try news() == [.archived, .defaultBranch("trunk")])
    try say { $0.defaultBranch = "trunk" }
    #expect(try news() == [.defaultBranch("trunk")])
    try store.forget(try store.unannouncedNews())
    try take(Reload(of: id("apple/swift"), name("apple/swift"), at: now, .failed(.gone)))
    #expect(try news() == [.gone])
    try take(Reload(of: id("apple/swift"), name("apple/swift"), at: now, .unchanged))
    #expect(try news() == [])
  }

  @Test func aRenamedRepositoryGetsItsNewName() throws {
    try add("old/name")
    try load("old/name", stars: 1)
    try load("old/name", as: "new/name", stars: 1)
    #expect(try names() == ["new/name"])
    #expect(try news() == [.renamed(from: "old/name")])
    #expect(try store.unannouncedNews().first?.name == name("new/name"))
    try store.forget(try store.unannouncedNews())
    try load("new/name", as: "New/Name", stars: 1)
    #expect(try names() == ["New/Name"])
    #expect(try news() == [])
  }

  /// The old name is another repository's now, and the user watches both.
  @Test func anotherRepositoryCanHaveTheOldName() throws {
    try add("old/name")
    try load("old/name", as: "new/name", stars: 1)
    try add("OLD/name")
    #expect(try names() == ["new/name", "OLD/name"])
    try load("OLD/name", stars: 5)
    #expect(try store.watches().map(\.snapshot?.stars) == [1, 5])
    // Each is muted, taken back and removed alone.
    try store.setQuiet(true, [name("new/name")], by: said(now))
    #expect(try store.watches().map(\.isQuiet) == [true, false])
    try store.undo(2, by: said(now))
    #expect(try names() == ["new/name"])
    try store.redo(by: said(now))
    #expect(try names() == ["new/name", "OLD/name"])
    #expect(try store.removeWatches(of: [name("new/name")], by: said(now)).count == 1)
    #expect(try names() == ["OLD/name"])
    try store.undo(by: said(now))
    #expect(try names() == ["OLD/name", "new/name"])
    #expect(try store.removeWatches(of: [name("old/name")], by: said(now)).count == 1)
    #expect(try names() == ["new/name"])
    #expect(try store.problems() == [])
  }

  /// Each change is taken back, and made again, by the name that the repository has now.
  @Test func anUndoReachesARenamedRepository() throws {
    try add("old/name")
    try store.setQuiet(true, [name("old/name")], by: said(now))
    for next in ["new/name", "newest/name"] {
      try load(try names()[0], as: next, stars: 1)
      // Another repository has the name.
      try add(next == "new/name" ? "old/name" : "new/name")
    }
    #expect(try names() == ["newest/name", "old/name", "new/name"])
    try store.undo(2, by: said(now))
    #expect(try names() == ["newest/name"])
    #expect(try store.undo(by: said(now)).first?.count == 1)
    #expect(try store.watches().map(\.isQuiet) == [false])
    #expect(try store.undo(by: said(now)).first?.count == 1)
    #expect(try names() == [])
    try store.redo(4, by: said(now))
    #expect(try names() == ["newest/name", "old/name", "new/name"])
    #expect(try store.watches().map(\.isQuiet) == [true, false, false])
    #expect(try store.problems() == [])
  }

  /// The old name is that of another watch now, which GitHub has renamed too.
  @Test func anotherWatchCanGetTheOldName() throws {
    for each in ["a/first", "a/second"] { try add(each) }
    try load("a/first", as: "a/third", stars: 1)
    try load("a/second", as: "a/first", stars: 2)
    try load("a/third", as: "a/second", stars: 3)
    #expect(try names() == ["a/second", "a/first"])
    #expect(try store.removeWatches(of: [name("a/second")], by: said(now)).count == 1)
    #expect(try names() == ["a/first"])
    try add("a/second")
    #expect(try store.removeWatches(of: [name("a/first")], by: said(now)).count == 1)
    #expect(try names() == ["a/second"])
  }

  /// GitHub has given the old name back.
  @Test func aRepositoryCanGetItsOldNameBack() throws {
    try add("old/name")
    try load("old/name", as: "new/name", stars: 1)
    try load("new/name", as: "old/name", stars: 1)
    #expect(try names() == ["old/name"])
    try store.undo(by: said(now))
    #expect(try names() == [])
  }

  /// Of a backup from before another repository was given the old name, and of one from after.
  @Test func aRestoreTellsRenamedRepositoriesFromOthers() throws {
    try add("old/name")
    try load("old/name", as: "new/name", stars: 1)
    let (before, after) = (bench.scratch("before.sqlite"), bench.scratch("after.sqlite"))
    try store.backUp(to: before)
    try add("old/name")
    try store.backUp(to: after)
    for (file, expected) in [
      (before, ["new/name"]), (after, ["new/name", "old/name"]), (before, ["new/name"]),
    ] {
      _ = try Store.restore(file, to: bench.path, stamp: "20261120-093000", by: said(now))
      #expect(try names() == expected)
      #expect(try store.problems() == [])
    }
  }

  @Test func aRenamedRepositoryThatIsWatchedTwiceIsMerged() throws {
    try add("new/name")
    try load("new/name", stars: 3)
    try add("old/name")
    try load("old/name", as: "new/name", stars: 4)
    #expect(try names() == ["new/name"])
    #expect(try store.watches().first?.snapshot?.stars == 4)
    #expect(try store.problems() == [])
  }

  /// Two watches of one repository merge: the better position stays, and it is muted if both were.
  @Test func mergedWatchesLoseNothing() throws {
    for each in ["old/name", "a/a", "new/name"] { try add(each) }
    try store.setQuiet(true, [name("new/name")], by: said(now))
    try store.wantContributors(
      of: try store.watches().filter { $0.name == name("old/name") }, at: now)
    try load("old/name", as: "new/name", stars: 4)
    #expect(try names() == ["new/name", "a/a"])
    let kept = try #require(try store.watch(of: name("new/name")))
    #expect(!kept.isQuiet && kept.wantsContributors(at: now))
  }

  @Test func aMutedWatchHasNoNews() throws {
    try add("apple/swift")
    try load("apple/swift", stars: 9)
    try load("apple/swift", stars: 10)
    #expect(try news() == [.stars(10)])
    #expect(try store.setQuiet(true, [name("apple/swift")], by: said(now)).first?.isQuiet == false)
    #expect(try news() == [])
    try load("apple/swift", stars: 100)
    #expect(try news() == [])
    #expect(try store.setQuiet(false, [name("apple/swift")], by: said(now)).first?.isQuiet == true)
    #expect(try news() == [])
    #expect(try store.setQuiet(true, [name("b/b")], by: said(now)) == [])
  }

  /// After a restore the number of a watch may belong to another one.
  @Test func anAnswerForAnotherNameIsDropped() throws {
    try add("a/a")
    try take(
      Reload(of: id("a/a"), name("b/b"), at: now, .changed(name("b/b"), snapshot(5), etag: nil)))
    #expect(try names() == ["a/a"])
    #expect(try store.watches().first?.snapshot == nil)
  }

  /// Contributors that the budget did not allow are asked for with the next budget.
  @Test func deferredContributorsStayDue() throws {
    try add("a/a")
    try load("a/a", stars: 1, contribution: .failed(.rateLimited(.withoutToken)))
    #expect(try due(at: now) == ["a/a"])
    #expect(try store.watches().first?.snapshot?.stars == 1)
  }

  // MARK: Looks

  @Test func aLookRecordsTheShownFigures() throws {
    try add("apple/swift")
    let before = try store.watches()
    try store.look(at: before, now: now)
    #expect(try store.watches().first?.look == nil)
    try load("apple/swift", stars: 5)
    let seen = try store.watches()
    try load("apple/swift", stars: 8)
    try store.look(at: seen, now: now)
    #expect(try store.watches().first?.look?.stars == 5)
    #expect(try store.watches().first?.look?.at == now)
  }

  @Test func contributorsAreLoadedOnceTheyWereShown() throws {
    try add("apple/swift")
    #expect(try store.watches().first?.wantsContributors(at: now) == false)
    try store.wantContributors(of: try store.watches(), at: now)
    #expect(try store.watches().first?.wantsContributors(at: now + 2_591_999) == true)
    #expect(try store.watches().first?.wantsContributors(at: now + 2_592_000) == false)
    try load("apple/swift", stars: 1, contribution: .changed(.tooMany, etag: nil))
    #expect(try store.watches().first?.snapshot?.contributors == .tooMany)
    try load("apple/swift", stars: 1, contribution: .changed(.known([]), etag: nil))
    #expect(try store.watches().first?.snapshot?.contributors == .known([]))
    try load("apple/swift", stars: 2)
    #expect(try store.watches().first?.snapshot?.contributors == .known([]))
  }

  // MARK: Helpers

  private let plan = ReloadPlan(interval: 43_200)
  private let four = Contributors.known([
    Contributor(login: "a", contributions: 42, avatar: nil),
    Contributor(login: "<b>\u{202E}", contributions: 30, avatar: "https://example.org/b"),
  ])

  private func name(_ text: String) -> RepositoryName {
    guard let name = RepositoryName(text) else { preconditionFailure("no name: \(text)") }
    return name
  }

  private func said(_ now: Instant) -> Provenance {
    Provenance(at: now, utcOffset: 0, zone: "UTC", source: .command)
  }

  private func add(_ text: String) throws {
    #expect(try store.addWatches(of: [name(text)], by: said(now)) == [])
  }

  private func id(_ text: String) throws -> Int64 {
    try #require(try store.watch(of: name(text))).id
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
    try take(
      Reload(
        of: id(text), name(text), at: now, .changed(name(said ?? text), snapshot(stars), etag: nil),
        contribution: contribution))
  }

  private func take(_ reload: Reload) throws {
    try store.take(
      [reload], askedAs: "me", plan: plan, spread: { 0 }, quietAfterDays: 50,
      boundary: DayBoundary(startsAt: .midnight, zone: Zone(name: "UTC") { _ in 0 }))
  }

  private func names() throws -> [String] { try store.watches().map(\.name.description) }

  private func due(at now: Instant) throws -> [String] {
    try store.dueWatches(at: now, by: plan).map(\.name.description)
  }

  private func next() throws -> Instant? {
    try store.nextReload(at: now, by: plan, on: .github)
  }

  private func news() throws -> [RepositoryNews] { try store.unannouncedNews().map(\.news) }
}
