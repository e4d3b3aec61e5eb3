import Foundation
import HaruCore
import HaruStore
import Support
import Testing

@testable import haru_agent

/// A click ends in *Studied* or *not saved*, whatever happens to the store.
@MainActor
struct StoreTroubleTests {
  let today = day("2026-11-20")
  private let rig: Rig

  init() throws { rig = try Rig(marks: ["2026-11-19"]) }

  @Test func aClickOnALockedStoreIsRetriedUntilItIsUnlocked() throws {
    let lock = try HeldLock(rig.storePath)
    rig.click(.study(today))
    #expect(rig.newlyPublished() == [])
    rig.pass(milliseconds: 0)
    #expect(rig.alarm.firstJob == rig.clock.uptime + 100)
    rig.pass(milliseconds: 3000)
    #expect(rig.newlyPublished() == [])
    lock.release()
    rig.pass(milliseconds: 100)
    #expect(rig.newlyPublished().map(\.title) == ["Studied: Friday 20 November 🦃"])
    #expect(rig.marks == ["2026-11-20", "2026-11-19"])
  }

  @Test func aLaterSuccessRemovesNotSaved() throws {
    let lock = try HeldLock(rig.storePath)
    rig.click(.study(today))
    rig.pass(milliseconds: 5001)
    lock.release()
    rig.agent.handle(.asked(.study(today), { _ in }))
    #expect(rig.publisher.living?.title == "Studied: Friday 20 November 🦃")
  }

  @Test func aClickOnADamagedStoreIsShownAsNotSaved() throws {
    try rig.replaceStoreByGarbage()
    rig.agent.handle(.storeChanged)
    rig.click(.study(today))
    #expect(rig.publisher.living?.title == "Not saved: Friday 20 November 🦃")
  }

  /// The click is written, and then the days cannot be read.
  @Test func aClickThatIsSavedIsNotShownAsNotSaved() throws {
    try execute("UPDATE entry SET key = 'no day'", on: rig.storePath)
    rig.click(.study(today))
    let shown = try #require(rig.publisher.living)
    #expect(shown.title == "Cannot read your days: Friday 20 November 🦃")
    #expect(shown.lines.first == "Marked as studied: Friday 20 November")
  }

  @Test func clicksDuringALockKeepTheirOrder() throws {
    let lock = try HeldLock(rig.storePath)
    rig.click(.study(today), after: 1000)
    rig.click(.unstudy(today), after: 1000)
    rig.click(.study(today), after: 1000)
    lock.release()
    rig.pass(milliseconds: 100)
    #expect(rig.marks == ["2026-11-20", "2026-11-19"])
    // One publication for the three of them.
    #expect(rig.newlyPublished().map(\.title) == ["Studied: Friday 20 November 🦃"])
  }

  @Test func aBusCallIsAnsweredWhenTheStoreIsUnlocked() throws {
    let lock = try HeldLock(rig.storePath)
    var answers: [Result<Bool, StoreError>] = []
    rig.agent.handle(.asked(.study(today), { answers.append($0) }))
    #expect(answers.isEmpty)
    lock.release()
    rig.pass(milliseconds: 100)
    #expect(answers == [.success(true)])
  }

  @Test func aStoreThatIsRemovedIsMadeAgain() throws {
    try rig.removeStore()
    rig.click(.study(today))
    #expect(rig.marks == ["2026-11-20"])
    #expect(rig.publisher.living?.lines == ["The first day of your streak"])
  }

  @Test func aDamagedStoreIsReportedAndKept() throws {
    let garbage = try rig.replaceStoreByGarbage()
    rig.agent.handle(.storeChanged)
    #expect(
      rig.newlyPublished().map(\.title) == ["Cannot read your days: Friday 20 November 🦃"])
    rig.click(.study(today))
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    #expect(try Data(contentsOf: URL(fileURLWithPath: rig.storePath)) == garbage)
  }

  @Test func aStoreOfANewerVersionAsksForAnUpgrade() throws {
    var isOutdated = false
    rig.agent.onOutdated = { _ in isOutdated = true }
    try execute("PRAGMA user_version = 99", on: rig.storePath)
    rig.agent.handle(.storeChanged)
    #expect(isOutdated)
  }

  @Test func whatIsToldOfAFailingBackupIsSinceWhen() throws {
    let rig = try Rig()
    func since() -> Instant? { rig.agendas.last?.noBackupSince }
    rig.pass(milliseconds: 2000)
    #expect(rig.haru.started == [["store", "backup", "--daily"]])
    rig.haru.end("no room")
    #expect(since() == instant("2026-11-20 09:00:02"))
    rig.pass(milliseconds: 3_600_000)
    rig.haru.end("no room")
    #expect(since() == instant("2026-11-20 09:00:02"))
    rig.pass(milliseconds: 3_600_000)
    rig.haru.end()
    #expect(rig.haru.started.count == 3 && since() == nil)
  }

  @Test func aRemarkAndAFailureEndWithTheDay() throws {
    let rig = try Rig(at: "2026-11-20 22:00", marks: ["2026-11-19"])
    let lock = try HeldLock(rig.storePath)
    rig.click(.study(today))
    rig.pass(milliseconds: 6000)
    lock.release()
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.publisher.living?.title == "Saturday 21 November 🦃")
  }
}
