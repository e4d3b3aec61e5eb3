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
      guard let combination = KeyCombination(keys ?? "") else {
        throw ValidationError(ShortcutText.notKeys(keys ?? ""))
      }
      guard !combination.isTyped else {
        throw ValidationError(ShortcutText.isTyped(combination.name))
      }
      return combination
    }
  }

  func runOnMain() throws {
    guard let desktop = RunningDesktop.shortcuts else {
      guard !off else { return printMessage(ShortcutText.nothingToRemove) }
      return try printOutput(ShortcutLine(for: try combination).text)
    }
    guard !off else {
      return printMessage(
        try desktop.remove() ? ShortcutText.removed : ShortcutText.nothingToRemove)
    }
    let keys = try combination
    if let owner = desktop.owner(of: keys) {
      throw Failure(.refused, ShortcutText.taken(keys.name, by: owner))
    }
    try desktop.set(keys)
    printMessage(ShortcutText.set(keys.name))
  }
}
