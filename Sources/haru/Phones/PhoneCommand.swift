import ArgumentParser
import HaruImportExport
import HaruText

/// The command `haru phone`.
struct PhoneCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "phone", abstract: HelpText.phone, subcommands: [KDEConnectCommand.self])
  }

  /// The command `haru phone kdeconnect`.
  struct KDEConnectCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "kdeconnect", abstract: HelpText.phoneKDEConnect,
        discussion: HelpText.phoneKDEConnectDiscussion)
    }

    @Flag(help: ArgumentHelp(HelpText.phoneOff))
    var off = false

    func run() throws {
      try onMain {
        let connection = KDEConnect()
        for device in try connection.devices() {
          let hasChanged = try connection.offer(!off, on: device)
          say(PhoneText.offered(on: device.name, isOffered: !off, hasChanged: hasChanged))
        }
      }
    }
  }
}
