import ArgumentParser
import HaruText

/// The command `haru autostart`.
struct AutostartCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "autostart", abstract: HelpText.autostart,
      subcommands: [Enable.self, Disable.self, Status.self])
  }

  /// The command `haru autostart enable`.
  struct Enable: ParsableCommand {
    static var configuration: CommandConfiguration { .init("enable", HelpText.autostartEnable) }

    func run() throws {
      try writing("autostart") { try Autostart().enable() }
      say(CommandText.startsAtLogin)
    }
  }

  /// The command `haru autostart disable`.
  struct Disable: ParsableCommand {
    static var configuration: CommandConfiguration { .init("disable", HelpText.autostartDisable) }

    func run() throws {
      try writing("autostart") { try Autostart().disable() }
      guard !Autostart().isUnitEnabled else {
        throw Failure(.refused, CommandText.startsForAll)
      }
      say(CommandText.doesNotStartAtLogin)
    }
  }

  /// The command `haru autostart status`.
  struct Status: ParsableCommand {
    static var configuration: CommandConfiguration { .init("status", HelpText.autostartStatus) }

    func run() throws {
      try printOutput(
        Autostart().isEnabled ? CommandText.startsAtLogin : CommandText.doesNotStartAtLogin)
    }
  }
}
