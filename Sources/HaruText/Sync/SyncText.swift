/// Sentences about the exchange with other machines.
public enum SyncText {
  // MARK: On and off

  /// How many changes of other machines an exchange has brought.
  public static func taken(count: Int) -> String {
    text(
      "Taken from other machines: {count} change", "Taken from other machines: {count} changes",
      count: count)
  }

  /// A folder and this machine both have studied days but no entry in common.
  public static func foreign(_ folder: String, days: Int, machines: [String]) -> String {
    text(
      "{path} holds {count} studied day of {names}, and nothing of this machine; if both are yours: haru sync on --join {path}",
      "{path} holds {count} studied days of {names}, and nothing of this machine; if both are yours: haru sync on --join {path}",
      count: days, ["path": shellQuoted(folder), "names": ListText.words(machines)])
  }

  /// Nothing is exchanged, and how to begin.
  public static var isOff: String {
    text("Nothing is exchanged with other machines. To begin: haru sync on FOLDER")
  }

  /// The notes of this machine are left out.
  public static var withoutNotes: String { text("Notes are not exchanged.") }

  // MARK: Status

  /// The folder.
  public static func folder(_ path: String) -> String { text("Folder: {path}", ["path": path]) }

  /// The digest, a word that is the same on machines with the same changes.
  public static func digest(_ word: String) -> String {
    text("All changes: {word}. Machines with the same word have the same days.", ["word": word])
  }

  /// How many changes are missing here that other changes name.
  public static func notArrived(count: Int) -> String {
    text(
      "{count} earlier change has not arrived yet.",
      "{count} earlier changes have not arrived yet.", count: count)
  }

  /// How many own changes are not in the folder yet.
  public static func waiting(count: Int) -> String {
    text(
      "{count} change is not in the folder yet.", "{count} changes are not in the folder yet.",
      count: count)
  }

  /// How many own changes are not in the folder yet, and why.
  public static func waiting(count: Int, because reason: String) -> String {
    text(
      "{count} change is not in the folder yet: {reason}",
      "{count} changes are not in the folder yet: {reason}", count: count, ["reason": reason])
  }

  /// How many entries this version does not understand.
  public static func unknown(count: Int) -> String {
    text(
      "{count} change is not understood by this version of Haru. It is kept; a newer one may show it.",
      "{count} changes are not understood by this version of Haru. They are kept; a newer one may show them.",
      count: count)
  }

  /// A machine whose clock is ahead.
  public static func clockIsAhead(_ device: String) -> String {
    text("The clock of {name} is more than a day ahead.", ["name": device])
  }

  // MARK: Problems

  /// Everything in the folder could be read.
  public static var sound: String { text("Everything in the folder could be read.") }

  /// Something in the folder, or in a directory of it, that was not read.
  public static func leftOut(_ name: String, because reason: String) -> String {
    text("{name}: left out, {reason}", ["name": name, "reason": reason])
  }

  /// Lines of a file that are no entries.
  public static func noEntries(in name: String, count: Int, first: Int) -> String {
    text(
      "{name}: {count} line left out, because it is no change: line {line}",
      "{name}: {count} lines left out, because they are no changes, the first one: line {line}",
      count: count, ["name": name, "line": String(first)])
  }

  /// The folder is missing.
  public static func missing(_ path: String) -> String {
    text("there is no folder {path}; make it, or connect its disk", ["path": path])
  }

  /// The folder does not answer.
  public static func silent(_ path: String) -> String {
    text("{path} does not answer; what is new there is not counted yet", ["path": path])
  }

  /// The path is no folder.
  public static func notADirectory(_ path: String) -> String {
    text("not a folder: {path}", ["path": path])
  }

  /// The folder was emptied.
  public static func emptied(_ path: String) -> String {
    text(
      "the folder {path} is empty, and was not before; connect its disk, or begin again with: haru sync on {path}",
      ["path": shellQuoted(path)])
  }

  /// Another program is writing.
  public static func busy(_ path: String) -> String {
    text("another program is writing into {path}; try again", ["path": path])
  }

  /// The disk of the folder is full.
  public static func full(_ path: String) -> String {
    text("the disk of {path} is full", ["path": path])
  }

  /// The folder cannot be written.
  public static func readOnly(_ path: String) -> String {
    text("{path} may not be written by you", ["path": path])
  }

  /// A name in the folder is a link, or something else than Haru made.
  public static func refused(_ path: String, _ name: String) -> String {
    text("{name} in {path} is not one of Haru's files", ["name": name, "path": path])
  }

  /// The system refused a call.
  public static func refused(_ path: String, because reason: String) -> String {
    text("{path}: {reason}", ["path": path, "reason": reason])
  }

  /// Why something was left out: it is a link, a pipe, or no file.
  public static var isNoFile: String { text("because it is a link, or no file") }
  /// Why something was left out: its name is that of a day which does not exist.
  public static var isNoDay: String { text("because there is no such day") }
  /// Why something was left out: its day is long before the first studied one.
  public static var isTooOld: String {
    text("because it is more than a year before your first studied day")
  }
  /// Why something was left out: it is too large.
  public static var isTooLarge: String { text("because it is too large") }
  /// Why something was left out: its content has changed since it was written.
  public static var isDamaged: String {
    text("because it is damaged, or not carried whole yet")
  }
  /// Why an entry was left out: this version does not understand it.
  public static var isUnknown: String {
    text("because this Haru does not understand it; it is kept")
  }
  /// Why something was left out: there are too many.
  public static func tooMany(count: Int) -> String {
    text(
      "because {count} file exceeds the limit", "because {count} files exceed the limit",
      count: count)
  }
  /// Why something was left out: its name is not text.
  public static func notText(count: Int) -> String {
    text(
      "because {count} name is not in UTF-8", "because {count} names are not in UTF-8",
      count: count)
  }
  /// Why something was left out: the system refused it.
  public static func because(_ reason: String) -> String {
    text("because the system says: {reason}", ["reason": reason])
  }
}
