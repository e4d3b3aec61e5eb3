/// Sentences about a task list.
public enum TaskText {
  /// The title of an item.
  public static var title: String { text("Study", as: "a task in a task list") }

  /// A list is kept.
  public static func begun(_ path: String) -> String {
    text("Tasks are kept in {path}. When you complete one, Haru marks its day.", ["path": path])
  }

  /// No list is kept any longer.
  public static func ended(_ path: String) -> String {
    text("No tasks are kept any more. Haru has removed its tasks from {path}.", ["path": path])
  }

  /// No list is kept, and some items of the last one stay.
  public static func endedWithout(_ path: String, because reason: String) -> String {
    text(
      "No tasks are kept any more, but Haru could not remove all of its tasks from {path}: {reason}",
      ["path": path, "reason": reason])
  }

  /// Another list is kept, and some items of the one before stay.
  public static func left(because reason: String) -> String {
    text(
      "some of Haru's tasks stay in the folder that was used before: {reason}", ["reason": reason])
  }

  /// No list is kept, and how to begin.
  public static var isOff: String { text("No tasks are kept. To begin: haru tasks on FOLDER") }

  /// Only today has a task.
  public static var keepsToday: String { text("Today has a task.") }

  /// A file has the name of an item, but is no item.
  public static func refused(_ path: String, _ name: String) -> String {
    text(
      "{name} in {path} is not one of Haru's tasks; delete it, or move it away",
      ["name": name, "path": path])
  }

  /// A file is a copy of an item, which what carries the folder has made.
  public static func copy(_ path: String, _ name: String) -> String {
    text(
      "{name} in {path} is a conflict copy of one of Haru's tasks, and is not read; delete it, or put it in the place of the task",
      ["name": name, "path": path])
  }

  /// Also the days before have one.
  public static var keepsWeek: String { text("Today and the seven days before have a task.") }
}
