internal import Glibc

/// The desktop of the session.
public enum RunningDesktop {
  /// The variables of those that set no other when they are started from a console, by `startx` or by greetd; sway
  /// sets i3's, too.
  private static let own = [
    ("SWAYSOCK", "sway"), ("I3SOCK", "i3"), ("HYPRLAND_INSTANCE_SIGNATURE", "hyprland"),
  ]
  /// Those that start what lies in `autostart`.
  private static let startingFiles: Set = [
    "budgie", "cosmic", "dde", "deepin", "enlightenment", "gnome", "kde", "lxde", "lxqt", "mate",
    "pantheon", "ukui", "unity", "x-cinnamon", "xfce",
  ]

  /// Its names, the most specific first, in small letters; none if nothing is known.
  public static var names: [String] {
    let names = value("XDG_CURRENT_DESKTOP").split(separator: ":").map { $0.lowercased() }
    guard names.isEmpty else { return names }
    return own.first { !value($0.0).isEmpty }.map { [$0.1] } ?? []
  }

  /// Whether it is known to start what lies in `autostart`.
  public static var startsFiles: Bool { !startingFiles.isDisjoint(with: names) }

  private static func value(_ variable: String) -> String {
    getenv(variable).map { String(cString: $0) } ?? ""
  }
}
