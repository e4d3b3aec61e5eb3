import ArgumentParser
import HaruCommand
import HaruDesktop
import HaruText

struct AutostartCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "autostart", abstract: text("Choose whether the agent starts at login."),
      subcommands: [Enable.self, Disable.self, Status.self])
  }

  struct Enable: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("enable", text("Start the agent at login."))
    }

    func runOnMain() throws {
      let autostart = Autostart()
      try writing("autostart") { try autostart.enable() }
      autostart.printWhatStays()
      guard autostart.isEnabled == nil else { return printMessage(CommandText.startsAtLogin) }
      if autostart.line == nil { try autostart.printMechanisms() }
      try autostart.printWhatIsLeft()
    }
  }

  struct Disable: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("disable", text("Do not start the agent at login."))
    }

    func runOnMain() throws {
      let autostart = Autostart()
      try writing("autostart") { try autostart.disable() }
      autostart.printWhatStays()
      guard let line = autostart.line else { return printMessage(CommandText.doesNotStartAtLogin) }
      try printOutput(
        text("# If this line is in {file}, remove it:", ["file": line.file]) + "\n" + line.text)
    }
  }

  struct Status: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("status", text("Show whether the agent starts at login."))
    }

    func runOnMain() throws {
      let autostart = Autostart()
      if let isEnabled = autostart.isEnabled {
        try printOutput(
          isEnabled ? CommandText.startsAtLogin : CommandText.doesNotStartAtLogin)
      }
      try autostart.printMechanisms()
      if autostart.isEnabled == nil, autostart.isOn { try autostart.printWhatIsLeft() }
    }
  }
}

extension Autostart {
  /// What starts the agent, and what does not.
  fileprivate func printMechanisms() throws {
    try printOutput(
      unit.isEnabled
        ? text("systemd: on, for GNOME, Plasma and other desktops that systemd starts")
        : text("systemd: off"))
    switch file.reach {
    case .none: try printOutput(text("XDG autostart: off"))
    case .withoutSystemd:
      try printOutput(
        text("XDG autostart: on, for XFCE, LXQt, MATE and other desktops without systemd"))
    case .all: try printOutput(text("XDG autostart: on, for every desktop"))
    }
  }

  /// What the user has to do where a desktop starts neither, or nobody knows which it is.
  fileprivate func printWhatIsLeft() throws {
    try printOutput(
      line.map { ShortcutLine.adding($0.text, to: $0.file) }
        ?? text(
          "sway, i3, river and Hyprland need a line in their own settings; see haru-agent(1)."))
  }

  /// Prints the user's own files, which neither command changes.
  fileprivate func printWhatStays() {
    for file in ownFiles {
      printMessage(text("Your own file stays as it is: {path}", ["path": file]))
    }
  }
}
