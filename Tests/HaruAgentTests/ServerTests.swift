import HaruCore
import Testing

@testable import haru_agent

/// What is shown at a login, and when a server goes and another appears.
@MainActor
struct ServerTests {
  @Test(arguments: [
    (Settings.AtLogin.open, false, true), (.open, true, false), (.always, true, true),
    (.never, false, false),
  ])
  func aLoginShowsTodayAsTheSettingsSay(atLogin: Settings.AtLogin, studied: Bool, shows: Bool)
    throws
  {
    let rig = try Rig(
      settings: Settings { $0.atLogin = atLogin }, marks: studied ? ["2026-11-20"] : [],
      serverIsThere: false)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished().contains(where: \.isShow) == shows)
  }

  @Test func aLoginInQuietHoursShowsNothing() throws {
    var settings = Settings.quiet("22:00-07:00")
    settings.atLogin = .always
    let rig = try Rig(at: "2026-11-20 23:00", settings: settings, serverIsThere: false)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished() == [])
  }

  /// Found at the login, and later.
  @Test func inQuietHoursAWrongSettingIsNotSaid() throws {
    let rig = try Rig(settings: .quiet("08:00-10:00"), serverIsThere: false)
    rig.agent.handle(.settingsAreWrong(["A setting is wrong."]))
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished().filter(\.isShow) == [])
    rig.agent.handle(.settingsAreWrong(["Another setting is wrong."]))
    #expect(rig.newlyPublished().filter(\.isShow) == [])
    rig.move(to: "2026-11-20 10:00")
    let shown = rig.newlyPublished()
    #expect(shown.map(\.isShow) == [true])
    #expect(shown.first?.content?.lines.first == "Another setting is wrong.")
  }

  /// Midnight lies in the quiet hours of most people.
  @Test(arguments: [(true, "2026-11-21 07:00"), (false, "2026-11-21 20:00")])
  func aWrongSettingOfTheNightIsSaidByTheNextNotification(
    atDayStart: Bool, appears: String
  ) throws {
    var settings = Settings.quiet("22:00-07:00")
    settings.atDayStart = atDayStart ? .begin : .never
    let rig = try Rig(at: "2026-11-20 23:00", settings: settings)
    rig.agent.handle(.settingsAreWrong(["A setting is wrong."]))
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.newlyPublished().filter(\.isShow) == [])
    rig.move(to: appears)
    let shown = rig.newlyPublished().filter(\.isShow)
    #expect(shown.map(\.content?.lines.first) == ["A setting is wrong."])
  }

  @Test func aLostNotificationIsShownByTheNextServer() throws {
    let rig = try Rig()
    rig.publisher.living = nil
    rig.agent.handle(.serverAppeared(lostSomething: true))
    #expect(rig.newlyPublished().map(\.isShow) == [true])
  }

  @Test func aDismissedNotificationIsNotShownByTheNextServer() throws {
    // MATE's server ends by itself, and starts for each notification of another program.
    let rig = try Rig()
    rig.publisher.living = nil
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished() == [])
  }

  @Test func aLauncherShowsTodayAgain() throws {
    let rig = try Rig(marks: ["2026-11-20"])
    rig.agent.handle(.presentRequested)
    #expect(rig.newlyPublished().map(\.title) == ["Studied: Friday 20 November 🦃"])
  }
}
