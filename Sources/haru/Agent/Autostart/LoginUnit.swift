import Glibc
import HaruSystem

/// Whether systemd starts the agent's unit at login.
///
/// Only files are read, so the answer is the same over ssh, and where systemd does not run for the user.
struct LoginUnit {
  private static let link = "graphical-session.target.wants/" + AgentUnit.name
  private static let mask = "/dev/null"
  private let ownFolder = UserDirectories.config + "/systemd/user/"

  /// Whether systemd finds the unit.
  var isKnown: Bool { LoginUnit.file.map { Files.resolved($0) != Self.mask } ?? false }

  /// Whether systemd starts the unit with the user's graphical session.
  var isEnabled: Bool {
    isKnown && (LoginUnit.first(Self.link).map { Files.resolved($0) != Self.mask } ?? false)
  }

  /// The file of the unit that systemd takes.
  static var file: String? { first(AgentUnit.name) }

  /// Removes the user's links to `/dev/null`, of the unit and of its start at login; earlier versions masked
  /// the unit.
  func removeMasks() throws(GLibError) {
    for name in [Self.link, AgentUnit.name] where Files.resolved(ownFolder + name) == Self.mask {
      try Files.remove(ownFolder + name)
    }
  }

  /// Starts the unit at login from now on, if systemd finds it.
  func enable() throws(GLibError) {
    if isKnown, !isEnabled, let file = LoginUnit.file { try link(to: file) }
  }

  /// Stops starting it.
  ///
  /// Where the unit is enabled for all users, a link of this user to `/dev/null` hides the system's link
  /// (docs/desktop.md#autostart).
  func disable() throws(GLibError) {
    try Files.remove(ownFolder + Self.link)
    if isEnabled { try link(to: Self.mask) }
  }

  private func link(to target: String) throws(GLibError) {
    let path = ownFolder + Self.link
    _ = Files.makeDirectories(above: path)
    guard symlink(target, path) == 0 else { throw GLibError("\(path): \(Files.reason(errno))") }
  }

  /// The first file of a name in the folders of the user's systemd.
  private static func first(_ name: String) -> String? {
    folders.map { $0 + "/" + name }.first(where: Files.exists)
  }

  /// Where the user's systemd looks for units, the most important first: systemd.unit(5).
  ///
  /// The folders of generators and of `systemctl set-property` are left out: nobody installs a unit there.
  private static var folders: [String] {
    let settings = [UserDirectories.config] + UserDirectories.systemConfig + ["/etc"]
    let session = (UserDirectories.runtime.map { [$0] } ?? []) + ["/run"]
    let data =
      [UserDirectories.data] + UserDirectories.systemData + ["/usr/local/share", "/usr/share"]
    let usual = (settings + session + data + ["/usr/local/lib", "/usr/lib"])
      .map { $0 + "/systemd/user" }
    guard let path = getenv("SYSTEMD_UNIT_PATH").map({ String(cString: $0) }) else { return usual }
    return path.split(separator: ":").map(String.init) + (path.hasSuffix(":") ? usual : [])
  }
}
