import Glibc
import HaruCore
import HaruDesktop
import HaruFiles

/// The file in `autostart` for desktops that start such files.
struct AutostartFile {
  /// Which desktops start the agent from it.
  enum Reach {
    case none
    /// All but those that systemd starts.
    case withoutSystemd
    case all
  }

  private static let group = "Desktop Entry"

  /// The user's file, which overrides the system's.
  private let userFile = UserDirectories.config + "/autostart/" + Identity.application + ".desktop"
  private let systemFiles: [String]

  init() {
    let directories = getenv("XDG_CONFIG_DIRS").map { String(cString: $0) } ?? ""
    systemFiles = (directories.isEmpty ? "/etc/xdg" : directories).split(separator: ":").map {
      $0 + "/autostart/" + Identity.application + ".desktop"
    }
  }

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
    guard Files.exists(userFile) || !isInstalled || isElsewhere else { return }
    // The user's file keeps its other keys.
    let file = try KeyFile(path: userFile)
    let exec = ServiceFile.command(.desktopEntry)
    if file.value(of: "Exec", in: Self.group).map(ServiceFile.isCommand) ?? true {
      for (key, value) in [
        ("Type", "Application"), ("Name", "Haru"), ("Exec", exec), ("Icon", Identity.application),
        ("NoDisplay", "true"), ("X-GNOME-UsesNotifications", "true"),
        ("X-GNOME-HiddenUnderSystemd", hasUnit ? "true" : "false"),
        ("X-systemd-skip", hasUnit ? "true" : "false"),
      ] { file.set(value, for: key, in: Self.group) }
    }
    try save(file, isHidden: false)
  }

  /// Keeps desktops from starting the agent: hides the system's file, or removes the user's.
  func disable() throws(GLibError) {
    guard isInstalled else {
      _ = unlink(userFile)
      return
    }
    try save(try KeyFile(path: userFile), isHidden: true)
  }

  private func save(_ file: KeyFile, isHidden: Bool) throws(GLibError) {
    file.set(isHidden ? "true" : "false", for: "Hidden", in: Self.group)
    // As open as such files usually are: it is no secret, but what it starts is.
    try file.save(to: userFile, mode: WholeFile.readable)
  }
}
