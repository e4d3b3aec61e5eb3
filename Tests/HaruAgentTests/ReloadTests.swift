import Foundation
import HaruCore
import HaruStore
import Support
import Testing

@testable import haru_agent

/// When watched repositories are reloaded.
@MainActor
struct ReloadTests {
  /// The usual alarm of the rig's day.
  private let reminder = instant("2026-11-20 20:00")

  @Test func withoutAWatchNoReloadIsDue() throws {
    let rig = try Rig()
    #expect(rig.alarm.instant == reminder)
    rig.move(to: "2026-11-21 09:00")
    #expect(rig.alarm.instant == instant("2026-11-21 20:00"))
    #expect(rig.reloader.started == [])
  }

  @Test func theAlarmRingsWhenAWatchIsDueAndNotBefore() throws {
    let rig = try Rig { try $0.watch("apple/swift") }
    #expect(rig.reloader.started == [])
    // Answered at 08:00, and twelve hours later is the reminder.
    #expect(rig.alarm.instant == reminder)
    var settings = Settings()
    settings.remindAt = []
    rig.agent.handle(.settingsChanged(settings))
    #expect(rig.alarm.instant == reminder)
    rig.move(to: "2026-11-20 19:59:59")
    #expect(rig.reloader.started == [])
    rig.move(to: "2026-11-20 20:00")
    let request = ReloadRequest(.due, by: settings, usualStore: rig.storePath)
    #expect(rig.reloader.started == [[FetchCommand.reload(request).line]])
  }

  /// With a wrong address in the settings, another site would be asked.
  @Test func nothingIsLoadedFromASiteThatIsNotKnown() throws {
    let rig = try Rig { try $0.watch("apple/swift") }
    var settings = Settings()
    settings.isSiteKnown = false
    rig.agent.handle(.settingsChanged(settings))
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.reloader.started == [])
    rig.agent.handle(.settingsChanged(Settings()))
    rig.move(to: "2026-11-20 20:01")
    #expect(rig.reloader.started.count == 1)
  }

  @Test func thereIsOneReloadAtATime() throws {
    let rig = try Rig { try $0.watch("apple/swift") }
    rig.move(to: "2026-11-20 20:00")
    rig.move(to: "2026-11-20 20:05")
    rig.agent.handle(.storeChanged)
    #expect(rig.reloader.started.count == 1)
    // Only its end is waited for.
    #expect(rig.alarm.instant == instant("2026-11-21 00:00"))
    try rig.take("apple/swift") { _ in }
    rig.reloader.end()
    #expect(rig.reloader.started.count == 1)
    rig.move(to: "2026-11-21 08:04:59")
    #expect(rig.reloader.started.count == 1)
    rig.move(to: "2026-11-21 08:05")
    #expect(rig.reloader.started.count == 2)
  }

  @Test func watchesDueAtDifferentTimesAreReloadedOneByOne() throws {
    let rig = try Rig { rig in
      try rig.watch("apple/swift", "a/b")
      try rig.take("a/b", at: instant("2026-11-20 08:00"), spread: 1) { _ in }
    }
    rig.move(to: "2026-11-20 20:00")
    try rig.take("apple/swift") { _ in }
    rig.reloader.end()
    #expect(rig.alarm.instant == instant("2026-11-20 21:12"))
    rig.move(to: "2026-11-20 21:12")
    #expect(rig.reloader.started.count == 2)
  }

  @Test func aNewWatchIsReloadedAtOnce() throws {
    let rig = try Rig()
    _ = try rig.store.addWatches(of: [name("apple/swift")], by: rig.said)
    rig.agent.handle(.storeChanged)
    #expect(rig.alarm.instant == rig.clock.now + 1)
    rig.move(to: "2026-11-20 09:00:01")
    #expect(rig.reloader.started.count == 1)
  }

  /// The reload did what it could: it began before.
  @Test func aWatchThatIsAddedDuringAReloadIsReloadedAfterIt() throws {
    let rig = try Rig { try $0.watch("apple/swift") }
    rig.move(to: "2026-11-20 20:00")
    try rig.take("apple/swift") { _ in }
    rig.clock.now = rig.clock.now + 60
    _ = try rig.store.addWatches(of: [name("a/b")], by: rig.said)
    rig.reloader.end()
    #expect(rig.reloader.started.count == 2)
  }

  @Test func aClickNeverWaitsForTheStartOfAReload() throws {
    let rig = try Rig { try $0.watch("apple/swift") }
    rig.clock.now = instant("2026-11-20 21:00")
    rig.click(.study(day("2026-11-20")))
    #expect(rig.reloader.started == [] && rig.marks == ["2026-11-20"])
    #expect(rig.alarm.instant == rig.clock.now + 1)
  }

  @Test func aPauseOfTheSiteIsWaitedFor() throws {
    let rig = try Rig { try $0.watch("apple/swift") }
    rig.move(to: "2026-11-20 20:00")
    try rig.fail("apple/swift", .offline("no route"))
    let until = rig.clock.now + 900
    let pause = Pause(until: until, because: .offline("no route"), askedAs: "", failures: 1)
    try rig.store.setPause(pause, of: Rig.site)
    rig.reloader.end()
    #expect(rig.alarm.instant == until)
    rig.move(to: "2026-11-20 20:14:59")
    #expect(rig.reloader.started.count == 1)
    rig.move(to: "2026-11-20 20:15")
    #expect(rig.reloader.started.count == 2)
  }

  /// It crashes or cannot write, with an exit status that tells so, or without.
  @Test(arguments: [nil, "haru-fetch: status 137"])
  func aReloadThatLeavesAllDueIsDelayedLongerEachTime(reason: String?) throws {
    let drawer = SpyDrawer(isInstalled: false)
    let rig = try Rig(at: "2026-11-20 00:30", drawer: drawer) { try $0.watch("apple/swift") }
    rig.clock.now = instant("2026-11-21 00:30")
    rig.agent.handle(.timeMoved)
    var pauses: [Int64] = []
    for _ in 0..<7 {
      let count = rig.reloader.started.count
      rig.reloader.end(reason)
      #expect(rig.reloader.started.count == count)
      let alarm = try #require(rig.alarm.instant)
      pauses.append(alarm.seconds - rig.clock.now.seconds)
      // Events in between start nothing.
      rig.agent.handle(.storeChanged)
      rig.agent.handle(.timeMoved)
      #expect(rig.reloader.started.count == count && rig.alarm.instant == alarm)
      rig.clock.now = alarm
      rig.agent.handle(.timeMoved)
      #expect(rig.reloader.started.count == count + 1)
    }
    #expect(pauses == [900, 1800, 3600, 7200, 7200, 7200, 7200])
    #expect(drawer.log.lines.count == (reason == nil ? 0 : 7))
    // A reload that succeeds ends the row.
    try rig.take("apple/swift") { _ in }
    rig.reloader.end()
    let next = rig.clock.now + 43_200
    rig.clock.now = next
    rig.agent.handle(.timeMoved)
    rig.reloader.end(reason)
    #expect(rig.alarm.instant == next + 900)
  }

  @Test func aClockSetBackNeitherEndsNorExtendsAPause() throws {
    let rig = try Rig(at: "2026-11-20 01:00") { try $0.watch("apple/swift") }
    rig.move(to: "2026-11-20 12:30")
    rig.reloader.end("killed")
    #expect(rig.alarm.instant == instant("2026-11-20 12:45"))
    // Nothing is due yet, and the delay ends long before.
    rig.move(to: "2026-11-20 03:00")
    #expect(rig.alarm.instant == instant("2026-11-20 12:00"))
    rig.move(to: "2026-11-20 12:00")
    #expect(rig.reloader.started.count == 2)
  }

  @Test func aClockThatWasFarAheadDelaysNoReload() throws {
    let rig = try Rig(at: "2027-06-01 09:00") { try $0.watch("apple/swift") }
    rig.move(to: "2026-11-20 09:00")
    #expect(rig.reloader.started.count == 1)
  }

  @Test func aMissingProgramIsLookedForEachHourAndLoggedOnce() throws {
    let drawer = SpyDrawer(isInstalled: false)
    let rig = try Rig(at: "2026-11-20 05:00", drawer: drawer) { rig in
      rig.reloader.isInstalled = false
      try rig.watch("apple/swift")
    }
    #expect(drawer.log.lines == [])
    rig.move(to: "2026-11-20 16:00")
    #expect(rig.alarm.instant == instant("2026-11-20 17:00"))
    rig.move(to: "2026-11-20 17:00")
    #expect(rig.alarm.instant == instant("2026-11-20 18:00"))
    #expect(drawer.log.lines == ["nothing is reloaded: haru-fetch is not installed"])
    rig.reloader.isInstalled = true
    rig.agent.handle(.storeChanged)
    #expect(rig.alarm.instant == rig.clock.now + 1)
    rig.move(to: "2026-11-20 17:00:01")
    #expect(rig.reloader.started.count == 1)
  }

  @Test func aRemovedWatchIsNotDue() throws {
    let rig = try Rig(at: "2026-11-20 05:00") { try $0.watch("apple/swift") }
    #expect(rig.alarm.instant == instant("2026-11-20 16:00"))
    _ = try rig.store.removeWatches(of: [name("apple/swift")], by: rig.said)
    rig.agent.handle(.storeChanged)
    #expect(rig.alarm.instant == reminder)
  }

  @Test func intervalAndSiteComeFromTheSettings() throws {
    let rig = try Rig { try $0.watch("apple/swift") }
    var settings = Settings()
    settings.reloadAfter = 900
    settings.site = try #require(GitHubSite("http://127.0.0.1:8080"))
    settings.storePath = rig.storePath
    // The earlier interval would make it due much later.
    rig.agent.handle(.settingsChanged(settings))
    rig.move(to: "2026-11-20 09:00:01")
    let command = try FetchCommand(line: try #require(rig.reloader.started.first?.first))
    guard case .reload(let request) = command else { throw Failure.unexpected("\(command)") }
    #expect(request.interval == 900 && request.site.description == "http://127.0.0.1:8080")
  }

  @Test func aStoreThatCannotBeReadHasNothingDue() throws {
    let rig = try Rig { try $0.watch("apple/swift") }
    try rig.replaceStoreByGarbage()
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.reloader.started == [])
  }
}
