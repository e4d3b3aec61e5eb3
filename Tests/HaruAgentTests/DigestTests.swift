import Foundation
import HaruCore
import HaruStore
import Support
import Testing

@testable import haru_agent

/// The news of watched repositories, in one digest.
@MainActor
struct DigestTests {
  private let swift = name("apple/swift")

  /// A rig whose first reload of some repositories has ended.
  private func rig(
    at time: String = "2026-11-20 09:00", settings: Settings = Settings(), _ names: String...
  ) throws -> Rig {
    try Rig(at: time, settings: settings) { rig in
      for name in names { try rig.watch(name) }
    }
  }

  /// A rig with a digest that a server has taken, of three repositories.
  private func rigOfThree() throws -> Rig {
    let rig = try rig("apple/swift", "a/b", "c/d")
    try rig.take("apple/swift") { $0.stars = 70_000 }
    try rig.take("a/b") { $0.stars = 10 }
    try rig.fail("c/d", .gone)
    rig.agent.handle(.reloadEnded)
    rig.digestIsTaken()
    return rig
  }

  // MARK: When it appears

  @Test func newsThatAServerHasLostAreShownAgainOnce() throws {
    let rig = try rigOfThree()
    let digest = try #require(rig.digests.newlyShown().first)
    rig.agent.handle(.doNotDisturbEnded)
    #expect(rig.digests.newlyShown() == [digest])
    #expect(rig.digests.withdrawals == 1)
    rig.agent.handle(.doNotDisturbEnded)
    #expect(rig.digests.shown == [])
    // Newer ones may be lost again.
    try rig.take("a/b") { $0.stars = 100 }
    rig.agent.handle(.reloadEnded)
    rig.digestIsTaken()
    rig.agent.handle(.doNotDisturbEnded)
    #expect(rig.digests.newlyShown().count == 2)
  }

  @Test func aDigestThatIsReadOrWithinReachIsNotShownAgain() throws {
    let rig = try rigOfThree()
    rig.digests.newlyShown()
    rig.digests.isWithinReach = true
    rig.agent.handle(.doNotDisturbEnded)
    (rig.digests.isWithinReach, rig.digests.living) = (false, nil)
    rig.agent.handle(.doNotDisturbEnded)
    #expect(rig.digests.shown == [])
  }

  @Test func theFirstReloadAnnouncesNothing() throws {
    let rig = try rig("apple/swift")
    rig.agent.handle(.reloadEnded)
    #expect(rig.digests.shown == [])
  }

  @Test func newsAreShownOnceAndThenForgotten() throws {
    let rig = try rig("apple/swift")
    try rig.take("apple/swift") { $0.stars = 70_000 }
    rig.agent.handle(.reloadEnded)
    let digest = try #require(rig.digests.newlyShown().first)
    #expect(digest.title == "apple/swift: 70000 stars")
    #expect(digest.lines == [])
    #expect(digest.keys == ["open:apple/swift", "quiet:apple/swift"])
    #expect(digest.labels == ["Open page", "Mute"])
    // Kept until a server has taken it.
    #expect(try rig.untold.count == 1)
    rig.digestIsTaken()
    #expect(try rig.untold == [])
    for _ in 0..<2 { rig.agent.handle(.storeChanged) }
    #expect(rig.digests.shown == [] && rig.digests.updated == [])
    // Today's notification does not change.
    #expect(rig.newlyPublished() == [])
  }

  /// Once for each reason, and not while another process only writes.
  @Test func watchesThatCannotBeReadAreAWarning() throws {
    let rig = try rig("apple/swift")
    try rig.take("apple/swift") { $0.stars = 70_000 }
    try execute("UPDATE watch SET owner = '/'", on: rig.storePath)
    for _ in 0..<3 { rig.agent.handle(.storeChanged) }
    #expect(rig.drawer.log.lines == ["the watches cannot be read: damagedRows"])
    try execute("UPDATE watch SET owner = 'apple'", on: rig.storePath)
    rig.agent.handle(.storeChanged)
    try execute("UPDATE watch SET owner = '/'", on: rig.storePath)
    rig.agent.handle(.storeChanged)
    #expect(rig.drawer.log.lines.count == 2)
  }

  @Test func newsThatWereNotShownAreShownByTheNextAgent() throws {
    let rig = try rig("apple/swift")
    try rig.take("apple/swift") { $0.isArchived = true }
    try rig.take("apple/swift") { $0.stars = 1000 }
    rig.agent.handle(.reloadEnded)
    #expect(rig.digests.newlyShown().count == 1)
    rig.digests.living = nil
    rig.restart()
    #expect(rig.digests.newlyShown().count == 1)
    rig.digestIsTaken()
    rig.digests.living = nil
    rig.restart()
    #expect(rig.digests.newlyShown() == [])
  }

  @Test func severalRepositoriesAreOneDigest() throws {
    let rig = try rigOfThree()
    #expect(rig.digests.shown.count == 1)
    let digest = try #require(rig.digests.shown.first)
    #expect(digest.title == "3 repositories have changed")
    #expect(digest.lines.count == 3)
    #expect(digest.lines[2] == "c/d was deleted or made private")
    #expect(digest.keys == ["open:apple/swift", "quiet:apple/swift"])
    #expect(digest.labels == ["Open swift", "Mute swift"])
  }

  @Test func laterNewsJoinAVisibleDigest() throws {
    let rig = try rigOfThree()
    rig.digests.shown = []
    try rig.take("a/b") { $0.stars = 100 }
    rig.agent.handle(.reloadEnded)
    let digest = try #require(rig.digests.newlyShown().first)
    #expect(digest.title == "3 repositories have changed")
    #expect(digest.lines.last == "a/b: 100 stars" && digest.lines.count == 3)
    rig.digestIsTaken()
    #expect(try rig.untold == [])
  }

  @Test func laterNewsAreShownAloneAfterADismissal() throws {
    let rig = try rigOfThree()
    rig.digests.shown = []
    rig.digests.living = nil
    try rig.take("a/b") { $0.stars = 100 }
    rig.agent.handle(.reloadEnded)
    #expect(rig.digests.newlyShown().map(\.title) == ["a/b: 100 stars"])
  }

  @Test func inQuietHoursTheDigestWaitsForTheirEnd() throws {
    var settings = Settings()
    settings.quiet = QuietHours("22:00-07:00")
    let rig = try rig(at: "2026-11-20 22:30", settings: settings, "apple/swift")
    try rig.take("apple/swift") { $0.stars = 10 }
    rig.agent.handle(.reloadEnded)
    #expect(rig.digests.shown == [] && rig.alarm.instant == instant("2026-11-21 00:00"))
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.digests.shown == [] && rig.alarm.instant == instant("2026-11-21 07:00"))
    rig.move(to: "2026-11-21 07:00")
    #expect(rig.digests.newlyShown().map(\.title) == ["apple/swift: 10 stars"])
  }

  @Test func withAnnouncementsOffNewsAreDropped() throws {
    var settings = Settings()
    settings.announcement = .never
    let rig = try rig(settings: settings, "apple/swift")
    try rig.take("apple/swift") { $0.stars = 10 }
    rig.agent.handle(.reloadEnded)
    #expect(rig.digests.shown == [])
    rig.agent.handle(.settingsChanged(Settings()))
    #expect(try rig.untold == [] && rig.digests.shown == [])
  }

  @Test func turningAnnouncementsOffClosesTheDigest() throws {
    let rig = try rigOfThree()
    var settings = Settings()
    settings.announcement = .never
    rig.agent.handle(.settingsChanged(settings))
    #expect(rig.digests.living == nil && rig.digests.withdrawals == 1)
    rig.agent.handle(.timeMoved)
    #expect(rig.digests.withdrawals == 1)
  }

  @Test func aLostDigestIsShownByTheNextServer() throws {
    let rig = try rigOfThree()
    let before = rig.digests.newlyShown()
    rig.digests.living = nil
    rig.agent.handle(.digestLost)
    #expect(rig.digests.newlyShown() == before)
  }

  // MARK: What is pressed

  @Test func muteIsStoredAndTheOtherNewsAreShownAgain() throws {
    let rig = try rigOfThree()
    rig.digests.shown = []
    rig.clickDigest(.quiet(swift), closes: true)
    #expect(try rig.store.watch(of: swift)?.isQuiet == true)
    let rest = try #require(rig.digests.newlyShown().first)
    #expect(rest.title == "2 repositories have changed" && rest.labels == ["Open b", "Mute b"])
    rig.clickDigest(.quiet(name("a/b")))
    #expect(rig.digests.newlyShown().map(\.labels) == [["Open page", "Mute"]])
    rig.clickDigest(.quiet(name("c/d")))
    #expect(rig.digests.living == nil && rig.digests.shown == [])
    #expect(rig.newlyPublished() == [])
  }

  @Test func aMuteIsTakenToOtherMachines() throws {
    let rig = try rigOfThree()
    try rig.store.changeExchange { $0.folder = "/folder" }
    rig.agent.handle(.storeChanged)
    let before = rig.exchanges.count
    rig.clickDigest(.quiet(swift))
    #expect(rig.exchanges.dropFirst(before) == [[.sync]])
  }

  @Test func aSecondClickOnMuteShowsNothing() throws {
    let rig = try rigOfThree()
    rig.clickDigest(.quiet(swift))
    rig.digests.shown = []
    rig.clickDigest(.quiet(swift), after: 200)
    #expect(rig.digests.shown == [] && rig.digests.living?.labels == ["Open b", "Mute b"])
  }

  @Test func aMutedRepositoryHasNoNews() throws {
    let rig = try rig("apple/swift")
    try rig.take("apple/swift") { $0.stars = 10 }
    rig.agent.handle(.reloadEnded)
    rig.clickDigest(.quiet(swift))
    rig.digests.shown = []
    try rig.take("apple/swift") { $0.stars = 1000 }
    rig.agent.handle(.reloadEnded)
    #expect(rig.digests.shown == [])
  }

  @Test func aFailedMuteIsReported() throws {
    let rig = try rigOfThree()
    rig.digests.shown = []
    let blocker = try HeldLock(rig.storePath)
    rig.clickDigest(.quiet(swift))
    // The lock may be released in a moment; until then nothing is shown.
    rig.pass(milliseconds: 0)
    #expect(rig.digests.shown == [] && rig.alarm.firstJob == rig.clock.uptime + 100)
    rig.pass(milliseconds: 5000)
    let digest = try #require(rig.digests.newlyShown().first)
    #expect(
      digest.lines.first
        == "Could not mute apple/swift: Another program has locked the store.")
    #expect(digest.keys.first == "open:apple/swift")
    blocker.release()
    rig.clickDigest(.quiet(swift))
    #expect(rig.digests.newlyShown().map(\.lines.count) == [2])
    #expect(try rig.store.watch(of: swift)?.isQuiet == true)
  }

  @Test func anOpenedRepositoryLeavesTheDigest() throws {
    let rig = try rigOfThree()
    rig.digests.shown = []
    rig.clickDigest(.open(swift))
    rig.clickDigest(.open(swift), after: 200)
    #expect(rig.viewer.pages == [swift])
    rig.digests.shown = []
    rig.viewer.ends[0](nil)
    #expect(rig.digests.newlyShown().map(\.labels) == [["Open b", "Mute b"]])
    #expect(try rig.store.watch(of: swift)?.isQuiet == false)
  }

  @Test func aRepositoryThatCannotBeOpenedStaysWithTheReason() throws {
    let rig = try rig("apple/swift")
    try rig.take("apple/swift") { $0.stars = 10 }
    rig.agent.handle(.reloadEnded)
    rig.digestIsTaken()
    rig.digests.shown = []
    rig.clickDigest(.open(swift), closes: true)
    rig.viewer.ends[0]("no browser\u{1b}[31m")
    let digest = try #require(rig.digests.newlyShown().first)
    #expect(digest.title == "apple/swift: 10 stars")
    #expect(digest.lines == ["Could not open apple/swift: no browser\u{FFFD}[31m"])
    // The next click may succeed.
    rig.clickDigest(.open(swift))
    rig.viewer.ends[1](nil)
    #expect(rig.digests.living == nil)
  }

  @Test func aClickOnTheBodyShowsTheDigestAgain() throws {
    let rig = try rigOfThree()
    let before = rig.digests.newlyShown()
    rig.clickDigest(.show, closes: true)
    #expect(rig.digests.newlyShown() == before)
    #expect(rig.viewer.pages == [] && rig.newlyPublished() == [])
    // GNOME repeats it, on a digest that is closed by then.
    rig.clickDigest(.show, closes: false, after: 10)
    #expect(rig.digests.newlyShown() == before)
  }

  @Test func aButtonOfAnOlderDigestActsOnItsOwnRepository() throws {
    let rig = try rigOfThree()
    rig.clickDigest(.quiet(name("a/b")), closes: true)
    #expect(try rig.store.watch(of: name("a/b"))?.isQuiet == true)
    #expect(try rig.store.watch(of: swift)?.isQuiet == false)
  }

  /// Keys that the notification has no button for.
  @Test func keysOfTodaysNotificationDoNothing() throws {
    let rig = try rigOfThree()
    rig.digests.shown = []
    rig.clickDigest(.study(day("2026-11-20")))
    rig.clickDigest(.close(day("2026-11-20")))
    rig.click(.open(swift))
    rig.click(.quiet(swift))
    #expect(rig.marks == [] && rig.viewer.pages == [] && rig.digests.shown == [])
    #expect(try rig.store.watch(of: swift)?.isQuiet == false)
    #expect(rig.newlyPublished() == [])
  }

  // MARK: What others do

  @Test func removedOrMutedRepositoriesLeaveTheDigest() throws {
    let rig = try rigOfThree()
    rig.digests.shown = []
    _ = try rig.store.removeWatches(of: [swift], by: rig.said)
    rig.agent.handle(.storeChanged)
    #expect(rig.digests.shown == [])
    #expect(rig.digests.updated.map(\.title) == ["2 repositories have changed"])
    try rig.store.setQuiet(true, [name("a/b")], by: rig.said)
    rig.agent.handle(.storeChanged)
    #expect(rig.digests.living?.title == "c/d was deleted or made private")
    _ = try rig.store.removeWatches(of: [name("c/d")], by: rig.said)
    rig.agent.handle(.storeChanged)
    #expect(rig.digests.living == nil)
  }

  @Test func anUnreadableStoreKeepsTheDigest() throws {
    let rig = try rigOfThree()
    let before = rig.digests.newlyShown()
    try rig.replaceStoreByGarbage()
    rig.agent.handle(.storeChanged)
    #expect([rig.digests.living] == before && rig.digests.updated == [])
    // A click on Mute shows that it failed.
    rig.clickDigest(.quiet(swift), closes: true)
    let digest = try #require(rig.digests.newlyShown().first)
    #expect(digest.lines.count == 4 && digest.lines[0].hasPrefix("Could not mute apple/swift: "))
  }

  @Test func aDismissedDigestStaysAway() throws {
    let rig = try rigOfThree()
    rig.digests.shown = []
    rig.digests.living = nil
    _ = try rig.store.removeWatches(of: [swift], by: rig.said)
    rig.agent.handle(.storeChanged)
    #expect(rig.digests.shown == [] && rig.digests.living == nil)
  }

  /// The digest after GitHub has given `apple/swift` another name, while news of it were shown.
  private func rename(in rig: Rig) throws -> Content {
    rig.agent.handle(.reloadEnded)
    rig.digestIsTaken()
    rig.digests.shown = []
    try rig.take("apple/swift", as: "swiftlang/swift") { _ in }
    rig.agent.handle(.storeChanged)
    return try #require(rig.digests.newlyShown().first)
  }

  @Test func newsFollowARenamedRepository() throws {
    let rig = try rig("apple/swift")
    try rig.take("apple/swift") { $0.stars = 10 }
    let digest = try rename(in: rig)
    #expect(digest.title == "swiftlang/swift: 10 stars")
    #expect(digest.lines == ["apple/swift was renamed to swiftlang/swift"])
    #expect(digest.keys == ["open:swiftlang/swift", "quiet:swiftlang/swift"])
  }

  /// Two watches that become one are one repository in the digest too.
  @Test func newsFollowAWatchThatIsJoinedWithAnother() throws {
    let rig = try rig("apple/swift", "swiftlang/swift")
    for name in ["swiftlang/swift", "apple/swift"] { try rig.take(name) { $0.stars = 10 } }
    let digest = try rename(in: rig)
    #expect(digest.title == "swiftlang/swift: 10 stars")
    #expect(
      digest.lines
        == ["apple/swift and swiftlang/swift are one repository, now watched once"])
    #expect(digest.keys == ["open:swiftlang/swift", "quiet:swiftlang/swift"])
  }

  /// News that were shown are not shown again, and are forgotten when the lock is released.
  @Test func duringALockShownNewsAreNotShownAgain() throws {
    let rig = try rig("apple/swift")
    try rig.take("apple/swift") { $0.stars = 10 }
    rig.agent.handle(.reloadEnded)
    rig.pass(milliseconds: 2000)
    let blocker = try HeldLock(rig.storePath)
    rig.digestIsTaken()
    #expect(rig.alarm.firstJob == rig.clock.uptime + 1000)
    rig.digests.living = nil
    rig.digests.shown = []
    rig.agent.handle(.timeMoved)
    #expect(rig.digests.shown == [])
    blocker.release()
    #expect(try rig.untold.count == 1)
    rig.pass(milliseconds: 1000)
    #expect(try rig.untold == [] && rig.digests.shown == [])
    #expect(rig.alarm.instant == instant("2026-11-20 20:00"))
  }
}
