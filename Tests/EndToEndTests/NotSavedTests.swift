import Foundation
import HaruCore
import Support
import Testing

/// A click that cannot be saved, as the user sees it: on the notification, in the terminal, in a bar.
@Suite(.serialized)
struct NotSavedTests {
  private static let saved = #""not_saved_since":null"#

  /// A session in which *Study* was pressed while another program had locked the store.
  private func deskWithKeptClick(
    _ options: [String] = []
  ) throws -> (Desk, HeldLock, Console.Shown) {
    let desk = try Desk(options, marks: [1])
    let open = try desk.console.shown()
    let lock = try HeldLock(desk.home(Desk.storePath))
    try desk.console.press("Study", on: open)
    let notSaved = try desk.console.shown(within: .seconds(20))
    #expect(notSaved.summary.hasPrefix("Not saved"))
    return (desk, lock, notSaved)
  }

  /// On each server it stays until it is settled, by that server's manner.
  @Test(arguments: ["dunst", "mako", "Xfce Notify Daemon", "gnome-shell", "Plasma"])
  func itStaysAndTurnsToStudiedByItself(server: String) throws {
    let (desk, lock, notSaved) = try deskWithKeptClick(["--name", server])
    #expect(notSaved.expire == 0)
    #expect(notSaved.labels == ["Try again", "Undo"])
    #expect(
      notSaved.body.hasPrefix(
        "Another program has locked the store.\nHaru tries again until midnight."))
    lock.release()
    let studied = try desk.console.shown(within: .seconds(20))
    #expect(studied.summary.hasPrefix("Studied"))
    #expect(studied.mark == true)
    #expect(try desk.isStudied)
  }

  @Test func statusJSONAndBarsSayThatItWaitsAndSinceWhen() throws {
    let (desk, lock, _) = try deskWithKeptClick()
    let status = try desk.haru("status").output
    #expect(
      status.contains(
        /A click is not saved yet, first tried today at 09:0\d. The agent tries again until/))
    let json = try desk.haru("status", "--json").output
    #expect(json.contains(#/"not_saved_since":"\d{4}-\d\d-\d\dT09:0/#))
    let line = try desk.haru("status", "--format", "line").output
    #expect(line.contains(/^1-day streak · not studied yet · not saved since 09:0\d\n$/))
    let waybar = try desk.haru("status", "--format", "waybar").output
    #expect(waybar.contains(#""class":["open","at-risk","not-saved"]"#))
    #expect(waybar.contains(#/"text":"[^"]* 1 ⚠"/#))
    #expect(waybar.contains("A click is not saved yet, first tried today at 09:0"))

    lock.release()
    #expect(try desk.console.shown(within: .seconds(20)).mark == true)
    #expect(try !desk.haru("status").output.contains("not saved"))
    #expect(try desk.haru("status", "--json").output.contains(Self.saved))
    #expect(try desk.haru("status", "--format", "line").output == "2-day streak · studied today\n")
  }

  @Test func aBarThatFollowsShowsItAsItWaitsAndLands() throws {
    let desk = try Desk(marks: [1])
    let open = try desk.console.shown()
    let bar = try Child(
      Built.product("haru"), ["status", "--follow"], environment: desk.environment)
    #expect(try bar.line() == "1-day streak · not studied yet")
    let lock = try HeldLock(desk.home(Desk.storePath))
    try desk.console.press("Study", on: open)
    #expect(try bar.line().contains(/not studied yet · not saved since 09:0\d$/))
    lock.release()
    // Whether it waits is known from another file, and may be seen before the mark or after it.
    _ = try bar.line(within: .seconds(20)) { $0 == "2-day streak · studied today" }
    _ = try bar.terminate()
  }

  @Test func undoTakesItBack() throws {
    let (desk, lock, notSaved) = try deskWithKeptClick()
    let open = try desk.console.shown(afterPressing: "Undo", on: notSaved)
    #expect(open.labels.first == "Study")
    #expect(try desk.haru("status", "--json").output.contains(Self.saved))
    lock.release()
    #expect(try !desk.isStudied)
  }

  /// The change of another program to the store is seen at once, and not after a minute.
  @Test func itIsTriedAgainWhenTheStoreChanges() throws {
    let (desk, lock, _) = try deskWithKeptClick()
    // After 1, 3, 7 and 15 seconds; the next try would be after 31.
    _ = try desk.console.events(during: .seconds(16))
    lock.release()
    // Written behind the agent's back, without a call of Reload.
    try execute("ANALYZE", on: desk.home(Desk.storePath))
    #expect(try desk.console.shown(within: .seconds(5)).mark == true)
  }

  @Test func anAgentThatIsAskedToEndSaysThatItIsNotSaved() throws {
    let (desk, lock, _) = try deskWithKeptClick()
    #expect(try desk.agent.terminate() == .exited(0))
    let last = try desk.console.shown()
    #expect(last.summary.hasPrefix("Not saved"))
    #expect(last.labels == [])
    #expect(last.expire == 0)
    #expect(last.body.contains("Haru has ended, and does not try again."))
    #expect(last.body.hasSuffix("Studied? haru mark \(desk.today)"))
    lock.release()
    #expect(try !desk.isStudied)
  }

  @Test func anAgentThatIsAskedToEndTriesOnceMore() throws {
    let (desk, lock, _) = try deskWithKeptClick()
    _ = try desk.console.events(during: .seconds(4))
    lock.release()
    #expect(try desk.agent.terminate() == .exited(0))
    #expect(try desk.isStudied)
  }

  /// What a killed agent has left behind deceives no bar.
  @Test func aKilledAgentLeavesNoWarning() throws {
    let (desk, lock, _) = try deskWithKeptClick()
    _ = try desk.agent.kill()
    lock.release()
    let line = try desk.haru("status", "--format", "line").output
    #expect(line == "1-day streak · not studied yet\n")
  }
}
