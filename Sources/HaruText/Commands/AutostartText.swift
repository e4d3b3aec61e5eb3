/// What `haru autostart` answers.
public enum AutostartText {
  /// systemd starts the agent.
  public static var systemdStarts: String {
    text("systemd: on, for GNOME, Plasma and other desktops that systemd starts")
  }
  /// systemd does not start the agent.
  public static var systemdIsOff: String { text("systemd: off") }
  /// The autostart file starts the agent where systemd does not.
  public static var fileStartsElsewhere: String {
    text("XDG autostart: on, for XFCE, LXQt, MATE and other desktops without systemd")
  }
  /// The autostart file starts the agent everywhere.
  public static var fileStartsEverywhere: String { text("XDG autostart: on, for every desktop") }
  /// The autostart file starts the agent nowhere.
  public static var fileIsOff: String { text("XDG autostart: off") }
  /// Some desktops start the agent neither by systemd nor by the file.
  public static var othersNeedALine: String {
    text("sway, i3, river and Hyprland need a line in their own settings; see haru-agent(1).")
  }
  /// The line that the user has to remove from a settings file, below a comment that names the file.
  public static func lineToRemove(_ line: String, file: String) -> String {
    text("# If this line is in {file}, remove it:", ["file": file]) + "\n" + line
  }
  /// A file that the user has written is where Haru would write a copy.
  public static func ownFileStays(_ path: String) -> String {
    text("Your own file stays as it is: {path}", ["path": path])
  }
}
