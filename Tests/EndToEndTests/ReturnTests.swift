import Foundation
import Support
import Testing

/// The user returns, and today's notification has gone meanwhile.
@Suite(.serialized)
struct ReturnTests {
  @Test func itComesBackOnceAfterTheScreenIsUnlocked() throws {
    let scene = try Absentee()
    try scene.expire()
    try scene.logind("lock true")
    try scene.goAndReturn("idle")
    #expect(try scene.newlyShown().isEmpty)
    try scene.logind("lock false")
    let back = try scene.desk.console.shown()
    #expect(back.keys.first == "study:\(scene.desk.today)")
    #expect(back.hints["suppress-sound"] == "true")
    try scene.hear("expire \(back.id)")
    try scene.goAndReturn("lock")
    #expect(try scene.newlyShown().isEmpty)
    // *Study* is saved as ever.
    try scene.desk.console.click(back.id, back.keys[0])
    #expect(try scene.desk.console.shown().mark == true)
  }

  @Test(arguments: [
    "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.mate.ScreenSaver",
    "org.xfce.ScreenSaver", "org.cinnamon.ScreenSaver",
  ])
  func itComesBackAfterEachScreenSaver(name: String) throws {
    let scene = try Absentee()
    try scene.expire()
    try scene.session("saver \(name) true")
    try scene.session("saver \(name) false")
    _ = try scene.desk.console.shown()
    #expect(try scene.newlyShown().isEmpty)
  }

  @Test func whatTheUserPutAwayStaysAway() throws {
    let scene = try Absentee()
    try scene.hear("dismiss \(scene.open.id)")
    try scene.goAndReturn("idle")
    #expect(try scene.newlyShown().isEmpty)
  }

  /// MATE says of what the user puts away that it has expired; but what stays does not.
  @Test func whatStaysWasPutAwayIfItIsClosed() throws {
    let scene = try Absentee(server: "Notification Daemon", of: "MATE", stay: "auto")
    try scene.expire()
    try scene.goAndReturn("lock")
    #expect(try scene.newlyShown().isEmpty)
  }

  /// Others cut what stays, and mean what they say.
  @Test func whatIsCutComesBack() throws {
    let scene = try Absentee(server: "Budgie Notification Server", stay: "auto")
    #expect(scene.open.expire == 12_000)
    try scene.expire()
    try scene.goAndReturn("lock")
    _ = try scene.desk.console.shown()
    #expect(try scene.newlyShown().isEmpty)
  }

  @Test func whatIsInAListWithItsButtonsIsNotShownAgain() throws {
    let scene = try Absentee(server: "Plasma", stay: "auto")
    try scene.expire()
    try scene.goAndReturn("lock")
    #expect(try scene.newlyShown().isEmpty)
  }

  @Test func whatStandsOnTheScreenIsNotShownAgain() throws {
    let scene = try Absentee(stay: "auto")
    try scene.goAndReturn("lock")
    #expect(try scene.newlyShown().isEmpty)
  }

  /// Nobody else on the bus can make it come back.
  @Test func aStrangersSignalIsNoReturn() throws {
    let scene = try Absentee()
    try scene.expire()
    for value in ["true", "false"] {
      let emitted = try Child.run(
        "gdbus",
        [
          "emit", "--session", "--object-path", "/saver", "--signal",
          "org.gnome.ScreenSaver.ActiveChanged", value,
        ], environment: scene.desk.environment)
      #expect(emitted.status == 0)
    }
    #expect(try scene.newlyShown().isEmpty)
  }

  /// Newer versions of xfce4-notifyd close what they do not show.
  @Test func whatIsClosedDuringDoNotDisturbIsShownAfterIt() throws {
    let scene = try Absentee(server: "Xfce Notify Daemon", stay: "auto")
    try scene.session("quiet true")
    try scene.hear("lose \(scene.open.id)")
    try scene.goAndReturn("lock")
    #expect(try scene.newlyShown().isEmpty)
    try scene.session("quiet false")
    #expect(try scene.desk.console.shown().keys.first == "study:\(scene.desk.today)")
  }

  @Test(arguments: [("Xfce Notify Daemon", "quiet"), ("Budgie Notification Server", "paused")])
  func afterDoNotDisturbExactlyOneIsThere(server: String, quiet: String) throws {
    let scene = try Absentee(server: server, stay: "auto")
    try scene.session("\(quiet) true")
    #expect(try scene.newlyShown().isEmpty)
    try scene.session("\(quiet) false")
    let back = try scene.desk.console.shown()
    #expect(back.replaces == 0)
    #expect(back.hints["suppress-sound"] == "true")
    // The one that the server may not have shown is closed.
    #expect(scene.desk.console.history.contains(.closed(scene.open.id, reason: 3)))
    #expect(try scene.newlyShown().isEmpty)
    // To say again that it is off ends nothing.
    try scene.session("\(quiet) false")
    #expect(try scene.newlyShown().isEmpty)
  }
}

/// A desk with a desktop around it, whose user is away.
private final class Absentee {
  let desk: Desk
  let open: Console.Shown
  private let systemBus: PrivateBus
  private let system: Child
  private let desktop: Child

  init(server: String = "dunst", of vendor: String = "", stay: String = "never") throws {
    systemBus = try PrivateBus()
    var environment = [String: String]()
    environment["DBUS_SESSION_BUS_ADDRESS"] = systemBus.address
    system = try Child(
      Built.product("desktop-double"), ["org.freedesktop.login1"],
      environment: environment)
    _ = try system.line { $0 == "ready" }
    let settings = "[Notifications]\nstay=\(stay)\n"
    desk = try Desk(
      ["--name", server, "--vendor", vendor], ["DBUS_SYSTEM_BUS_ADDRESS": systemBus.address]
    ) { try $0.write(settings, to: ".config/haru/haru.conf") }
    open = try desk.console.shown()
    desktop = try Child(
      Built.product("desktop-double"),
      ["org.xfce.Xfconf", "org.budgie_desktop.Notifications"]
        + ["freedesktop", "gnome", "mate", "xfce", "cinnamon"].map { "org.\($0).ScreenSaver" },
      environment: desk.environment)
    _ = try desktop.line { $0 == "ready" }
    _ = try desk.agent.line(from: .errors) { $0.contains("the graphical session: ") }
  }

  /// Takes today's notification from the screen, as time does.
  func expire() throws {
    try hear("expire \(open.id)")
  }

  /// Has the server close one, and waits until the agent has heard of it: logind speaks on another bus.
  func hear(_ line: String) throws {
    try desk.console.command(line)
    try desk.reload()
  }

  func logind(_ line: String) throws {
    try system.send(line)
    _ = try system.line { $0 == "done" }
  }

  /// The screen is locked and unlocked, or the user idle for a time.
  func goAndReturn(_ state: String) throws {
    for value in ["true", "false"] { try logind("\(state) \(value)") }
  }

  func session(_ line: String) throws {
    try desktop.send(line)
    _ = try desktop.line { $0 == "done" }
  }

  /// What is shown within a time in which it would be.
  func newlyShown() throws -> [Console.Event] {
    try desk.console.events(during: .milliseconds(1500)).filter(\.isNotify)
  }
}
