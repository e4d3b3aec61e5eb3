internal import CDesktop
internal import Glibc
internal import HaruSystem

/// A program that runs a command in a window with a terminal (docs/desktop.md#the-users-terminal).
@MainActor
public struct TerminalProgram {
  /// How soon one has failed that cannot open a window.
  private static let failureMilliseconds: Int32 = 1000

  /// Terminals in the order in which they are tried, what each wants before a command, and its options for a small
  /// window of large letters without a menu, so far as it has them.
  private static let known: [(name: String, words: [String], window: String)] = [
    // It knows what was chosen for all desktops, often by a distribution.
    ("xdg-terminal-exec", [], ""), ("x-terminal-emulator", ["-e"], ""),
    ("ptyxis", ["--new-window", "--"], ""), ("kgx", ["-e"], ""),
    ("gnome-terminal", ["--"], "--hide-menubar --geometry=48x20 --zoom=1.3"),
    (
      "konsole", ["-e"],
      "--hide-menubar --hide-tabbar -p TerminalColumns=48 -p TerminalRows=20 -p LocalTabTitleFormat=%w"
    ),
    ("xfce4-terminal", ["-x"], "--hide-menubar --hide-toolbar --geometry=48x20 --zoom=2"),
    ("mate-terminal", ["-x"], "--hide-menubar --geometry=48x20 --zoom=1.3"),
    ("io.elementary.terminal", ["-x"], ""), ("cosmic-term", ["-e"], ""), ("qterminal", ["-e"], ""),
    ("lxterminal", ["-e"], "--geometry=48x20"), ("tilix", ["-e"], "--geometry=48x20"),
    ("terminator", ["-x"], ""),
    ("ghostty", ["-e"], "--window-width=48 --window-height=20 --font-size=16"),
    ("foot", [], "--window-size-chars=48x20"),
    (
      "kitty", [],
      "-o remember_window_size=no -o initial_window_width=48c -o initial_window_height=20c -o font_size=16"
    ),
    (
      "alacritty", ["-e"],
      "-o window.dimensions.columns=48 -o window.dimensions.lines=20 -o font.size=16"
    ),
    (
      "wezterm", ["start", "--"],
      "--config=initial_cols=48 --config=initial_rows=20 --config=font_size=16"
    ),
    ("urxvt", ["-e"], "-geometry 48x20"), ("st", ["-e"], "-g 48x20"),
    ("xterm", ["-e"], xterm), ("uxterm", ["-e"], xterm), ("lxterm", ["-e"], xterm),
  ]
  /// Its usual letters are of pixels, small, and lack signs.
  private static let xterm = "-geometry 48x20 -fa Monospace -fs 16"

  /// The path of the program, and the words before a command: of its window, its own, and the last ones.
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
    guard let program = line.first, let path = TerminalProgram.path(of: program) else { return nil }
    let name = TerminalProgram.name(of: path)
    let known = TerminalProgram.known.first { $0.name == name }
    let window = known?.window.split(separator: " ").map(String.init) ?? []
    // What the user has written comes after that, and holds.
    words = [path] + window + line.dropFirst() + (known?.words ?? usual)
  }

  /// The path of a program; for a link of Debian's alternatives, that of the terminal behind it, which can do more.
  private static func path(of program: String) -> String? {
    guard let path = g_find_program_in_path(program) else { return nil }
    defer { g_free(path) }
    let found = String(cString: path)
    guard name(of: found) == "x-terminal-emulator" else { return found }
    let (resolved, wrapper) = (Files.resolved(found), ".wrapper")
    let real =
      resolved.hasSuffix(wrapper) ? String(resolved.dropLast(wrapper.count)) : resolved
    return known.contains { $0.name == name(of: real) } ? real : found
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  /// The name of the program, behind links such as those of Debian's alternatives.
  public var name: String { TerminalProgram.name(of: Files.resolved(words[0])) }

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
