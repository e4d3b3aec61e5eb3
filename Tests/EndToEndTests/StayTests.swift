import Support
import Testing

/// How long the notification asks to stay on the screen, by day, server and setting.
@Suite(.serialized)
struct StayTests {
  @Test(arguments: [
    ("dunst", 0), ("Xfce Notify Daemon", 0), ("Notification Daemon", 0), ("lxqt-notificationd", 0),
    ("mako", 0), ("a server that nobody has met", 0), ("SwayNotificationCenter", -1),
    ("Plasma", -1),
  ])
  func anOpenDayStaysWhereNothingIsKept(server: String, expire: Int) throws {
    let desk = try Desk(["--name", server])
    #expect(try desk.console.shown().expire == expire)
  }

  @Test(arguments: [("dunst", -1), ("mako", 10_000)])
  func aStudiedDayGoesByItself(server: String, expire: Int) throws {
    let desk = try Desk(["--name", server])
    let open = try desk.console.shown()
    #expect(try desk.console.shown(afterPressing: "Study", on: open).expire == expire)
    // An open day that a command has brought back stays again.
    #expect(try desk.haru("unmark").status == 0)
    #expect(try desk.console.shown().expire == 0)
    #expect(try desk.haru("rest", "today").status == 0)
    #expect(try desk.console.shown().expire == expire)
  }

  @Test(arguments: [
    ("always", "Plasma", 0, -1), ("never", "dunst", -1, 0), ("never", "mako", 10_000, 0),
  ])
  func theSettingDecides(stay: String, server: String, expire: Int, auto: Int) throws {
    let settings = "[Notifications]\nstay=\(stay)\n"
    let desk = try Desk(["--name", server]) {
      try $0.write(settings, to: ".config/haru/haru.conf")
    }
    #expect(try desk.console.shown().expire == expire)
    // A change takes effect at once.
    #expect(try desk.haru("config", "set", "Notifications.stay", "auto").status == 0)
    #expect(try desk.console.shown().expire == auto)
  }
}
