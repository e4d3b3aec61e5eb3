import Foundation
import HaruCore
import Support
import Testing

/// What each server gets, by the name that it answers (docs/servers.md#manners).
@Suite(.serialized)
struct MannerTests {
  static let dunst = ["--name", "dunst"]
  static let notificationDaemon = ["--name", "Notification Daemon", "--vendor", "GNOME"]
  static let xfce = ["--name", "Xfce Notify Daemon"]
  static let lxqt = ["--name", "lxqt-notificationd"]
  static let gnome = ["--name", "gnome-shell", "--server-version", "43.9"]
  static let plasma = ["--name", "Plasma", "--server-version", "5.27.5"]

  /// These draw `default` as a button, or do something better with a click on the body.
  @Test(arguments: [xfce, lxqt, gnome, plasma])
  func noDefaultWhereItHarms(server: [String]) throws {
    let desk = try Desk(server, marks: [1])
    #expect(try desk.console.shown().actions.map(\.last) == ["Study", "Later", "Calendar"])
    // The next server has another manner.
    try desk.console.child.kill()
    try desk.startConsole()
    #expect(
      try desk.console.shown().actions.map(\.last) == ["Study", "Later", "Calendar", "Show again"])
  }

  /// Their buttons change where they stand, and nothing moves.
  @Test(arguments: [dunst, notificationDaemon, plasma])
  func newButtonsTakeTheOldOnesPlace(server: [String]) throws {
    let desk = try Desk(server, marks: [1])
    let open = try desk.console.shown()
    #expect(try desk.haru("mark").status == 0)
    let studied = try desk.console.shown()
    #expect(studied.replaces == open.id)
    #expect(studied.labels == ["Undo", "Calendar"])
    // mako died of this hint on a replacement.
    #expect(studied.hints["x-canonical-private-synchronous"] == nil)
    #expect(try desk.haru("unmark").status == 0)
    #expect(try desk.console.shown().replaces == open.id)
  }

  /// A click is answered in place where the notification stays, and the old bubble of
  /// notification-daemon goes with the click.
  @Test(arguments: [(plasma, true), (notificationDaemon, false)])
  func aClickIsAnsweredWhereItWasMade(server: [String], stays: Bool) throws {
    let desk = try Desk(server, marks: [1])
    let open = try desk.console.shown()
    #expect(open.hints["resident"] == (stays ? "true" : nil))
    try desk.console.click(open.id, try open.key(of: "Study"))
    let studied = try desk.console.shown()
    #expect(studied.replaces == (stays ? open.id : 0))
    #expect(studied.mark == true)
    #expect(!desk.console.history.contains { $0.isClose })
  }

  /// Another day, and a reminder, is something new.
  @Test func whatComesByItselfIsNewOnEveryServer() throws {
    let desk = try Desk(Self.plasma, zone: MadeZone(secondsAfterMidnight: 86_394), marks: [1])
    let open = try desk.console.shown()
    let next = try desk.console.shown()
    #expect(next.replaces == 0)
    #expect(try desk.console.closed(open.id) == 3)
  }

  /// GNOME 43 drops the buttons of what is replaced while its banner is up.
  @Test func gnomeGetsANewNotificationForANewText() throws {
    let desk = try Desk(Self.gnome, marks: [1, 3])
    let open = try desk.console.shown()
    #expect(try desk.haru("mark", "-2").status == 0)
    let longer = try desk.console.shown()
    #expect(longer.replaces == 0)
    #expect(longer.labels == ["Study", "Later", "Calendar"])
    #expect(try desk.console.closed(open.id) == 3)
  }

  /// Plasma refuses what says the same as something of the last second, and LXQt drops it.
  @Test(arguments: [plasma, lxqt])
  func whatStandsThereIsNotShownTwice(server: [String]) throws {
    let desk = try Desk(server, marks: [1])
    let open = try desk.console.shown()
    #expect(try desk.haru("notify").status == 0)
    let events = try desk.console.events(during: .milliseconds(300))
    #expect(events.filter { $0.isNotify || $0.isClose } == [])
    try desk.console.command("dismiss \(open.id)")
    try desk.console.closed(open.id)
    #expect(try desk.haru("notify").status == 0)
    #expect(try desk.console.shown().summary == open.summary)
  }
}
