internal import HaruCore

/// The agent on the session bus, as it serves it and `haru` calls it.
public enum AgentInterface {
  /// The bus name, which is the application's id.
  public static let busName = Identity.application
  /// The path of its one object.
  public static let objectPath = "/io/github/haru/Haru"
  /// The name of the interface.
  public static let name = "io.github.haru.Haru1"
}
