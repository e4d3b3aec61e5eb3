import HaruCore
import HaruStore
import Support
import Testing

@testable import haru_agent

/// When a page of a guest comes up, and what a press does.
@MainActor
struct GuestPageTests {
  private let buttons = #","body":"two lines","buttons":[{"key":"mute:a","label":"Mute"}]"#

  // MARK: When it comes up

  @Test func aPageComesUpOnceAndIsToldAsShown() throws {
    let guest = try GuestRig(answering: page("news", buttons))
    let content = try #require(guest.publisher.newlyShown().first)
    #expect(content.title == "news" && content.lines == ["two lines"] && content.labels == ["Mute"])
    #expect(content.keys == ["guest:example:mute:a"] && guest.publisher.heard == [false])
    try guest.answers(page("news", appears: false, buttons))
    guest.isTaken()
    #expect(try guest.asked() == ["start", "shown a"])
    // A change of its text is silent, and told to nobody.
    try guest.answers(page("older news", appears: false, buttons))
    guest.change()
    guest.rig.agent.handle(.guest("example", .shown))
    #expect(guest.shown == [] && guest.publisher.updated.map(\.title) == ["older news"])
    #expect(try guest.asked() == ["changed a"])
    // Another tag comes up.
    try guest.answers(page("more", tag: "b"))
    guest.change()
    #expect(guest.shown == ["more"] && guest.rig.newlyPublished() == [])
  }

  @Test func theSamePageDoesNotComeUpAgain() throws {
    let guest = try GuestRig(answering: page("news"))
    #expect(guest.shown == ["news"])
    // No server was there so far, and the guest is not told.
    guest.change()
    #expect(guest.shown == [])
    #expect(try guest.asked() == ["start", "changed a"])
    guest.isTaken()
    // It has not understood.
    guest.publisher.living = nil
    guest.change(for: 2)
    #expect(try guest.asked() == ["shown a", "changed", "shown a"])
    #expect(guest.shown == [])
  }

  @Test func theAnswerToShownDoesNotComeUp() throws {
    let guest = try GuestRig(answering: page("news"))
    try guest.answers(page("more", tag: "b"))
    guest.isTaken()
    // Nor is it drawn before: what a server shows already is never told as shown.
    #expect(guest.shown == ["news"] && guest.publisher.living?.title == "news")
    guest.rig.agent.handle(.guest("example", .shown))
    guest.change()
    #expect(guest.shown == ["more"])
    #expect(try guest.asked() == ["start", "shown a", "changed a"])
  }

  @Test func aPageWithoutANotificationWithdrawsIt() throws {
    let guest = try GuestRig(answering: page("news"))
    try guest.answers(page())
    guest.change()
    #expect(guest.publisher.living == nil && guest.publisher.withdrawals == 1)
    guest.rig.agent.handle(.timeMoved)
    #expect(guest.publisher.withdrawals == 1)
    // No server had taken it.
    try guest.answers(page("news"))
    guest.change()
    #expect(guest.shown == ["news", "news"])
  }

  @Test func inQuietHoursAPageWaitsForTheirEnd() throws {
    let guest = try GuestRig(
      at: "2026-11-20 22:30", settings: .quiet("22:00-07:00"), answering: page("early"))
    #expect(guest.shown == [])
    guest.rig.move(to: "2026-11-21 00:00")
    #expect(guest.alarm == instant("2026-11-21 07:00"))
    // A newer one takes its place, and a silent one would have nothing to change.
    try guest.answers(page("late", tag: "b"))
    guest.change()
    #expect(guest.publisher.published == [])
    guest.rig.move(to: "2026-11-21 07:00")
    #expect(guest.shown == ["late"])
    #expect(try guest.asked() == ["start", "changed"])
  }

  @Test func aDismissedPageStaysAway() throws {
    let guest = try GuestRig(answering: page("news"))
    guest.publisher.living = nil
    try guest.answers(page("news today", appears: false))
    guest.change()
    #expect(guest.shown == ["news"] && guest.publisher.living == nil)
  }

  @Test func aPageThatAServerHasLostComesUpAgainOnce() throws {
    let guest = try GuestRig(answering: page("news"))
    #expect(guest.shown == ["news"])
    guest.rig.agent.handle(.doNotDisturbEnded)
    guest.rig.agent.handle(.doNotDisturbEnded)
    #expect(guest.shown == ["news"] && guest.publisher.withdrawals == 1)
    guest.publisher.living = nil
    guest.rig.agent.handle(.guest("example", .lost))
    #expect(guest.shown == ["news"])
  }

  // MARK: Presses

  @Test func aPressSendsItsKeyAndShowsTheAnswer() throws {
    let guest = try GuestRig(answering: page("two", buttons))
    guest.publisher.newlyShown()
    _ = try guest.asked()
    try guest.answers(page("one", appears: false))
    // The server closes what was clicked.
    guest.publisher.living = nil
    guest.press("mute:a")
    guest.wait()
    #expect(try guest.asked() == ["press mute:a a"])
    #expect(guest.shown == ["one"])
    try guest.answers(page())
    guest.press("mute:b")
    guest.wait()
    #expect(guest.shown == [] && guest.publisher.living == nil)
    #expect(guest.rig.newlyPublished() == [])
  }

  /// The guest may have changed what machines share.
  @Test func aPressIsTakenToOtherMachines() throws {
    let guest = try GuestRig(answering: page("two", buttons))
    try guest.rig.store.changeFolder { $0.folder = "/folder" }
    guest.change()
    let before = guest.rig.exchanges.count
    guest.press("mute:a")
    #expect(guest.rig.exchanges.count == before)
    guest.wait()
    #expect(guest.rig.exchanges.dropFirst(before) == [[.sync]])
  }

  @Test func aPressIsAnsweredInQuietHours() throws {
    let guest = try GuestRig(
      at: "2026-11-20 21:59", settings: .quiet("22:00-07:00"), answering: page("two", buttons))
    guest.rig.move(to: "2026-11-20 22:30")
    try guest.answers(page("one", tag: "b"))
    guest.press("mute:a")
    guest.wait()
    #expect(guest.shown == ["two", "one"])
  }

  @Test func theSecondHalfOfADoubleClickDoesNotCount() throws {
    let guest = try GuestRig(answering: page("two", buttons))
    guest.publisher.newlyShown()
    _ = try guest.asked()
    guest.press("mute:a")
    // While the answer is awaited, nothing else is shown.
    guest.press("mute:a", after: 200)
    guest.press(.show, after: 10)
    #expect(guest.shown == [])
    guest.wait()
    #expect(guest.shown == ["two"])
    // Another button may stand in that place.
    guest.press("mute:b", after: 500)
    #expect(guest.shown == ["two"])
    guest.press("mute:b", after: 1000)
    guest.wait()
    #expect(try guest.asked() == ["press mute:a a", "press mute:b a"])
  }

  @Test func aClickOnTheBodyShowsThePageAgain() throws {
    let guest = try GuestRig(answering: page("news"))
    guest.publisher.newlyShown()
    guest.publisher.living = nil
    guest.press(.show)
    #expect(guest.shown == ["news"])
    #expect(try guest.asked() == ["start"])
  }

  /// Its buttons stay within reach.
  @Test func aPressThatFailsShowsThePageAgain() throws {
    let guest = try GuestRig(answering: page("news", again: "2026-11-20 12:00", buttons))
    guest.publisher.newlyShown()
    guest.publisher.living = nil
    try guest.runs("exit 1")
    guest.press("mute:a")
    guest.wait()
    #expect(guest.shown == ["news"])
    #expect(guest.rig.drawer.log.lines.count == 1)
    // The time that it has named stays.
    #expect(guest.alarm == instant("2026-11-20 12:00"))
  }

  @Test func pressesWaitForEachOtherAndAllCount() throws {
    let guest = try GuestRig(answering: page("news", buttons))
    _ = try guest.asked()
    for key in ["a", "b", "c"] { guest.press(key) }
    guest.wait(for: 3)
    #expect(try guest.asked() == ["press a a", "press b a", "press c a"])
  }

  @Test func keysOfOthersDoNothing() throws {
    let guest = try GuestRig(answering: page("news"))
    guest.publisher.newlyShown()
    guest.press(.study(day("2026-11-20")))
    guest.rig.click(.press(GuestButton(of: "example", "mute:a")))
    #expect(guest.rig.marks == [] && guest.shown == [])
    #expect(try guest.asked() == ["start"])
  }

  // MARK: Side by side

  /// A press is answered while the guest loads something, and what it says after that is asked again.
  @Test func aPressDoesNotWaitForALongQuestion() throws {
    let guest = try GuestRig(answering: page("two", again: "2026-11-20 12:00", buttons))
    guest.publisher.newlyShown()
    _ = try guest.asked()
    try guest.runs(
      """
      case $question in
        *'"time"'*) until [ -e loaded ]; do sleep 0.05; done; echo '\(page("two", buttons))' ;;
        *) echo '\(page("one", appears: false, again: "2026-11-20 13:00"))' ;;
      esac
      """)
    guest.rig.move(to: "2026-11-20 12:00")
    guest.press("mute:a")
    guest.wait()
    #expect(guest.shown == ["one"])
    // One such question at a time.
    guest.rig.move(to: "2026-11-20 13:00")
    try guest.rig.scratch.write("", to: "loaded")
    guest.wait(for: 2)
    #expect(guest.shown == [] && guest.publisher.living?.title == "one")
    // The first two run side by side.
    #expect(try guest.asked().sorted() == ["changed a", "press mute:a a", "time a"])
  }

  @Test func anAgentThatLeavesWithdrawsThePage() throws {
    let guest = try GuestRig(answering: page("news"))
    guest.rig.agent.leave()
    #expect(guest.publisher.living == nil)
    // A press that was made before still counts.
    guest.press("mute:a", onLiving: false)
    guest.wait()
    #expect(try guest.asked() == ["start", "press mute:a"])
    #expect(guest.publisher.living == nil)
  }
}
