import Glibc
import HaruDesktop
import HaruSystem

// Plays parts of a desktop on the session bus of its environment, for tests:
//
//   desktop-double NAME…
//
// takes each of the bus names and reads lines: `lock BOOL` and `idle BOOL` as logind tells them of the
// graphical session, `saver NAME BOOL` as a screen saver tells that it is active, `quiet BOOL` as xfconf
// tells of the switch of xfce4-notifyd, `paused BOOL` as Budgie tells of its own. It prints `done` after each.

let logind = "org.freedesktop.login1"
let session = "/org/freedesktop/login1/session/_31"
let xfconf = "org.xfce.Xfconf"

@MainActor
func carryOut(_ words: [String], on bus: Bus) {
  guard let value = words.last.map({ Variant.bool($0 == "true") }) else { return }
  func hint(_ name: String) {
    bus.emit(
      path: session, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
      [.string(logind + ".Session"), .dictionary([name: value]), .strings([])])
  }
  switch words[0] {
  case "lock": hint("LockedHint")
  case "idle": hint("IdleHint")
  case "saver": bus.emit(path: "/saver", interface: words[1], member: "ActiveChanged", [value])
  case "quiet":
    bus.emit(
      path: "/org/xfce/Xfconf", interface: xfconf, member: "PropertyChanged",
      [.string("xfce4-notifyd"), .string("/do-not-disturb"), .any(value)])
  case "paused":
    bus.emit(
      path: "/org/budgie_desktop/Notifications", interface: "org.freedesktop.DBus.Properties",
      member: "PropertiesChanged",
      [
        .string("org.buddiesofbudgie.budgie.Dispatcher"),
        .dictionary(["NotificationsPaused": value]), .strings([]),
      ])
  default: writeLine("unknown: \(words)")
  }
  bus.flush()
  writeLine("done")
}

func writeLine(_ word: String) { StandardStream.output.write(word + "\n") }

let bus = try Bus.session()
/// The user as logind shows them.
@MainActor
final class User {
  static let interface = BusInterface<User>(
    logind + ".User",
    properties: [.init("Display", "(ss)") { _ in .tuple([.string("1"), .string(session)]) }])
}
let user = User()
let object = try BusObject(user, User.interface, on: bus, at: "/org/freedesktop/login1/user/self")
for name in CommandLine.arguments.dropFirst() where try !bus.own(name) { exit(1) }
writeLine("ready")
MainLoop.onReadable(STDIN_FILENO) {
  guard let line = readLine() else {
    MainLoop.quit()
    return false
  }
  carryOut(line.split(separator: " ").map(String.init), on: bus)
  return true
}
MainLoop.run()
