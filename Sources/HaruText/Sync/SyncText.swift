/// Sentences about the exchange with other machines.
public enum SyncText {
  /// How many changes of other machines an exchange has brought.
  public static func taken(count: Int) -> String {
    text(
      "Taken from other machines: {count} change", "Taken from other machines: {count} changes",
      count: count)
  }

  /// A folder and this machine both have studied days but no entry in common; and the command that joins them.
  public static func foreign(
    _ folder: String, days: Int, machines: [String], _ command: [String]
  ) -> String {
    text(
      "{path} holds {count} studied day of {names}, and nothing of this machine; if both are yours: {command}",
      "{path} holds {count} studied days of {names}, and nothing of this machine; if both are yours: {command}",
      count: days,
      [
        "path": shellQuoted(folder), "names": ListText.words(machines),
        "command": command.map(shellQuoted).joined(separator: " "),
      ])
  }

  /// Nothing is exchanged, and how to begin.
  public static var isOff: String {
    text("Nothing is exchanged with other machines. To begin: haru sync on FOLDER")
  }

  /// The notes of this machine are left out.
  public static var withoutNotes: String { text("Notes are not exchanged.") }

  /// The folder.
  public static func folder(_ path: String) -> String { text("Folder: {path}", ["path": path]) }

  /// Everything in the folder could be read.
  public static var sound: String { text("Everything in the folder could be read.") }

  /// The folder was emptied.
  public static func emptied(_ path: String) -> String {
    text(
      "the folder {path} is empty, and was not before; connect its disk, or begin again with: haru sync on {path}",
      ["path": shellQuoted(path)])
  }
}
