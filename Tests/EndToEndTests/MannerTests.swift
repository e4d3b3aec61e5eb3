import Foundation
import HaruCore
import Support
import Testing

/// What each server gets, by the name that it answers (docs/servers.md#manners).
@Suite(.serialized)
struct MannerTests {
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
}
