import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// The calendar in the user's terminal, as the button and `haru open calendar` open it.
@Suite(.serialized)
struct CalendarWindowTests {
  private let home = Scratch()
  /// The only programs that are found.
  private let programs = Scratch()
  private let pipe: NamedPipe

  init() throws {
    pipe = try NamedPipe(at: programs("pipe"))
    // The picture viewer of a test is a script.
    try link("/usr/bin/cut")
  }

  private func link(_ program: String) throws {
    try programs.link((program as NSString).lastPathComponent, to: program)
  }

  /// Makes a terminal that only tells how it was started, and ends with a status.
  private func makeTerminal(_ name: String, status: Int = 0) throws {
    try programs.write(
      program: "#!/bin/sh\necho \"${0##*/} $*\" >'\(programs("pipe"))'\nexit \(status)\n", to: name)
  }

  /// How a terminal was started that wants some words before the command.
  private func started(_ words: String) throws -> Bool {
    let command = [words, Built.product("haru"), "calendar --edit"].joined(separator: " ")
    return try pipe.line(within: .seconds(10)) == command
  }

  private func haru(
    _ words: String..., with program: String = Built.product("haru"),
    adding more: [String: String] = [:]
  ) throws -> Child.Outcome {
    let environment = Support.environment(
      home: home.path, PictureViewer.environment.merging(["PATH": programs.path]) { $1 })
    return try Child.run(program, words, environment: environment.merging(more) { $1 })
  }

  // MARK: A real window

  @Test func aClickOnCalendarOpensTheEditorInAWindow() throws {
    try link("/usr/bin/xterm")
    let screen = try TerminalScreen(rows: 20, columns: 48)
    let desk = try Desk(
      marks: [1, 2], screen.variables.merging(["PATH": programs.path]) { $1 })
    let open = try desk.console.shown()
    try desk.console.press("Calendar", on: open)
    #expect(try desk.console.shown().labels == ["Study", "Later", "Calendar"])
    func wait(_ isSo: () throws -> Bool) throws {
      try eventually(watching: desk.home(Desk.storeFolder)) { try isSo() }
    }
    // A key tells that the editor listens.
    try screen.type("space")
    try wait { try desk.isStudied }
    #expect(try desk.console.shown().mark == true)
    let today = place(of: desk.today, in: .own)
    try screen.click(row: today.row, column: today.column)
    try wait { try !desk.isStudied }
    // The first button of the last lines marks it; the second one makes it a rest day instead.
    try screen.click(row: 18, column: 6)
    try wait { try desk.isStudied }
    try screen.click(row: 18, column: 18)
    try wait {
      let store = try Store(path: desk.home(Desk.storePath), for: .reading)
      return try !desk.isStudied && store.restReasons()[desk.today] != nil
    }
    try screen.type("q")
  }

  // MARK: Which terminal

  /// A small window of large letters without a menu.
  private static let xterm = "xterm -geometry 48x20 -fa Monospace -fs 16 -e"
  private static let konsole =
    "konsole --hide-menubar --hide-tabbar -p TerminalColumns=48 -p TerminalRows=20 "
    + "-p LocalTabTitleFormat=%w -e"

  /// What Debian's alternatives lead to takes its own options; a wrapper around it takes none of them.
  @Test(arguments: ["xfce4-terminal", "xfce4-terminal.wrapper"])
  func anAlternativeIsTheTerminalBehindIt(target: String) throws {
    for name in ["xfce4-terminal", "xfce4-terminal.wrapper"] { try makeTerminal(name) }
    try programs.link("x-terminal-emulator", to: programs(target))
    #expect(try haru("open", "calendar").status == 0)
    #expect(
      try started(
        "xfce4-terminal --hide-menubar --hide-toolbar --geometry=48x20 --zoom=2 -x"))
  }

  /// A distribution may bring the program of the proposal, and the user has chosen another.
  @Test(arguments: [("xterm", CalendarWindowTests.xterm), ("missing", "xdg-terminal-exec")])
  func theUsersOwnComesBeforeTheProgramOfTheProposal(variable: String, words: String) throws {
    for name in ["xterm", "x-terminal-emulator", "xdg-terminal-exec"] { try makeTerminal(name) }
    let run = try haru("open", "calendar", adding: ["TERMINAL": variable])
    #expect(run.status == 0 && run.output + run.errors == "")
    #expect(try started(words))
  }

  @Test func theActionOfTheLauncherOpensIt() throws {
    try makeTerminal("xterm")
    let desk = try Desk([], PictureViewer.environment.merging(["PATH": programs.path]) { $1 })
    _ = try desk.console.shown()
    let run = try Child.run(
      "gapplication", ["action", "io.github.haru.Haru", "calendar"], environment: desk.environment)
    #expect(run.status == 0)
    #expect(try started(Self.xterm))
  }

  @Test(arguments: [
    ("KDE", ".config/kdeglobals", "[General]\nTerminalApplication=mine --own\n", "mine --own -e"),
    ("XFCE", ".config/xfce4/helpers.rc", "TerminalEmulator=mine\n", "mine -e"),
    ("XFCE", ".config/xfce4/helpers.rc", "TerminalEmulator=missing\n", "x-terminal-emulator -e"),
    (
      "sway", ".config/kdeglobals", "[General]\nTerminalApplication=mine\n",
      "foot --window-size-chars=48x20"
    ),
    ("KDE", ".config/kdeglobals", "", "foot --window-size-chars=48x20"),
  ])
  func aDesktopsSettingIsPreferred(
    desktop: String, file: String, text: String, words: String
  ) throws {
    for name in ["mine", "foot", "x-terminal-emulator"] { try makeTerminal(name) }
    if words.hasPrefix("mine") { try makeTerminal("xdg-terminal-exec") }
    try home.write(text, to: file)
    let variables = [
      "XDG_CURRENT_DESKTOP": desktop, "TERMINAL": words.hasPrefix("foot") ? "foot" : "",
    ]
    #expect(try haru("open", "calendar", adding: variables).status == 0)
    #expect(try started(words))
  }

  @Test(arguments: [
    ("ubuntu:GNOME", "org.gnome.desktop.default-applications.terminal", "mine", "mine --run"),
    (
      "X-Cinnamon", "org.cinnamon.desktop.default-applications.terminal", "st --own",
      "st -g 48x20 --own -e"
    ),
    (
      "MATE", "org.mate.applications-terminal", "gnome-terminal",
      "gnome-terminal --hide-menubar --geometry=48x20 --zoom=1.3 --"
    ),
    ("MATE", "org.mate.applications-terminal", "missing", "x-terminal-emulator -e"),
  ])
  func aSettingOfGNOMEIsPreferred(
    desktop: String, schema: String, program: String, words: String
  ) throws {
    for name in ["mine", "st", "gnome-terminal", "x-terminal-emulator"] {
      try makeTerminal(name)
    }
    try home.write(
      """
      <schemalist><schema id="\(schema)" path="/org/test/terminal/">
        <key name="exec" type="s"><default>'\(program)'</default></key>
        <key name="exec-arg" type="s"><default>'--run'</default></key>
      </schema></schemalist>
      """, to: "schemas/terminal.gschema.xml")
    try Child.run("glib-compile-schemas", ["--strict", home("schemas")]).succeeded()
    let variables = ["XDG_CURRENT_DESKTOP": desktop, "GSETTINGS_SCHEMA_DIR": home("schemas")]
    #expect(try haru("open", "calendar", adding: variables).status == 0)
    #expect(try started(words))
  }

  // MARK: The picture

  @Test func withoutATerminalItIsAPicture() throws {
    let viewer = try PictureViewer(in: home)
    #expect(try haru("open", "calendar").status == 0)
    #expect(try viewer.opened().file.contains("/calendar-"))
    let line = "• calendar: opened as a picture; install a terminal, such as "
    #expect(try haru("doctor").output.contains(line))
  }

  /// One without its display ends at once, and the next one is tried.
  @Test func aTerminalThatFailsIsPassedOver() throws {
    let viewer = try PictureViewer(in: home)
    try makeTerminal("konsole", status: 1)
    #expect(try haru("open", "calendar").status == 0)
    #expect(try started(Self.konsole))
    #expect(try viewer.opened().file.contains("/calendar-"))
    try makeTerminal("xterm")
    try FileManager.default.removeItem(atPath: home(".cache/haru/.calendar-opened"))
    #expect(try haru("open", "calendar").status == 0)
    #expect(try started(Self.konsole))
    #expect(try started(Self.xterm))
    #expect(try viewer.isLeftAlone())
  }

  @Test func aPictureCanBeAskedFor() throws {
    let viewer = try PictureViewer(in: home)
    try makeTerminal("xterm")
    #expect(try haru("open", "calendar", "--picture").status == 0)
    #expect(try viewer.opened().file.contains("/calendar-"))
    // The streak is one always.
    #expect(try haru("open", "streak").status == 0)
    #expect(try viewer.opened().file.contains("/streak-"))
  }

  @Test func withoutTheEditorItIsAPicture() throws {
    let viewer = try PictureViewer(in: home)
    try makeTerminal("xterm")
    for name in ["haru", "haru-draw"] { try home.copy(Built.product(name), to: "bin/" + name) }
    #expect(try haru("open", "calendar", with: home("bin/haru")).status == 0)
    #expect(try viewer.opened().file.contains("/calendar-"))
    let line = "haru-edit is not installed: \(home("bin/haru-edit"))\n"
    #expect(
      try haru("doctor", with: home("bin/haru")).output.contains(
        "• calendar: opened as a picture, because " + line))
  }
}
