/// What `haru shortcut` answers.
public enum ShortcutText {
  /// The shortcut, as the settings of the desktop show it.
  public static var study: String { text("Study", as: "a shortcut of the desktop") }
  /// The keys are set.
  public static func set(_ keys: String) -> String {
    text("{keys} now marks today as studied and shows it.", ["keys": keys])
  }
  /// The shortcut was removed.
  public static var removed: String { text("The shortcut is removed.") }
  /// There was no shortcut to remove.
  public static var nothingToRemove: String {
    text("Haru has set no shortcut here; remove a line that you added yourself.")
  }
  /// Another shortcut has the keys.
  public static func taken(_ keys: String, by owner: String) -> String {
    text("{keys} is taken by: {owner}; choose other keys", ["keys": keys, "owner": owner])
  }
  /// A word that names no keys.
  public static func notKeys(_ word: String) -> String {
    text(
      "not keys: {word}; write for example SUPER+S or CTRL+ALT+S",
      ["word": SafeText.value(word)])
  }
  /// Keys that people type in texts, such as a letter.
  public static func isTyped(_ keys: String) -> String {
    text("you could no longer type {keys}; add SUPER, CTRL or ALT", ["keys": keys])
  }
  /// The administrator has locked the settings.
  public static var locked: String { text("the desktop does not let you change its shortcuts") }
  /// A program of the desktop failed.
  public static func noAnswer(_ program: String) -> String {
    text("no answer from {program}", ["program": program])
  }
  /// A line for a configuration file, below a comment that names the file.
  public static func line(_ line: String, file: String) -> String {
    text("# Add this line to {file}:", ["file": file]) + "\n" + line
  }
  /// What to do in Plasma.
  public static func plasma(_ keys: String) -> String {
    text(
      "In System Settings, Shortcuts, add the application Haru and give its action Study the keys {keys}.",
      ["keys": keys])
  }
  /// What to do on any other desktop.
  public static func elsewhere(_ command: String, _ keys: String) -> String {
    text(
      "In the keyboard settings of your desktop, let {keys} run: {command}",
      ["keys": keys, "command": command])
  }
}
