import HaruCore
import HaruDesktop
import HaruStore
import Testing

@testable import haru_agent

/// What the user's own programs are told of.
@MainActor
struct HookTests {
  let today = day("2026-11-20")

  @Test func aClickThatChangesTodayIsTold() throws {
    let rig = try Rig(marks: ["2026-11-19"])
    rig.agent.handle(.clicked(.study(day("2026-11-18"))))
    #expect(rig.hooks == [])
    rig.clock.uptime += 5000
    rig.agent.handle(.clicked(.study(today)))
    #expect(rig.hooks == [.studied])
    for again in [today, day("2026-11-17")] {
      rig.clock.uptime += 5000
      rig.agent.handle(.clicked(.study(again)))
    }
    #expect(try rig.store.isStudied(day("2026-11-17")))
    #expect(rig.hooks == [.studied])
    rig.clock.uptime += 5000
    rig.agent.handle(.clicked(.unstudy(today)))
    #expect(rig.hooks == [.studied, .unstudied])
  }

  /// A change of another process is told by that process.
  @Test func whatAnotherProcessWritesIsNotTold() throws {
    let rig = try Rig()
    try rig.mark([today])
    #expect(rig.hooks == [])
  }

  @Test func timeIsTold() throws {
    let rig = try Rig(marks: ["2026-11-18", "2026-11-19"])
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.hooks == [.reminder])
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.hooks == [.reminder, .dayStarted, .streakEnded])
    rig.agent.handle(.clicked(.study(day("2026-11-21"))))
    rig.move(to: "2026-11-21 20:00")
    rig.move(to: "2026-11-22 00:00")
    #expect(rig.hooks.dropFirst(3) == [.studied, .dayStarted])
    // The day that a clock is set back to has begun before.
    rig.move(to: "2026-11-21 23:00")
    #expect(rig.hooks.count == 5)
  }

  /// Not once more on each rest day behind the missed one.
  @Test func theEndOfAStreakIsToldOnce() throws {
    let rig = try Rig(marks: ["2026-11-18", "2026-11-19"])
    let rest = ["2026-11-21", "2026-11-22"].map(day)
    try rig.store.setRest(rest, reason: "", by: rig.said)
    for date in 21...23 { rig.move(to: "2026-11-\(date) 00:00") }
    #expect(rig.hooks == [.dayStarted, .streakEnded, .dayStarted, .dayStarted])
  }

  /// It is what the user sees of the new day, which has no notification of its own.
  @Test func aReminderThatComesWithTheNewDayIsTold() throws {
    let rig = try Rig(settings: Settings { $0.atDayStart = .never })
    // The machine slept for a day.
    rig.move(to: "2026-11-21 20:30")
    #expect(rig.publisher.living?.title == "Still open today")
    #expect(rig.hooks == [.reminder, .dayStarted])
  }

  /// A day that begins before the agent starts is told by nobody, so that no day is told twice.
  @Test func aStartIsNoNewDay() throws {
    let rig = try Rig(marks: ["2026-11-18"])
    rig.restart()
    #expect(rig.hooks == [])
  }
}
