/// Why a program of the user's own is not started.
public enum HookText {
  /// The hook has itself changed the day, and would start itself without end.
  public static func startsItself(_ name: String) -> String {
    text("the hook {name} is not started by itself", ["name": name])
  }
  /// Other users may write its file, or the directory that holds it.
  public static func isOpen(_ name: String, _ path: String) -> String {
    text(
      "the hook {name} is not run: other users may write {path}; to take that from them: chmod go-w {path}",
      ["name": name, "path": path])
  }
  /// Its file, or a directory or a link that leads there, belongs to another user.
  public static func isForeign(_ name: String, _ path: String) -> String {
    text(
      "the hook {name} is not run: {path} belongs to another user", ["name": name, "path": path])
  }
  /// Its file is not one that can be executed.
  public static func isNoProgram(_ name: String, _ path: String) -> String {
    text(
      "the hook {name} is not run: {path} is no executable file; to make it one: chmod u+x {path}",
      ["name": name, "path": path])
  }
  /// It has ended with an exit status that is not 0.
  public static func failed(_ name: String, status: Int32) -> String {
    text("the hook {name} failed with status {status}", ["name": name, "status": String(status)])
  }
}
