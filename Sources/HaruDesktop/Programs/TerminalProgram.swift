internal import CDesktop
internal import Glibc
internal import HaruSystem

/// A program that runs a command in a window with a terminal (docs/desktop.md#the-users-terminal).
@MainActor
public struct TerminalProgram {
  /// How soon one has failed that cannot open a window.
  private static let failureMilliseconds: Int32 = 1000

  /// Terminals in the order in which they are tried, and what each wants before a command.
  private static let known: [(name: String, words: [String])] = [
    // It knows what was chosen for all desktops, often by a distribution.
    ("xdg-terminal-exec", []),
    ("x-terminal-emulator", ["-e"]), ("ptyxis", ["--new-window", "--"]), ("kgx", ["-e"]),
    ("gnome-terminal", ["--"]), ("konsole", ["-e"]), ("xfce4-terminal", ["-x"]),
    ("mate-terminal", ["-x"]), ("io.elementary.terminal", ["-x"]), ("cosmic-term", ["-e"]),
    ("qterminal", ["-e"]), ("lxterminal", ["-e"]), ("tilix", ["-e"]), ("terminator", ["-x"]),
    ("ghostty", ["-e"]), ("foot", []), ("kitty", []), ("alacritty", ["-e"]),
    ("wezterm", ["start", "--"]), ("urxvt", ["-e"]), ("st", ["-e"]), ("xterm", ["-e"]),
  ]

  /// The path of the program, its own words, and those before a command.
  private let words: [String]

  /// The terminals of this machine, the user's own first.
  public static var all: [TerminalProgram] {
    let variable = getenv("TERMINAL").map { String(cString: $0) } ?? ""
    let chosen = [TerminalProgram(variable), ofDesktop]
    return (chosen + known.map { TerminalProgram($0.name) }).compactMap(\.self)
  }

  /// Finds a program; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - line: Its name or path, and further words.
  ///   - usual: What one that is not known here wants before a command.
  private init?(_ line: String, before usual: [String] = ["-e"]) {
    let line = line.split(separator: " ").map(String.init)
    guard let program = line.first, let path = g_find_program_in_path(program) else { return nil }
    defer { g_free(path) }
    let name = program.split(separator: "/").last.map(String.init)
    let known = TerminalProgram.known.first { $0.name == name }
    words = [String(cString: path)] + line.dropFirst() + (known?.words ?? usual)
  }

  /// The name of the program, behind links such as those of Debian's alternatives.
  public var name: String {
    Files.resolved(words[0]).split(separator: "/").last.map(String.init) ?? ""
  }

  /// Runs a command in a window of its own; `false` if the terminal fails at once, as without its display.
  public func run(_ command: [String]) -> Bool {
    let limit = TerminalProgram.failureMilliseconds
    return (try? DetachedProcess.startsWell(words + command, milliseconds: limit)) ?? false
  }

  // MARK: The desktop's setting

  /// What the user has chosen in the settings of the desktop.
  private static var ofDesktop: TerminalProgram? {
    for desktop in RunningDesktop.names {
      switch desktop {
      case "gnome": return setting("org.gnome.desktop.default-applications.terminal")
      case "x-cinnamon": return setting("org.cinnamon.desktop.default-applications.terminal")
      case "mate": return setting("org.mate.applications-terminal")
      case "kde":
        let file = try? KeyFile(path: UserDirectories.config + "/kdeglobals")
        return file?.value(of: "TerminalApplication", in: "General").flatMap { TerminalProgram($0) }
      case "xfce":
        let path = UserDirectories.config + "/xfce4/helpers.rc"
        // Its lines stand in no group.
        let lines = (try? KeyFile.readingGoodLines(of: path))?.others ?? []
        let key = "TerminalEmulator="
        let line = lines.last { $0.line.hasPrefix(key) }?.line
        return line.flatMap { TerminalProgram(String($0.dropFirst(key.count))) }
      default: continue
      }
    }
    return nil
  }

  /// A terminal in the settings of GNOME, or of a desktop that has taken them over.
  private static func setting(_ schema: String) -> TerminalProgram? {
    guard let settings = DesktopSettings(schema: schema),
      let program = settings.texts("exec").first
    else { return nil }
    return TerminalProgram(program, before: settings.texts("exec-arg").filter { !$0.isEmpty })
  }
}
