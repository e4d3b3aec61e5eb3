import Foundation
import HaruCore
import Support
import Testing

@testable import haru_agent

/// When a guest is asked.
@MainActor
struct GuestTimeTests {
  private let reminder = instant("2026-11-20 20:00")

  @Test func itIsAskedTwoSecondsAfterTheStart() throws {
    let guest = try GuestRig(answering: page())
    #expect(try guest.asked() == ["start"])
    // It has named no time.
    #expect(guest.alarm == reminder && guest.rig.alarm.firstJob == nil)
    #expect(guest.publisher.published == [])
  }

  @Test func itIsAskedAgainAtTheTimeThatItNamesAndNotBefore() throws {
    let guest = try GuestRig(answering: page(again: "2026-11-20 12:00"))
    #expect(guest.alarm == instant("2026-11-20 12:00"))
    guest.rig.move(to: "2026-11-20 11:59:59")
    try guest.answers(page(again: "2026-11-20 18:00"))
    guest.rig.move(to: "2026-11-20 12:00")
    // While it is asked, only its end is waited for.
    #expect(guest.alarm == reminder)
    guest.wait()
    #expect(try guest.asked() == ["start", "time"])
    #expect(guest.alarm == instant("2026-11-20 18:00"))
    try guest.answers(page())
    guest.rig.move(to: "2026-11-20 18:00")
    guest.wait()
    #expect(guest.alarm == reminder)
  }

  /// It is asked at once, and then once in a minute.
  @Test(arguments: ["1970-01-01 00:00", "2026-11-20 09:00:02", "2026-11-20 09:01:01"])
  func aPastTimeComesOnceInAMinute(time: String) throws {
    let guest = try GuestRig(answering: page(again: time))
    #expect(guest.alarm == max(instant(time), instant("2026-11-20 09:00:03")))
    for minute in 1...3 {
      guest.rig.move(to: "2026-11-20 09:0\(minute):02")
      guest.wait()
      #expect(guest.alarm == instant("2026-11-20 09:0\(minute + 1):02"))
    }
  }

  /// Only the alarm starts a process.
  @Test func aClickDoesNotWaitForAQuestion() throws {
    let guest = try GuestRig(answering: page(again: "2026-11-20 12:00"))
    guest.rig.clock.now = instant("2026-11-20 13:00")
    guest.rig.click(.study(day("2026-11-20")))
    #expect(guest.rig.marks == ["2026-11-20"] && guest.alarm == guest.rig.clock.now + 1)
    #expect(try guest.asked() == ["start"])
  }

  @Test func itIsAskedWhenSomethingHasChanged() throws {
    let guest = try GuestRig(answering: page())
    _ = try guest.asked()
    guest.change()
    guest.rig.clock.uptime += 1000
    guest.rig.agent.handle(.settingsChanged(Settings()))
    guest.wait()
    #expect(try guest.asked() == ["changed", "changed"])
  }

  /// One that calls `Reload` for its answer would be asked without end.
  @Test func changesWithinASecondAreOneQuestion() throws {
    let guest = try GuestRig(answering: page())
    guest.change()
    for _ in 0..<5 {
      guest.rig.agent.handle(.storeChanged)
      guest.rig.pass(milliseconds: 100)
    }
    guest.rig.pass(milliseconds: 499)
    #expect(guest.rig.alarm.firstJob == guest.rig.clock.uptime + 1)
    guest.rig.pass(milliseconds: 1)
    guest.wait()
    #expect(guest.rig.alarm.firstJob == nil)
    guest.change()
    #expect(try guest.asked() == ["start", "changed", "changed", "changed"])
  }

  /// Its name is read by a clock that was years ahead.
  @Test func aClockThatWasAheadDelaysNothing() throws {
    let guest = try GuestRig(at: "2027-06-01 09:00", answering: page(again: "2027-06-01 12:00"))
    guest.rig.move(to: "2026-11-20 09:00")
    guest.wait()
    #expect(try guest.asked() == ["start", "time"])
  }

  // MARK: A guest that fails

  @Test(arguments: [
    ("exit 3", "status 3"), ("kill -9 $$", "status 137"), ("echo '{'", "wrong: page"),
    ("echo no >&2; exit 1", "status 1: no"),
    ("head -c 65536 /dev/zero", "65536 bytes or more"),
    (#"echo '{"version":1,"agian":1}'"#, "wrong: agian"),
  ])
  func aGuestThatFailsIsAskedLessOftenAndLoggedOnce(script: String, reason: String) throws {
    let guest = try GuestRig(at: "2026-11-20 00:30", answering: page("news"))
    _ = try guest.asked()
    try guest.runs(script)
    guest.change()
    var pauses: [Int64] = []
    for _ in 0..<5 {
      let alarm = try #require(guest.alarm)
      pauses.append(alarm.seconds - guest.rig.clock.now.seconds)
      // Nothing else is a reason to ask.
      guest.rig.agent.handle(.storeChanged)
      guest.rig.clock.now = alarm
      guest.rig.agent.handle(.timeMoved)
      guest.wait()
    }
    #expect(pauses == [900, 1800, 3600, 7200, 7200])
    #expect(try guest.asked() == ["changed a"] + Array(repeating: "time a", count: 5))
    #expect(guest.rig.drawer.log.lines == ["the guest example fails: \(reason)"])
    // What is shown stays.
    #expect(guest.publisher.living?.title == "news" && guest.publisher.withdrawals == 0)
    // An answer ends the row.
    try guest.answers(page(again: "2026-11-20 20:00"))
    guest.rig.clock.now = try #require(guest.alarm)
    guest.rig.agent.handle(.timeMoved)
    guest.wait()
    #expect(guest.alarm == reminder && guest.publisher.living == nil)
  }

  /// What waits for an answer is not asked of a guest that has just failed.
  @Test func whatWaitedIsNotAskedAfterAFailure() throws {
    let guest = try GuestRig(answering: page("news"))
    _ = try guest.asked()
    try guest.runs("sleep 0.2; exit 1")
    guest.rig.agent.handle(.storeChanged)
    guest.change()
    guest.rig.clock.now = try #require(guest.alarm)
    guest.rig.agent.handle(.timeMoved)
    guest.wait()
    #expect(try guest.asked() == ["changed a", "time a"])
  }

  @Test func aMissingProgramFails() throws {
    let guest = try GuestRig(answering: page())
    try FileManager.default.removeItem(atPath: guest.rig.scratch(Rig.guestProgram))
    guest.change()
    #expect(guest.alarm == guest.rig.clock.now + 900 && guest.rig.drawer.log.lines.count == 1)
  }
}
