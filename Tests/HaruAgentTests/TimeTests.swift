import HaruCore
import Testing

@testable import haru_agent

/// Time passes: days end, reminders come, clocks and zones change.
@MainActor
struct TimeTests {
  let today = day("2026-11-20")

  @Test func theEndOfTheDayPublishesOnce() throws {
    let rig = try Rig(at: "2026-11-20 23:59", marks: ["2026-11-19"])
    #expect(rig.alarm.instant == instant("2026-11-21 00:00"))
    rig.move(to: "2026-11-21 00:00")
    let published = rig.newlyPublished()
    #expect(published.count == 1)
    #expect(published.first?.isShow == true)
    #expect(published.first?.title == "Saturday 21 November 🦃")
    #expect(rig.alarm.instant == instant("2026-11-21 20:00"))
  }

  @Test func afterSeveralDaysOfSuspendOnlyTodayIsPublished() throws {
    let rig = try Rig(at: "2026-11-20 19:00")
    rig.move(to: "2026-11-23 21:30")
    let published = rig.newlyPublished()
    #expect(published.count == 1)
    #expect(published.first?.keys.first == "study:2026-11-23")
  }

  @Test func aReminderComesWhileTheDayIsOpen() throws {
    let rig = try Rig(marks: ["2026-11-18", "2026-11-19"])
    rig.move(to: "2026-11-20 20:00")
    let published = rig.newlyPublished()
    #expect(published.count == 1)
    #expect(published.first?.title == "Still open today")
    #expect(published.first?.body == "Friday 20 November 🦃\n2-day streak")
    #expect(rig.alarm.instant == instant("2026-11-21 00:00"))
  }

  @Test func aReminderMissedDuringSuspendComesOnce() throws {
    let rig = try Rig()
    rig.move(to: "2026-11-20 22:10")
    #expect(rig.newlyPublished().count == 1)
    rig.move(to: "2026-11-20 22:20")
    #expect(rig.newlyPublished() == [])
  }

  @Test func aStudiedDayIsNotReminded() throws {
    let rig = try Rig(marks: ["2026-11-20"])
    #expect(rig.alarm.instant == instant("2026-11-21 00:00"))
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.newlyPublished() == [])
  }

  @Test func aVisibleReminderTurnsIntoStudiedWhenMarkedElsewhere() throws {
    let rig = try Rig()
    rig.move(to: "2026-11-20 20:00")
    rig.newlyPublished()
    try rig.mark([today])
    let published = rig.newlyPublished()
    #expect(published.map(\.title) == ["Studied: Friday 20 November 🦃"])
    #expect(published.first?.isShow == false)
  }

  /// One that is dismissed stays away, and a visible one stays.
  @Test(arguments: [true, false])
  func correctingThePastShowsNoReminderAgain(isDismissed: Bool) throws {
    let rig = try Rig()
    rig.move(to: "2026-11-20 20:00")
    if isDismissed { rig.publisher.living = nil }
    rig.newlyPublished()
    try rig.mark([day("2026-11-10")])
    #expect(rig.newlyPublished() == [])
    #expect(rig.publisher.living?.title == (isDismissed ? nil : "Still open today"))
  }

  @Test func unchangedContentIsNotPublished() throws {
    let rig = try Rig()
    for _ in 0..<3 {
      rig.agent.handle(.timeMoved)
      rig.agent.handle(.storeChanged)
    }
    rig.agent.handle(.settingsChanged(Settings()))
    #expect(rig.newlyPublished() == [])
    #expect(rig.announced.count == 1)
  }

  @Test func aZoneOnTheSameDatePublishesNothing() throws {
    let rig = try Rig()
    rig.clock.offset = 3600
    rig.agent.handle(.timeMoved)
    #expect(rig.newlyPublished() == [])
    #expect(rig.alarm.instant == instant("2026-11-20 20:00", offset: 3600))
  }

  @Test func aZoneOnAnotherDatePublishesThatDay() throws {
    let rig = try Rig(at: "2026-11-20 23:00", marks: ["2026-11-20"])
    rig.clock.offset = 2 * 3600
    rig.agent.handle(.timeMoved)
    #expect(rig.newlyPublished().map(\.title) == ["Saturday 21 November 🦃"])
    // Back again, today is the day before, and its mark is still there.
    rig.clock.offset = 0
    rig.agent.handle(.timeMoved)
    #expect(rig.newlyPublished().map(\.title) == ["Studied: Friday 20 November 🦃"])
    #expect(rig.marks == ["2026-11-20"])
  }

  @Test func aClockSetBackDoesNotSilenceReminders() throws {
    let rig = try Rig(at: "2026-12-31 19:00")
    rig.click(.later(day("2026-12-31")))
    rig.move(to: "2026-11-20 19:00")
    rig.newlyPublished()
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.newlyPublished().map(\.title) == ["Still open today"])
  }

  @Test func aDayMayStartAtThree() throws {
    var settings = Settings()
    settings.dayStartsAt = try #require(TimeOfDay("03:00"))
    let rig = try Rig(at: "2026-11-21 01:30", settings: settings, marks: ["2026-11-19"])
    rig.click(.show)
    let shown = try #require(rig.newlyPublished().first)
    #expect(shown.title == "Friday 20 November 🦃")
    #expect(shown.body.hasPrefix("1-day streak, today is open"))
    rig.move(to: "2026-11-21 03:00")
    #expect(rig.newlyPublished().first?.title == "Saturday 21 November 🦃")
  }

  @Test func anotherStartOfTheDayChangesNoMark() throws {
    let rig = try Rig(at: "2026-11-20 01:00", marks: ["2026-11-20"])
    var settings = Settings()
    settings.dayStartsAt = try #require(TimeOfDay("03:00"))
    rig.agent.handle(.settingsChanged(settings))
    #expect(rig.marks == ["2026-11-20"])
    #expect(rig.agent.numbers?.today == day("2026-11-19"))
  }

  @Test func aDayThatStartsInQuietHoursIsShownWhenTheyEnd() throws {
    let rig = try Rig(at: "2026-11-20 23:59", settings: .quiet("22:00-07:00"))
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.newlyPublished() == [.withdraw])
    #expect(rig.alarm.instant == instant("2026-11-21 07:00"))
    rig.move(to: "2026-11-21 07:00")
    #expect(rig.newlyPublished().map(\.title) == ["Saturday 21 November 🦃"])
  }

  @Test func aReminderMissedDuringSuspendWaitsForTheEndOfQuietHours() throws {
    let rig = try Rig(at: "2026-11-20 19:00", settings: .quiet("22:00-23:00"))
    rig.move(to: "2026-11-20 22:30")
    #expect(rig.newlyPublished().allSatisfy { !$0.isShow })
    #expect(rig.alarm.instant == instant("2026-11-20 23:00"))
    rig.move(to: "2026-11-20 23:00")
    #expect(rig.newlyPublished().map(\.title) == ["Still open today"])
  }

  @Test func aReminderMissedDuringSuspendComesWithTheNewDay() throws {
    let rig = try Rig(
      at: "2026-11-20 23:00", settings: Settings { $0.atDayStart = .never },
      marks: ["2026-11-19", "2026-11-20"])
    rig.move(to: "2026-11-21 21:00")
    #expect(rig.newlyPublished().map(\.title) == ["Still open today"])
  }

  @Test func laterRemindsInQuietHoursRatherThanNever() throws {
    let rig = try Rig(at: "2026-11-20 21:30", settings: .quiet("22:00-07:00"))
    rig.click(.later(today), after: 0)
    #expect(rig.alarm.instant == instant("2026-11-20 22:30"))
  }

  @Test func theAlarmIsNeverInThePast() throws {
    let rig = try Rig(at: "2026-11-20 23:00", settings: .quiet("22:00-07:00"), serverIsThere: false)
    try rig.replaceStoreByGarbage()
    rig.agent.handle(.serverAppeared(lostSomething: false))
    rig.move(to: "2026-11-21 07:00")
    let alarm = try #require(rig.alarm.instant)
    #expect(alarm > rig.clock.now)
  }
}
