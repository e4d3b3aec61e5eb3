import ArgumentParser
import Glibc
import HaruDesktop
import HaruImportExport
import HaruSystem
import HaruText

/// The commands of Haru on the phones that are paired with KDE Connect.
@MainActor
struct KDEConnect {
  private static let plugin = "kdeconnect_runcommand"
  private static let (studyKey, streakKey) = ("haru-study", "haru-streak")

  private let directory = UserDirectories.config + "/kdeconnect"

  /// The paired devices.
  ///
  /// - Throws: `Failure` if there is none.
  func devices() throws(Failure) -> [PairedDevice] {
    let file = directory + "/trusted_devices"
    let devices = try reading(file) { try PairedDevice.list(path: file) }
    guard !devices.isEmpty else { throw Failure(.noInput, PhoneText.noDevice) }
    return devices
  }

  /// Adds the commands to a device, or removes them, and tells a running KDE Connect.
  ///
  /// - Returns: Whether that changed anything.
  /// - Throws: `Failure` for a file that cannot be read or written, which stays as it is.
  func offer(_ isOffered: Bool, on device: PairedDevice) throws(Failure) -> Bool {
    let file = "\(directory)/\(device.id)/\(KDEConnect.plugin)/config"
    var commands = try reading(file) { try PhoneCommands(path: file) }
    let hasChanged =
      isOffered
      ? commands.add(commandsOfHaru(for: device))
      : commands.remove([KDEConnect.studyKey, KDEConnect.streakKey])
    guard hasChanged else { return false }
    _ = Files.makeDirectories(above: file)
    try writing(file) { try AtomicFile.write(commands.text, to: file) }
    if let bus = try? Bus.session() {
      bus.emit(
        path: "/kdeconnect/\(device.id)/\(KDEConnect.plugin)",
        interface: "org.kde.kdeconnect.config", member: "configChanged", [])
      bus.flush()
    }
    return true
  }

  private func commandsOfHaru(for device: PairedDevice) -> [PhoneCommands.Command] {
    let haru = shellQuoted(ProgramFile().path)
    // Only KDE Connect of 2025 and later sends a command's output to the phone.
    let tell = "kdeconnect-cli --device \(device.id) --ping-msg \"$(\(haru) status --format line)\""
    return [
      PhoneCommands.Command(
        key: KDEConnect.studyKey, name: PhoneText.study, line: "\(haru) mark; \(tell)"),
      PhoneCommands.Command(key: KDEConnect.streakKey, name: PhoneText.streak, line: tell),
    ]
  }

  private func reading<Result>(
    _ file: String, _ body: () throws -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Failure(.badData, PhoneText.badFile(file))
    }
  }
}

/// A word as a shell reads it literally.
func shellQuoted(_ word: String) -> String {
  let isPlain = word.allSatisfy {
    $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0))
  }
  let parts = word.split(separator: "'", omittingEmptySubsequences: false)
  return isPlain ? word : "'" + parts.joined(separator: #"'\''"#) + "'"
}

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
