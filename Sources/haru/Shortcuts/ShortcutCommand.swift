import ArgumentParser
import HaruCommand
import HaruDesktop
import HaruText

struct ShortcutCommand: MainActorCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "shortcut", abstract: text("Mark today with a key."),
      discussion: text(
        """
        GNOME and XFCE are asked to set the keys. For sway, i3, Hyprland and other desktops Haru prints \
        what to add to their configuration, and changes no file.
        """))
  }

  @Argument(help: .of(text("keys such as SUPER+S or CTRL+ALT+S")))
  var keys: String?

  @Flag(help: .of(text("Remove the shortcut.")))
  var off = false

  func validate() throws {
    guard !off else {
      if let keys { throw ValidationError(CommandText.notTogether(keys, "--off")) }
      return
    }
    _ = try combination
  }

  private var combination: KeyCombination {
    get throws {
      guard let keys else { throw ValidationError(ParserText.missingArgument("<keys>")) }
      guard let combination = KeyCombination(keys) else {
        throw ValidationError(
          text(
            "not keys: {word}; write for example SUPER+S or CTRL+ALT+S",
            ["word": SafeText.value(keys)]))
      }
      guard !combination.isTyped else {
        throw ValidationError(
          text(
            "you could no longer type {keys}; add SUPER, CTRL or ALT", ["keys": combination.name]))
      }
      return combination
    }
  }

  func runOnMain() throws {
    guard let desktop = RunningDesktop.shortcuts else {
      guard !off else { return printMessage(ShortcutCommand.nothingToRemove) }
      return try printOutput(ShortcutLine(for: try combination).answer)
    }
    guard !off else {
      return printMessage(
        try desktop.remove() ? text("The shortcut is removed.") : ShortcutCommand.nothingToRemove)
    }
    let keys = try combination
    if let owner = desktop.owner(of: keys) {
      throw Failure(
        .refused,
        text("{keys} is taken by: {owner}; choose other keys", ["keys": keys.name, "owner": owner]))
    }
    try desktop.set(keys)
    printMessage(text("{keys} now marks today as studied and shows it.", ["keys": keys.name]))
  }

  private static var nothingToRemove: String {
    text("Haru has set no shortcut here; remove a line that you added yourself.")
  }
}
