/// The names by which the program is known.
public enum Identity {
  /// The application's id.
  public static let application = "io.github.haru.Haru"
  /// The version of this program.
  public static let version = "0.5.0"
}
