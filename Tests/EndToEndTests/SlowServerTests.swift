import Foundation
import HaruCore
import Support
import Testing

/// A server that owes answers: nothing waits for them, and in the end one notification is shown.
///
/// `HARU_TEST_DELAY` is how long it owes them, in milliseconds. With 30000 they come after the limit of
/// 25 seconds at which D-Bus libraries usually stop waiting.
@Suite(.serialized)
struct SlowServerTests {
  static let delay =
    ProcessInfo.processInfo.environment["HARU_TEST_DELAY"].flatMap { Int($0) } ?? 1500
  /// How long something may take that waits for a few answers.
  static let limit = Duration.milliseconds(4 * delay) + .seconds(10)

  @Test(arguments: ["Notify", "GetServerInformation", "GetCapabilities", "CloseNotification"])
  func theAgentAnswersWhileTheServerDelays(to method: String) throws {
    let desk = try slowDesk("--delayed", method)
    let ping = try Pings(desk)
    let open = try desk.console.shown(within: Self.limit)
    // Pressed while the answer that brings the id is still owed.
    try desk.console.press("Study", on: open)
    let studied = try desk.console.shown(within: Self.limit) { $0.summary.hasPrefix("Studied:") }
    #expect(studied.mark == true)
    try taken(studied, by: desk)
    #expect(try standing(on: desk) == [studied.id])
    try ping.expectShort("answers to \(method) after \(Self.delay) ms")
  }

  @Test func studyIsSavedWhenTheIDArrivesLate() throws {
    let desk = try slowDesk()
    let open = try desk.console.shown()
    try taken(open, by: desk)
    #expect(try standing(on: desk) == [open.id])
    let studied = try desk.console.shown(afterPressing: "Study", on: open)
    #expect(studied.mark == true)
    try taken(studied, by: desk)
    #expect(try standing(on: desk) == [studied.id])
  }

  @Test func changesDuringADelayAreSentOnce() throws {
    let desk = try slowDesk()
    let ping = try Pings(desk)
    let open = try desk.console.shown()
    #expect(try desk.haru("mark").status == 0)
    #expect(try desk.haru("unmark").status == 0)
    #expect(try desk.haru("mark", "-2").status == 0)
    let last = try desk.console.shown(within: Self.limit)
    #expect(last.body.hasPrefix("2-day streak"))
    // Its text alone has changed, so that it is replaced once its id is known.
    if Self.delay < 25_000 { #expect(last.replaces == open.id) }
    try taken(last, by: desk)
    #expect(try standing(on: desk) == [last.id])
    #expect(desk.console.history.filter(\.isNotify).count == 2)
    try ping.expectShort("changes while an answer is owed")
  }

  @Test func aNotificationDismissedBeforeItsIDArrivesStaysAway() throws {
    let desk = try slowDesk()
    let open = try desk.console.shown()
    try desk.console.dismiss(open.id)
    try taken(open, by: desk)
    #expect(try desk.haru("mark", "-2").status == 0)
    try desk.reload()
    #expect(try desk.console.events(during: .milliseconds(300)).filter(\.isNotify).isEmpty)
  }

  @Test func aServerThatNeverAnswersDelaysNothing() throws {
    let desk = try slowDesk(delay: 86_400_000)
    let ping = try Pings(desk)
    _ = try desk.console.shown()
    #expect(try desk.haru("mark").status == 0)
    try desk.reload()
    #expect(try desk.console.events(during: .milliseconds(500)).filter(\.isNotify).isEmpty)
    try ping.expectShort("no answer at all")
    let asked = ContinuousClock.now
    #expect(try desk.agent.terminate() == .exited(0))
    #expect(ContinuousClock.now - asked < .seconds(1))
  }

  /// The server answers later calls before the one that brings the id.
  @Test func aNotificationWhoseIDArrivesAtTheEndIsClosed() throws {
    let desk = try slowDesk(delay: 100)
    let shown = try desk.console.shown()
    #expect(try desk.agent.terminate() == .exited(0))
    try desk.console.closed(shown.id)
  }

  @Test func theLastClickIsSavedWhenTheIDArrivesAtTheEnd() throws {
    let desk = try slowDesk(delay: 100)
    let shown = try desk.console.shown()
    try desk.console.press("Study", on: shown)
    #expect(try desk.agent.terminate() == .exited(0))
    #expect(try desk.isStudied)
    try desk.console.closed(shown.id)
  }

  @Test func theNextServerShowsWhatAHangingOneLost() throws {
    let desk = try slowDesk(delay: 86_400_000)
    let ping = try Pings(desk)
    let open = try desk.console.shown()
    try desk.console.child.kill()
    try desk.startConsole()
    let again = try desk.console.shown()
    #expect(again.summary == open.summary)
    #expect(again.replaces == 0)
    let studied = try desk.console.shown(afterPressing: "Study", on: again)
    #expect(studied.mark == true)
    try taken(studied, by: desk)
    #expect(try standing(on: desk) == [studied.id])
    try ping.expectShort("a server that ends while it owes an answer")
  }

  private func slowDesk(delay: Int = Self.delay, _ options: String...) throws -> Desk {
    let desk = try Desk(["--delay", "\(delay)"] + options, marks: [1])
    // From here on it has its name, and answers.
    _ = try desk.agent.line(from: .errors) { $0.contains("event: timeMoved") }
    return desk
  }

  /// Waits until the agent knows the id of a notification.
  private func taken(_ shown: Console.Shown, by desk: Desk) throws {
    _ = try desk.agent.line(from: .errors, within: Self.limit) {
      $0.hasSuffix("shown: \(shown.id)")
    }
  }

  /// The notifications that are on the screen.
  private func standing(on desk: Desk) throws -> Set<UInt32> {
    try desk.console.command("delay 0")
    try desk.console.settle()
    return desk.console.history.reduce(into: []) { ids, event in
      switch event {
      case .notify(let shown): ids.insert(shown.id)
      case .closed(let id, _): ids.remove(id)
      default: break
      }
    }
  }
}
