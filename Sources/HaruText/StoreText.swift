public import HaruCore

/// What is said of the store's file: its backups, its restoring, its moving.
public enum StoreText {
  /// A backup that was made.
  public static func backedUp(_ path: String, count: Int) -> String {
    text(
      "Backed up {count} day: {path}", "Backed up {count} days: {path}", count: count,
      ["path": path])
  }

  /// A backup that was put in the store's place; what could not be read before has no streak.
  public static func restored(_ file: String, count: Int, before: Int?, after: Int) -> String {
    let days = text(
      "Restored {count} day from {path}", "Restored {count} days from {path}", count: count,
      ["path": file])
    guard let before else {
      return text("{what} · streak: {after}", ["what": days, "after": String(after)])
    }
    return text(
      "{what} · streak: {after}, before: {before}",
      ["what": days, "after": String(after), "before": String(before)])
  }

  /// Where what there was before is kept.
  public static func kept(_ path: String) -> String {
    text("What there was is kept: {path}", ["path": path])
  }

  /// A store that was moved.
  public static func moved(_ path: String, count: Int) -> String {
    text("Moved {count} day: {path}", "Moved {count} days: {path}", count: count, ["path": path])
  }

  /// A move whose last steps are still to be done, and the file that leads there until then.
  public static func moveIsUnfinished(_ address: String) -> String {
    text("The next command finishes the move; until then {path} leads there.", ["path": address])
  }

  /// A daily backup that could not be made.
  public static func notBackedUp(_ reason: String) -> String {
    text("warning: no backup was made: {reason}", ["reason": reason])
  }

  /// Which backup can take a damaged store's place, for a notification.
  public static func remedy(_ backup: String) -> String {
    text("The newest good backup: haru store restore {path}", ["path": backup])
  }

  /// A damaged store, and which backup can take its place, in one line for a terminal.
  public static func withRemedy(_ trouble: String, _ backup: String) -> String {
    text(
      "{trouble}; the newest good backup: haru store restore {path}",
      ["trouble": trouble, "path": backup])
  }

  /// `haru store backup` with nothing to write to.
  public static var backupNeedsFile: String {
    text("a backup needs a file: haru store backup FILE")
  }

  /// `haru store move` with nothing to move to.
  public static var moveNeedsDirectory: String {
    text("a move needs a directory: haru store move DIR")
  }

  /// Why a file was not copied, restored or moved, in one line for a terminal.
  public static func line(_ error: StoreFileError) -> String {
    let path = error.path
    return switch error.reason {
    case .store(let reason): ErrorText.line(reason, path: path)
    case .noSuchFile: text("no such file: {path}", ["path": path])
    case .noSuchDirectory: text("no such directory: {path}", ["path": path])
    case .occupied:
      text("something else is there already, left alone: {path}", ["path": path])
    case .isStore: text("that is the store itself: {path}", ["path": path])
    case .reserved:
      text("that name is needed for the store; choose another: {path}", ["path": path])
    case .noRoom:
      text("the disk is full, and a move needs a little room there too: {path}", ["path": path])
    case .inProgress: text("another haru is at work on it; try again: {path}", ["path": path])
    }
  }
}
