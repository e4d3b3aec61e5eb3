/// Why a program of the user's own is not started.
public enum HookText {
  /// It has itself caused what it would be told of.
  public static func startsItself(_ name: String) -> String {
    text("the hook {name} is not started by itself", ["name": name])
  }
  /// Other users may write its file, or the directory that holds it.
  public static func isOpen(_ name: String, _ path: String) -> String {
    text(
      "the hook {name} is not run: other users may write {path}; to take that from them: chmod go-w {path}",
      ["name": name, "path": path])
  }
}
