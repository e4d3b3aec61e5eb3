/// The names by which the program is known.
public enum Identity {
  /// The application's id, which is also its bus name.
  public static let application = "io.github.haru.Haru"
  /// The agent's object on the bus.
  public static let objectPath = "/io/github/haru/Haru"
  /// The agent's interface on the bus.
  public static let interface = "io.github.haru.Haru1"
  /// The version of this program.
  public static let version = "0.1.0"
  /// Where the settings file lies within the user's configuration directory.
  public static let settingsFile = "haru/haru.conf"
}
