public import HaruCore

/// Results and errors of backing up, restoring and moving the store.
public enum StoreText {
  /// A restored backup; `before` is `nil` where the old store could not be read.
  public static func restored(_ file: String, count: Int, before: Int?, after: Int) -> String {
    let days = text(
      "Restored {count} day from {path}", "Restored {count} days from {path}", count: count,
      ["path": file])
    guard let before else {
      return text("{what} · streak: {after}", ["what": days, "after": NumberText.grouped(after)])
    }
    return text(
      "{what} · streak: {after}, before: {before}",
      ["what": days, "after": NumberText.grouped(after), "before": NumberText.grouped(before)])
  }

  /// Where the old store is kept.
  public static func kept(_ path: String) -> String {
    text("The old store is kept: {path}", ["path": path])
  }

  /// A problem that a check has found.
  public static func problem(_ problem: StoreProblem) -> String {
    switch problem {
    case .file(let words): words
    case .part(let name): text("{name} is missing or changed", ["name": name])
    case .row(let number, let table):
      text(
        "invalid values in row {number} of {table}", ["number": String(number), "table": table])
    }
  }

  /// A store whose rows were repaired.
  public static func repaired(_ path: String) -> String {
    text("Repaired: {path}", ["path": path])
  }

  /// The backup that can replace a damaged store, for a notification.
  ///
  /// The command has a line of its own, so that it can be copied.
  public static func remedy(_ backup: String) -> [String] {
    [text("To restore the newest good backup:"), "haru store restore " + backup]
  }

  /// A file that is no store in the place that the settings name.
  public static func inAnotherFile(_ trouble: String) -> String {
    text("{trouble}; to use another file: haru config set Store.path FILE", ["trouble": trouble])
  }

  /// A damaged store and the backup that can replace it, in one line for a terminal.
  public static func withRemedy(_ trouble: String, _ backup: String) -> String {
    text(
      "{trouble}; to restore the newest good backup: haru store restore {path}",
      ["trouble": trouble, "path": shellQuoted(backup)])
  }
}
