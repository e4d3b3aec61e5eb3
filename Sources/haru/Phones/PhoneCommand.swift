import ArgumentParser
import HaruImportExport
import HaruText

struct PhoneCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "phone", abstract: text("Mark days from your phone."),
      subcommands: [KDEConnectCommand.self])
  }

  struct KDEConnectCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "kdeconnect",
        abstract: text("Add commands to the phones that are paired with KDE Connect."),
        discussion: text(
          """
          On the phone, open KDE Connect and Run Command. Study marks today, Study streak tells today's state; \
          the answer comes as a notification on the phone. Your other commands stay.
          """))
    }

    @Flag(help: Haru.help(text("Remove the commands.")))
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
