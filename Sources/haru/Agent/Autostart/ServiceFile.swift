import Glibc
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// A file by which another program starts the agent.
///
/// systemd and the bus do not look into a folder where the user has unpacked Haru. So a copy of the file is
/// placed in the user's folders, with the path of that agent in it. A file that the user has written there is
/// never changed (docs/desktop.md#autostart).
struct ServiceFile {
  /// How a file writes the path of a program.
  enum Quoting {
    case desktopEntry, unit, shell
  }

  /// The key that marks a copy; systemd and the bus ignore it: systemd.unit(5).
  private static let mark = "X-Haru-Copy"

  private let group: String
  private let key: String
  private let quoting: Quoting
  private let installed: String
  private let copy: String
  private let present: () -> String?

  /// The unit of systemd.
  static var unit: ServiceFile {
    ServiceFile(
      group: "Service", key: "ExecStart", quoting: .unit,
      installed: ProgramFile().prefix + "/lib/systemd/user/" + AgentUnit.name,
      copy: UserDirectories.config + "/systemd/user/" + AgentUnit.name,
      present: { LoginUnit.file })
  }

  /// The file by which the bus starts the agent.
  static var activation: ServiceFile {
    let name = "/dbus-1/services/" + Identity.application + ".service"
    return ServiceFile(
      group: "D-BUS Service", key: "Exec", quoting: .shell,
      installed: ProgramFile().prefix + "/share" + name, copy: UserDirectories.data + name,
      present: {
        ([UserDirectories.data] + UserDirectories.systemData).map { $0 + name }
          .first(where: Files.exists)
      })
  }

  /// The file that the user has written in the place of the copy.
  var ownFile: String? { needsCopy && Files.exists(copy) && !isCopied ? copy : nil }

  private var needsCopy: Bool { installed != copy && access(installed, R_OK) == 0 }
  private var isCopied: Bool {
    (try? KeyFile(path: copy))?.rawValue(of: Self.mark, in: group) != nil
  }

  /// Places a copy that starts this installation's agent, where one is needed; returns whether it wrote one.
  @discardableResult
  func place() throws(GLibError) -> Bool {
    guard needsCopy, ownFile == nil else { return false }
    try Files.remove(copy)
    let wanted = ServiceFile.command(quoting)
    guard present().flatMap(command) != wanted else { return false }
    let file = try KeyFile(path: installed)
    file.setRaw(wanted, for: key, in: group)
    file.set("true", for: Self.mark, in: group)
    try file.save(to: copy, mode: AtomicFile.readable)
    return true
  }

  /// Removes the copy that starts this installation's agent.
  func removeCopy() throws(GLibError) {
    guard needsCopy, isCopied, command(in: copy) == ServiceFile.command(quoting) else { return }
    try Files.remove(copy)
  }

  private func command(in path: String) -> String? {
    (try? KeyFile(path: path))?.rawValue(of: key, in: group)
  }

  // MARK: The agent's command

  /// The agent beside this program.
  static var agent: String { ProgramFile().beside("haru-agent") }
  private static let option = " --gapplication-service"

  /// Whether `command` has made a command, for this or another folder.
  static func isCommand(_ text: String) -> Bool {
    ["haru-agent", "haru-agent\"", "haru-agent'"].contains { text.hasSuffix($0 + option) }
  }

  /// The command that starts the agent.
  static func command(_ quoting: Quoting) -> String {
    let path = agent
    let quoted =
      switch quoting {
      case .shell: shellQuoted(path)
      case .unit: inQuotes(path, escaping: "\"\\", doubling: "%$")
      case .desktopEntry: inQuotes(path, escaping: "\"`$\\", doubling: "%")
      }
    return quoted + option
  }

  private static func inQuotes(
    _ path: String, escaping escaped: String, doubling doubled: String
  ) -> String {
    if shellQuoted(path) == path { return path }
    let characters = path.map { character in
      if escaped.contains(character) { return "\\\(character)" }
      return doubled.contains(character) ? "\(character)\(character)" : String(character)
    }
    return "\"" + characters.joined() + "\""
  }
}
