import Glibc
import HaruCore
import HaruDesktop

/// Whether the agent starts at login: by systemd's unit where the session reaches its target, by the
/// autostart file in every other session (docs/desktop.md#autostart).
struct Autostart {
  private static let group = "Desktop Entry"

  /// The user's file, which overrides the system's.
  private let userFile = UserDirectories.config + "/autostart/" + Identity.application + ".desktop"
  private let systemFiles: [String]
  private let agent: String
  private let unit = AgentUnit()

  init() {
    let directories = getenv("XDG_CONFIG_DIRS").map { String(cString: $0) } ?? ""
    systemFiles = (directories.isEmpty ? "/etc/xdg" : directories).split(separator: ":").map {
      $0 + "/autostart/" + Identity.application + ".desktop"
    }
    let own = ProgramFile().path
    agent = String(own[...(own.lastIndex(of: "/") ?? own.startIndex)]) + "haru-agent"
  }

  /// Whether a login to this kind of session starts the agent.
  var isEnabled: Bool {
    isUnitEnabled || isFileEnabled(underSystemd: isSessionSystemds)
  }

  /// Whether the unit is still enabled after `disable`, because it is enabled for all users.
  var isUnitEnabled: Bool { unit.isEnabled }

  /// Whether systemd starts this session's programs, and so ignores the installed file.
  private var isSessionSystemds: Bool {
    AgentUnit.systemctl("is-active", "graphical-session.target")
  }

  private func isFileEnabled(underSystemd: Bool) -> Bool {
    let files = [userFile] + systemFiles
    guard let path = files.first(where: { access($0, F_OK) == 0 }),
      let file = try? KeyFile(path: path)
    else { return false }
    let forbidding = underSystemd ? ["Hidden", "X-systemd-skip"] : ["Hidden"]
    return forbidding.allSatisfy { file.value(of: $0, in: Autostart.group) != "true" }
  }

  /// Starts the agent at each login from now on.
  func enable() throws(GLibError) {
    // The user's file keeps its other keys. Without one the system's file is enough.
    let isInstalled = systemFiles.contains { access($0, F_OK) == 0 }
    if access(userFile, F_OK) == 0 || !isInstalled { try writeUserFile(hidden: false) }
    unit.enable()
  }

  /// Stops starting the agent at login.
  func disable() throws(GLibError) {
    try writeUserFile(hidden: true)
    unit.disable()
  }

  private func writeUserFile(hidden: Bool) throws(GLibError) {
    let file = try KeyFile(path: userFile)
    if file.value(of: "Exec", in: Autostart.group) == nil {
      // Where systemd knows the unit, the unit alone starts the agent.
      let isUnits = unit.isKnown ? "true" : "false"
      let values = [
        ("Type", "Application"), ("Name", "Haru"),
        ("Exec", "\(quoted(agent)) --gapplication-service"), ("Icon", Identity.application),
        ("NoDisplay", "true"), ("X-GNOME-UsesNotifications", "true"),
        ("X-GNOME-HiddenUnderSystemd", isUnits), ("X-systemd-skip", isUnits),
      ]
      for (key, value) in values { file.set(value, for: key, in: Autostart.group) }
    }
    file.set(hidden ? "true" : "false", for: "Hidden", in: Autostart.group)
    // As open as such files usually are: it is no secret, but what it starts is.
    try file.save(to: userFile, mode: WholeFile.readable)
  }

  /// A path as an `Exec` line quotes it.
  private func quoted(_ path: String) -> String {
    let escaped = path.map { "\"`$\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    return path.contains(" ") || escaped != path ? "\"\(escaped)\"" : path
  }
}
