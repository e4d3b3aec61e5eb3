import HaruDesktop
import HaruSystem
import HaruText

/// What starts the agent at login: systemd's unit in sessions that systemd starts, the autostart file in
/// others.
///
/// Where a desktop reads neither, the user adds a line to its settings (docs/desktop.md#autostart).
@MainActor
struct Autostart {
  let unit = LoginUnit()
  let file = AutostartFile()
  private let service = ServiceFile.unit
  private let activation = ServiceFile.activation

  /// Whether a login starts the agent; `nil` if that depends on the desktop, which is not known here, or
  /// on its own settings.
  var isEnabled: Bool? {
    if AgentUnit.systemctl("is-active", "graphical-session.target") {
      return unit.isEnabled || file.reach == .all
    }
    if line != nil { return nil }
    guard RunningDesktop.startsFiles else { return isOn ? nil : false }
    return file.reach != .none
  }

  /// The line for a desktop that starts only what its settings name, and the file of those settings.
  var line: (text: String, file: String)? {
    let command = shellQuoted(ServiceFile.agent) + " --gapplication-service"
    return switch RunningDesktop.names.first {
    case "sway": ("exec \(command)", "~/.config/sway/config")
    case "i3": ("exec --no-startup-id \(command)", "~/.config/i3/config")
    case "hyprland": ("exec-once = \(command)", "~/.config/hypr/hyprland.conf")
    case "river": ("riverctl spawn \"\(command)\"", "~/.config/river/init")
    default: nil
    }
  }

  /// Whether the unit or the autostart file starts the agent in any kind of session.
  var isOn: Bool { unit.isEnabled || file.reach != .none }

  /// Files that the user has written where Haru would write its copies.
  var ownFiles: [String] { [service, activation].compactMap(\.ownFile) }

  /// Starts the agent at each login from now on.
  func enable() throws(GLibError) {
    // Before anything is written through the link.
    try unit.removeMasks()
    let isElsewhere = try service.place()
    try activation.place()
    try unit.enable()
    try file.enable(isElsewhere: isElsewhere, hasUnit: unit.isKnown)
    AgentUnit.readAgain()
  }

  /// Stops starting the agent at login.
  func disable() throws(GLibError) {
    try unit.disable()
    try file.disable()
    try service.removeCopy()
    try activation.removeCopy()
    AgentUnit.readAgain()
  }
}
