import HaruCore
import Support
import Testing

@testable import haru_agent

/// The agent gives way to a newer program, but never between a click and its commit.
@MainActor
struct GivingWayTests {
  let today = day("2026-11-20")

  private func rig() throws -> (rig: Rig, hasGivenWay: () -> Bool) {
    let rig = try Rig(marks: ["2026-11-19"])
    var hasGivenWay = false
    rig.agent.onGivingWay = { hasGivenWay = true }
    return (rig, { hasGivenWay })
  }

  @Test func itGivesWayAfterASecond() throws {
    let (rig, hasGivenWay) = try rig()
    rig.agent.handle(.programChanged)
    rig.pass(milliseconds: 999)
    #expect(!hasGivenWay())
    rig.pass(milliseconds: 1)
    #expect(hasGivenWay())
  }

  @Test func aClickThatWaitsForALockIsSavedFirst() throws {
    let (rig, hasGivenWay) = try rig()
    let lock = try HeldLock(rig.storePath)
    rig.click(.study(today))
    rig.agent.handle(.programChanged)
    rig.pass(milliseconds: 2000)
    #expect(!hasGivenWay())
    lock.release()
    rig.pass(milliseconds: 100)
    rig.pass(milliseconds: 100)
    #expect(rig.marks == ["2026-11-20", "2026-11-19"])
    #expect(hasGivenWay())
  }

  @Test func aClickThatIsNotSavedIsTriedAgainFirst() throws {
    let (rig, hasGivenWay) = try rig()
    let lock = try HeldLock(rig.storePath)
    rig.click(.study(today))
    rig.pass(milliseconds: 5001)
    rig.agent.handle(.programChanged)
    rig.pass(milliseconds: 1000)
    #expect(!hasGivenWay())
    lock.release()
    rig.pass(milliseconds: 60_000)
    #expect(rig.marks == ["2026-11-20", "2026-11-19"])
    #expect(hasGivenWay())
  }
}
