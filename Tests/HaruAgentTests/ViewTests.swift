import HaruCore
import Testing

@testable import haru_agent

/// Views that the button *Calendar*, programs and addresses ask for.
@MainActor
struct ViewTests {
  let today = day("2026-11-20")

  @Test func aClickOpensTheCalendarAndStudyStaysWithinReach() throws {
    let rig = try Rig(marks: ["2026-11-19"])
    rig.click(.calendar(today))
    #expect(rig.viewer.opened == [.calendar])
    let published = rig.newlyPublished()
    #expect(published.map(\.isShow) == [true])
    #expect(
      published.first?.keys == [
        "study:2026-11-20", "later:2026-11-20", "calendar:2026-11-20",
      ])
    #expect(rig.marks == ["2026-11-19"])
    rig.viewer.ends[0](nil)
    #expect(rig.newlyPublished() == [])
  }

  @Test func aRepeatWithinASecondOpensNothing() throws {
    let rig = try Rig()
    rig.click(.calendar(today))
    rig.agent.handle(.clicked(.calendar(today), onLiving: false))
    #expect(rig.newlyPublished().count == 1)
    // It hits the notification that has just appeared, which the server may close.
    rig.click(.calendar(today), after: 300)
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    #expect(rig.viewer.opened == [.calendar])
    rig.click(.calendar(today), after: 1100)
    #expect(rig.viewer.opened == [.calendar, .calendar])
  }

  @Test func openingAViewDoesNotDelayStudy() throws {
    let rig = try Rig()
    rig.click(.calendar(today))
    rig.click(.study(today), after: 10)
    #expect(rig.marks == ["2026-11-20"])
    #expect(rig.publisher.living?.title == "Studied: Friday 20 November 🦃")
  }

  @Test func aClickedReminderMakesNoSoundAgain() throws {
    let rig = try Rig(at: "2026-11-20 19:00", settings: Settings { $0.sound = true })
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.publisher.heard.last == true)
    rig.click(.calendar(today))
    #expect(rig.publisher.heard.last == false)
    #expect(rig.publisher.living?.title == "Still open today")
    #expect(rig.publisher.living?.stay == .untilAnswered)
  }

  @Test func aLateClickOpensTodaysCalendarAndShowsToday() throws {
    let rig = try Rig(at: "2026-11-19 23:59")
    rig.move(to: "2026-11-20 00:00")
    rig.newlyPublished()
    rig.click(.calendar(day("2026-11-19")))
    #expect(rig.viewer.opened == [.calendar])
    #expect(rig.newlyPublished().map(\.title) == ["Friday 20 November 🦃"])
    #expect(rig.marks == [])
  }

  @Test func aFailureToOpenIsShownUntilTheNextClick() throws {
    let rig = try Rig()
    rig.click(.calendar(today))
    rig.newlyPublished()
    rig.viewer.ends[0]("no application opens pictures")
    let published = rig.newlyPublished()
    #expect(published.map(\.isShow) == [true])
    #expect(
      published.first?.body
        == "Could not open: no application opens pictures\nPress Study when you have studied today."
    )
    rig.click(.calendar(today))
    #expect(rig.newlyPublished().first?.body == "Press Study when you have studied today.")
  }

  @Test func aBusCallIsAnsweredWhenTheViewOpensOrFails() throws {
    let rig = try Rig()
    var answers: [String?] = []
    for view in View.allCases { rig.agent.handle(.viewRequested(view) { answers.append($0) }) }
    #expect(rig.viewer.opened == [.calendar, .streak])
    #expect(answers == [])
    rig.viewer.ends[1]("no font")
    rig.viewer.ends[0](nil)
    #expect(answers == ["no font", nil])
    #expect(rig.newlyPublished() == [])
  }

  @Test func anAddressThatCannotBeOpenedIsShown() throws {
    let rig = try Rig()
    rig.agent.handle(.viewRequested(.streak, nil))
    #expect(rig.viewer.opened == [.streak])
    #expect(rig.newlyPublished() == [])
    rig.viewer.ends[0]("no font")
    #expect(rig.newlyPublished().first?.content?.lines.first == "Could not open: no font")
  }

  @Test func anUnknownAddressIsShownAsAFailure() throws {
    let rig = try Rig(marks: ["2026-11-20"])
    rig.agent.handle(.noSuchView("haru:settings"))
    #expect(rig.viewer.opened == [])
    let published = rig.newlyPublished()
    #expect(published.map(\.isShow) == [true])
    #expect(
      published.first?.content?.lines == [
        "Unknown address: haru:settings", "The first day of your streak",
      ])
  }

  @Test func withoutHaruDrawTheCalendarIsNotOffered() throws {
    let rig = try Rig(serverIsThere: false)
    rig.viewer.canOpen = false
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished().last?.keys == ["study:2026-11-20", "later:2026-11-20"])
    rig.click(.study(today))
    #expect(rig.newlyPublished().last?.keys == ["close:2026-11-20", "unstudy:2026-11-20"])
    // The next event finds a drawer that was installed.
    rig.viewer.canOpen = true
    rig.agent.handle(.storeChanged)
    #expect(rig.newlyPublished().last?.keys == ["calendar:2026-11-20", "unstudy:2026-11-20"])
  }

  @Test func aHiddenCalendarIsNotOffered() throws {
    let rig = try Rig(settings: Settings { $0.hidden = [.viewer] }, serverIsThere: false)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished().last?.keys == ["study:2026-11-20", "later:2026-11-20"])
    rig.agent.handle(.settingsChanged(Settings()))
    #expect(
      rig.newlyPublished().last?.keys == [
        "study:2026-11-20", "later:2026-11-20", "calendar:2026-11-20",
      ])
  }

  @Test func anUnknownAddressIsNotMentionedAgain() throws {
    let rig = try Rig()
    func isSaid() -> Bool { rig.newlyPublished().last?.body.hasPrefix("Unknown address") ?? false }
    rig.agent.handle(.noSuchView("haru:settings"))
    #expect(isSaid())
    rig.agent.handle(.viewRequested(.streak, nil))
    rig.agent.handle(.presentRequested)
    #expect(!isSaid())
    rig.agent.handle(.noSuchView("haru:settings"))
    rig.agent.handle(.settingsChanged(Settings()))
    #expect(!isSaid())
  }

  /// The user is looking: a failure is shown, and not heard.
  @Test func aFailureMakesNoSound() throws {
    let rig = try Rig(at: "2026-11-20 19:59", settings: Settings { $0.sound = true })
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.publisher.heard.last == true)
    rig.agent.handle(.viewFailed("no font"))
    rig.agent.handle(.noSuchView("haru:settings"))
    #expect(rig.publisher.heard.suffix(2) == [false, false])
  }
}
