import HaruCore
import Testing

@testable import haru_agent

/// The user returns to the screen, or *do not disturb* ends.
@MainActor
struct ReturnTests {
  let today = day("2026-11-20")

  @Test func whatHasExpiredComesBackOnce() throws {
    let rig = try Rig()
    rig.publisher.living = nil
    rig.agent.handle(.userReturned)
    #expect(rig.newlyShown().count == 1)
    rig.publisher.living = nil
    rig.agent.handle(.userReturned)
    #expect(rig.newlyPublished() == [])
    // A reminder may come back too.
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.newlyShown().count == 1)
    rig.publisher.living = nil
    rig.agent.handle(.userReturned)
    #expect(rig.newlyShown().map(\.title) == ["Still open today"])
  }

  @Test func itComesBackWithoutASound() throws {
    let rig = try Rig(at: "2026-11-20 19:00", settings: Settings { $0.sound = true })
    rig.move(to: "2026-11-20 20:00")
    for event in [Event.userReturned, .doNotDisturbEnded] {
      rig.publisher.attention = []
      rig.agent.handle(event)
      #expect(rig.publisher.heard == [false])
    }
  }

  @Test func whatIsWithinReachIsNotShownAgain() throws {
    let rig = try Rig()
    rig.publisher.isWithinReach = true
    rig.agent.handle(.userReturned)
    #expect(rig.newlyPublished() == [])
  }

  @Test(arguments: [Event.userReturned, .doNotDisturbEnded])
  func whatWasPutAwayStaysAway(event: Event) throws {
    let rig = try Rig()
    rig.publisher.living = nil
    rig.publisher.wasDismissed = true
    rig.agent.handle(event)
    #expect(rig.newlyPublished() == [])
  }

  @Test(arguments: [Event.userReturned, .doNotDisturbEnded])
  func laterHasItsOwnTime(event: Event) throws {
    let rig = try Rig()
    rig.click(.later(today))
    rig.newlyPublished()
    rig.agent.handle(event)
    #expect(rig.newlyPublished() == [])
  }

  @Test(arguments: [Event.userReturned, .doNotDisturbEnded])
  func aSettledDayDoesNotComeBack(event: Event) throws {
    let rig = try Rig(marks: ["2026-11-19"])
    try rig.mark([today])
    rig.newlyPublished()
    rig.agent.handle(event)
    #expect(rig.newlyPublished() == [])
  }

  @Test(arguments: [Event.userReturned, .doNotDisturbEnded])
  func whatNeverAppearedDoesNotComeBack(event: Event) throws {
    let rig = try Rig(
      at: "2026-11-19 23:00", settings: Settings { ($0.atLogin, $0.atDayStart) = (.never, .never) })
    rig.agent.handle(event)
    #expect(rig.newlyPublished() == [])
    // Nor the day after the one that was shown.
    rig.agent.handle(.presentRequested)
    rig.newlyPublished()
    rig.clock.now = instant("2026-11-20 08:00")
    rig.agent.handle(event)
    #expect(rig.newlyPublished() == [.withdraw])
  }

  @Test func quietHoursAreKept() throws {
    let rig = try Rig(settings: .quiet("12:00-13:00"))
    rig.publisher.living = nil
    rig.clock.now = instant("2026-11-20 12:30")
    rig.agent.handle(.userReturned)
    #expect(rig.newlyPublished() == [])
    // It has not come back yet, so the next return brings it.
    rig.move(to: "2026-11-20 13:00")
    rig.agent.handle(.userReturned)
    #expect(rig.newlyShown().count == 1)
  }

  @Test func whatWasLostIsShownAfterTheQuietHours() throws {
    let rig = try Rig(settings: .quiet("12:00-13:00"))
    rig.clock.now = instant("2026-11-20 12:30")
    rig.agent.handle(.doNotDisturbEnded)
    #expect(rig.newlyPublished() == [])
    #expect(rig.alarm.instant == instant("2026-11-20 13:00"))
    rig.move(to: "2026-11-20 13:00")
    #expect(rig.newlyShown().count == 1)
  }

  @Test func whatHasExpiredBeforeComesBackOnce() throws {
    let rig = try Rig()
    for count in [1, 0] {
      rig.publisher.living = nil
      rig.agent.handle(.doNotDisturbEnded)
      #expect(rig.newlyShown().count == count)
    }
  }

  /// The server says that it is shown, and it is not.
  @Test func afterDoNotDisturbItIsShownAgain() throws {
    let rig = try Rig()
    rig.publisher.isWithinReach = true
    rig.agent.handle(.doNotDisturbEnded)
    #expect(rig.newlyShown().count == 1)
  }
}

extension Rig {
  /// What has appeared since the last call.
  fileprivate func newlyShown() -> [Published] { newlyPublished().filter(\.isShow) }
}

/// A new day waits for the user (`Notifications.at-day-start`).
@MainActor
struct DayStartTests {
  /// A session that has told of a return will tell of the next one.
  @Test func aNewDayAppearsWhenTheUserReturns() throws {
    let rig = try Rig(at: "2026-11-20 23:00")
    rig.agent.handle(.userReturned)
    rig.newlyPublished()
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.newlyPublished() == [.withdraw])
    rig.agent.handle(.userReturned)
    #expect(rig.newlyShown().map(\.title) == ["Saturday 21 November 🦃"])
    rig.publisher.living = nil
    rig.agent.handle(.userReturned)
    #expect(rig.newlyShown().count == 1, "it comes back once, as on every day")
    rig.agent.handle(.userReturned)
    #expect(rig.newlyPublished() == [])
  }

  @Test func aSessionThatNeverToldOfAReturnIsNotWaitedFor() throws {
    let rig = try Rig(at: "2026-11-20 23:00")
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.newlyShown().count == 1)
  }

  /// Who has woken the machine is there, also soon after midnight.
  @Test(arguments: ["00:01", "00:30", "07:30"])
  func aDayThatBeganInASleepAppearsAtOnce(wakes: String) throws {
    let rig = try Rig(at: "2026-11-20 23:00")
    rig.agent.handle(.userReturned)
    rig.newlyPublished()
    rig.move(to: "2026-11-21 \(wakes)")
    #expect(rig.newlyShown().count == 1)
  }

  @Test func aReturnInQuietHoursWaitsForTheirEnd() throws {
    let rig = try Rig(at: "2026-11-20 21:00", settings: .quiet("22:00-07:00"))
    rig.agent.handle(.userReturned)
    rig.move(to: "2026-11-21 00:00")
    rig.newlyPublished()
    rig.move(to: "2026-11-21 05:00")
    rig.agent.handle(.userReturned)
    #expect(rig.newlyShown() == [])
    rig.move(to: "2026-11-21 07:00")
    #expect(rig.newlyShown().count == 1)
  }

  @Test func aReminderComesWithoutAReturn() throws {
    let rig = try Rig(at: "2026-11-20 23:00")
    rig.agent.handle(.userReturned)
    rig.move(to: "2026-11-21 00:00")
    rig.newlyPublished()
    rig.move(to: "2026-11-21 20:00")
    #expect(rig.newlyShown().map(\.title) == ["Still open today"])
  }

  @Test func aNewDayAppearsAtItsTime() throws {
    var settings = Settings()
    settings.atDayStart = .at(TimeOfDay("08:00") ?? .midnight)
    let rig = try Rig(at: "2026-11-20 23:00", settings: settings)
    rig.newlyPublished()
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.newlyPublished() == [.withdraw])
    // It is no end of quiet hours.
    let next = NextNotification(at: instant("2026-11-21 08:00"), .newDay)
    #expect(rig.agendas.last?.next == next)
    rig.move(to: "2026-11-21 08:00")
    #expect(rig.newlyShown().map(\.title) == ["Saturday 21 November 🦃"])
  }

  @Test(arguments: [Settings.AtDayStart.begin, .never])
  func aNewDayAppearsAtOnceOrNever(_ atDayStart: Settings.AtDayStart) throws {
    let rig = try Rig(at: "2026-11-20 23:00", settings: Settings { $0.atDayStart = atDayStart })
    rig.agent.handle(.userReturned)
    rig.newlyPublished()
    rig.move(to: "2026-11-21 00:00")
    let published = rig.newlyPublished()
    // Yesterday's notification is closed in either case.
    #expect(atDayStart == .begin ? published.map(\.isShow) == [true] : published == [.withdraw])
  }
}
