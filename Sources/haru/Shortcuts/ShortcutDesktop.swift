import HaruCommand
import HaruDesktop
import HaruSystem
import HaruText

/// A desktop whose shortcuts Haru can set.
@MainActor
protocol ShortcutDesktop {
  /// The name of another shortcut that has these keys; `nil` if none has.
  func owner(of keys: KeyCombination) -> String?
  /// Sets Haru's shortcut to these keys; its earlier keys are removed.
  func set(_ keys: KeyCombination) throws(Failure)
  /// Removes Haru's shortcut; `false` if there is none.
  func remove() throws(Failure) -> Bool
}

extension ShortcutDesktop {
  /// Marks today, and shows the notification, so that the user sees an answer to the key press.
  static var script: String { #""$0" mark; "$0" notify"# }

  /// The command for the keys; no desktop runs a shell by itself.
  static var command: String { "sh -c '\(script)' \(shellQuoted(ProgramFile().path))" }
}

extension RunningDesktop {
  /// The session's desktop, if Haru can set its shortcuts.
  @MainActor static var shortcuts: (any ShortcutDesktop)? {
    if names.contains("gnome") { return GNOMEShortcuts() }
    if names.contains("xfce") { return XfceShortcuts() }
    return nil
  }
}

/// A line for the configuration of the session's desktop, which the user adds.
@MainActor
struct ShortcutLine {
  let answer: String

  init(for keys: KeyCombination) {
    let haru = shellQuoted(ProgramFile().path)
    let command = "\(haru) mark; \(haru) notify"
    let i3 = "bindsym \(keys.bindsym) exec \"\(command)\""
    answer =
      switch RunningDesktop.names.first {
      case "sway": Self.adding(i3, to: "~/.config/sway/config")
      case "i3": Self.adding(i3, to: "~/.config/i3/config")
      case "hyprland":
        Self.adding(
          "bind = \(keys.bind), exec, \(command)", to: "~/.config/hypr/hyprland.conf")
      case "kde":
        text(
          "In System Settings, Shortcuts, add the application Haru and give its action Study the keys {keys}.",
          ["keys": keys.name])
      default:
        text(
          "In the keyboard settings of your desktop, let {keys} run: {command}",
          ["keys": keys.name, "command": "sh -c " + shellQuoted(command)])
      }
  }

  /// A line for a configuration file, below a comment that names the file.
  static func adding(_ line: String, to file: String) -> String {
    text("# Add this line to {file}:", ["file": file]) + "\n" + line
  }
}
