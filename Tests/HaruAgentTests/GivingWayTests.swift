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

  /// One that waits for the lock, or that is not saved and is tried again.
  @Test(arguments: [(0, 2000, 200), (5001, 1000, 60_000)])
  func aClickIsSavedFirst(waited: Int64, locked: Int64, after: Int64) throws {
    let (rig, hasGivenWay) = try rig()
    let lock = try HeldLock(rig.storePath)
    rig.click(.study(today))
    rig.pass(milliseconds: waited)
    rig.agent.handle(.programChanged)
    rig.pass(milliseconds: locked)
    #expect(!hasGivenWay())
    lock.release()
    rig.pass(milliseconds: after)
    #expect(rig.marks == ["2026-11-20", "2026-11-19"])
    #expect(hasGivenWay())
  }
}
