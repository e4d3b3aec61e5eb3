import Glibc
import HaruCore
import HaruDesktop
import HaruSystem

/// The file in `autostart` for desktops that start such files.
struct AutostartFile {
  /// Which desktops start the agent from this file.
  enum Reach {
    case none
    /// All but the desktops that systemd starts.
    case withoutSystemd
    case all
  }

  private static let group = "Desktop Entry"
  private static let name = "/autostart/" + Identity.application + ".desktop"

  /// The user's file, which overrides the system's.
  private let userFile = UserDirectories.config + AutostartFile.name
  private let systemFiles = UserDirectories.systemConfig.map { $0 + AutostartFile.name }

  private var isInstalled: Bool { systemFiles.contains { access($0, F_OK) == 0 } }

  var reach: Reach {
    guard let path = ([userFile] + systemFiles).first(where: { access($0, F_OK) == 0 }),
      let file = try? KeyFile(path: path), file.value(of: "Hidden", in: Self.group) != "true"
    else { return .none }
    return file.value(of: "X-systemd-skip", in: Self.group) == "true" ? .withoutSystemd : .all
  }

  /// Lets desktops start the agent from now on.
  ///
  /// - Parameters:
  ///   - isElsewhere: Whether the system's file, if there is one, starts another agent.
  ///   - hasUnit: Whether systemd finds the unit, and so starts the agent by it alone.
  /// - Throws: `GLibError` if the user's file cannot be read or written.
  func enable(isElsewhere: Bool, hasUnit: Bool) throws(GLibError) {
    let isEnough = isInstalled && !isElsewhere
    if isEnough, !Files.exists(userFile) { return }
    // The user's file keeps its other keys.
    let file = try KeyFile(path: userFile)
    // With what `disable` has written removed, the system's file counts, also after an upgrade.
    if isEnough, file.entries.allSatisfy({ $0.key == "Hidden" }) {
      return try Files.remove(userFile)
    }
    let exec = ServiceFile.command(.desktopEntry)
    if isOurs(file) ?? true {
      for (key, value) in [
        ("Type", "Application"), ("Name", "Haru"), ("Exec", exec), ("Icon", Identity.application),
        ("NoDisplay", "true"), ("X-GNOME-UsesNotifications", "true"),
        ("X-GNOME-HiddenUnderSystemd", hasUnit ? "true" : "false"),
        ("X-systemd-skip", hasUnit ? "true" : "false"),
      ] { file.set(value, for: key, in: Self.group) }
    }
    try save(file, isHidden: false)
  }

  /// Keeps desktops from starting the agent: hides the system's file and one of the user's own, or
  /// removes the one that `enable` has written.
  func disable() throws(GLibError) {
    guard isInstalled || Files.exists(userFile) else { return }
    let file = try KeyFile(path: userFile)
    if !isInstalled, isOurs(file) == true { return try Files.remove(userFile) }
    try save(file, isHidden: true)
  }

  /// Whether a file starts an agent as `enable` writes it; `nil` if it starts nothing.
  private func isOurs(_ file: KeyFile) -> Bool? {
    file.value(of: "Exec", in: Self.group).map(ServiceFile.isCommand)
  }

  private func save(_ file: KeyFile, isHidden: Bool) throws(GLibError) {
    file.set(isHidden ? "true" : "false", for: "Hidden", in: Self.group)
    // As open as such files usually are: it is no secret, but what it starts is.
    try file.save(to: userFile, mode: AtomicFile.readable)
  }
}
